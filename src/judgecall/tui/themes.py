"""Colours of our own: one with as much contrast as there is. Textual brings others, two of them with ANSI colours."""

from __future__ import annotations

from textual.theme import Theme

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    warning="#ffaf00",
    error="#ff8787",
    success="#00ff00",
    accent="#00ffff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#303030",
    boost="#262626",
    dark=True,
    variables={
        "text-muted": "#ffffff",
        "text-disabled": "#d0d0d0",
        "border": "#ffff00",
        "border-blurred": "#ffffff",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-background": "#0000c8",
        "block-cursor-text-style": "bold",
        "footer-key-foreground": "#ffff00",
        "input-selection-background": "#0000ff",
        "text-success": "#00ff00",
        "text-error": "#ff8787",
        "text-warning": "#ffaf00",
        "text-primary": "#ffff00",
        "primary-muted": "#303030",
        "panel-lighten-2": "#ffffff",
        "text-secondary": "#ffffff",
        "text-accent": "#00ffff",
    },
)
"""White, yellow and cyan on black."""
