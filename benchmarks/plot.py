"""Plots as SVG, written without a library."""

from xml.sax.saxutils import escape

COLOURS = {
    "right": "#2f7d4f",
    "version": "#8fb8d8",
    "open": "#c9b458",
    "untouched": "#b9bcc2",
    "no file": "#e3e4e8",
    "lost": "#6b4e9b",
    "wrong": "#c0392b",
}
LEFT, WIDE, ROW = 260, 520, 26


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def frame(title, height, parts):
    width = LEFT + WIDE + 90
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="13" fill="#222" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            text(10, 22, title, 'font-weight="bold"'),
            *parts,
            "</svg>",
            "",
        ]
    )


def shares(title, rows, verdicts):
    """A bar for each row, a part for each verdict: how many of the entries."""
    parts, y, x = [], 44, 10
    for verdict in verdicts:
        parts += [
            f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="{COLOURS[verdict]}"/>',
            text(x + 17, y, verdict),
        ]
        x += 40 + 8 * len(verdict)
    for name, counts in rows:
        y += ROW
        parts.append(text(LEFT - 8, y, name, 'text-anchor="end"'))
        x, unit = LEFT, WIDE / max(1, sum(counts))
        for verdict, count in zip(verdicts, counts):
            if count:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y - 15}" width="{count * unit:.1f}" height="20" fill="{COLOURS[verdict]}"/>'
                )
                if count * unit > 18:
                    light = "#222" if verdict in ("open", "untouched", "version", "no file") else "#fff"
                    parts.append(text(x + count * unit / 2, y, str(count), f'text-anchor="middle" fill="{light}"'))
                x += count * unit
    return frame(title, y + 20, parts)


def lengths(title, rows, unit):
    """A bar for each row, as long as its number."""
    most = max([value for _, value in rows] + [0.001])
    parts, y = [], 30
    for name, value in rows:
        y += ROW
        parts += [
            text(LEFT - 8, y, name, 'text-anchor="end"'),
            f'<rect x="{LEFT}" y="{y - 15}" width="{WIDE * value / most:.1f}" height="20" fill="#4a6fa5"/>',
            text(LEFT + WIDE * value / most + 6, y, f"{value:.2f} {unit}".strip()),
        ]
    return frame(title, y + 20, parts)
