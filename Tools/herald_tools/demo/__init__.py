"""The story that `herald demo` tells: three logs and a policy."""
