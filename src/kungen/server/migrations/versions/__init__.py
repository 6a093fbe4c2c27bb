"""A module for each schema, in the order of their numbers."""
