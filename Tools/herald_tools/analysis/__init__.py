"""What can be known of a document for all devices: their classes, their lives, and judges of what is said of them."""
