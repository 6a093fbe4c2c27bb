"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# A slow machine is no fault of the code.
settings.register_profile("kungen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kungen")
