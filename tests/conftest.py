"""Settings of all tests."""

from hypothesis import settings

# A slow machine is no fault of the code.
settings.register_profile("kungen", deadline=None)
settings.load_profile("kungen")
