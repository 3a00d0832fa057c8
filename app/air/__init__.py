"""The match on air: feeds and pages for broadcasts, from the log and after a delay."""
