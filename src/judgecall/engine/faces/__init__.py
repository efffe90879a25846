"""Double-faced cards (CR 712), transforming (CR 701.27), daybound (CR 702.145) and disturb (CR 702.146)."""
