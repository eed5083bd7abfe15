"""The tables of a fleet, made on Apache Spark."""
