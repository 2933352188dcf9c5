"""What hatchling does beside its usual work when it builds this project."""
