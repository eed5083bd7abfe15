"""Type-checks the code for Apple's systems without their SDKs."""
