"""Combat damage and its results (CR 510, 120, 702.2, 702.4, 702.7, 702.15, 702.19, 704.5)."""
