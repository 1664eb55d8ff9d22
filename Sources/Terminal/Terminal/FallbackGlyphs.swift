// Replacements for characters on a terminal that supports only ASCII.

enum FallbackGlyphs {
    /// One printable ASCII character of the same meaning; `?` where there is none.
    static func ascii(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x20...0x7E: scalar
        default: table[scalar] ?? frame(scalar) ?? 0x3F
        }
    }

    /// Box drawing (U+2500–257F): horizontal, vertical, or a corner or crossing.
    private static func frame(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576, 0x2578, 0x257A, 0x257C,
            0x257E:
            0x2D
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577, 0x2579, 0x257B, 0x257D,
            0x257F:
            0x7C
        case 0x2500...0x257F: 0x2B
        default: nil
        }
    }

    private static let table: [UInt32: UInt32] = {
        let pairs: [(String, String)] = [
            ("▶►▸▹❯›»→⇒⟩", ">"), ("◀◄◂◃❮‹«←⇐⟨", "<"), ("▾▼⌄↓", "v"), ("▴▲⌃↑", "^"), ("✓✔", "+"), ("✗✘×╳", "x"), ("⧗⌛◷", "%"),
            ("⊘∅", "/"), ("†", "!"), ("↻⟳↺", "@"), ("·∙•‧…⋯", "."), ("●◉■◆★", "*"), ("○◌□◇☆", "o"), ("—–‐‑−", "-"), ("“”„", "\""),
            ("‘’‚", "'"),
            ("█▓▇▆▅▉▊▋", "#"), ("▒▄▃▀", "="), ("░▂▁", "-"), ("▐▌▍▎▏▕┃", "|"), ("≈", "~"), ("\u{A0}\u{2003}\u{2009}\u{202F}", " "),
            ("␤⏎↵", "$"),
            // Characters that occur in the texts of API descriptions.
            ("≤", "<"), ("≥", ">"), ("≠", "#"), ("±", "+"), ("°", "o"), ("§", "S"), ("¶", "P"), ("©¢", "c"), ("®", "r"),
            ("™", "t"),
            ("€", "E"), ("£", "L"), ("¥", "Y"), ("\u{2002}", " "),
        ]
        var table: [UInt32: UInt32] = [:]
        for (from, to) in pairs {
            for scalar in from.unicodeScalars { table[scalar.value] = to.unicodeScalars.first?.value }
        }
        return table
    }()
}
