"""What has happened in a game: steps, their events, resignations, remarks, and the replay of a record."""
