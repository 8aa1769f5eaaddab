"""Questions that many deals answer."""
