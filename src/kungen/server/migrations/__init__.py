"""The steps from each schema of the service's database to the next."""
