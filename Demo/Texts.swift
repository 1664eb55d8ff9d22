// The texts of `/texts`, with their kinds and widths.

enum Texts {
    /// Kind, text, and its width in columns on a terminal of Unicode 15.
    static let world: [(kind: String, text: String, columns: Int)] = [
        ("Latin", "Crème brûlée", 12), ("combining", "e\u{301}a\u{308}\u{304}o\u{327}", 3), ("Vietnamese", "Tiếng Việt", 10),
        ("Greek", "Καλημέρα", 8), ("Cyrillic", "Здравствуйте", 12), ("Hebrew", "שלום עולם", 9), ("Arabic", "مرحبا بالعالم", 13),
        ("mixed direction", "abc שלום 123", 12), ("Devanagari", "नमस्ते", 4), ("Thai", "สวัสดี", 4), ("Chinese", "你好，世界", 10),
        ("Japanese", "こんにちは", 10), ("half width", "ｶﾀｶﾅ", 4), ("full width", "ＡＢＣ", 6), ("Korean", "안녕하세요", 10),
        ("Korean, in parts", "\u{1112}\u{1161}\u{11ab}", 2), ("emoji", "🎉🚀", 4), ("emoji with skin", "👍🏽", 2),
        ("family", "👨‍👩‍👧‍👦", 2), ("flags", "🇺🇳🇪🇺", 4), ("text and emoji sign", "☎︎ ☎️", 4), ("mathematics", "∑ ∞ ≠ √2", 8),
        ("box drawing", "┌─┐", 3), ("nothing to see", "a\u{200b}b\u{2060}c\u{feff}d", 4),
        ("much combining", "Z\u{351}\u{36b}\u{343}\u{36a}\u{302}\u{36b}\u{33d}\u{34f}\u{334}\u{319}\u{324}", 1),
    ]

    /// Strings that would control a terminal that interpreted them.
    static let hostile: [(name: String, text: String)] = [
        ("colour", "\u{1b}[31mred\u{1b}[0m"), ("clear", "\u{1b}[2J\u{1b}[H"), ("title", "\u{1b}]0;owned\u{7}"),
        ("clipboard", "\u{1b}]52;c;b3duZWQ=\u{7}"), ("link", "\u{1b}]8;;http://localhost/\u{1b}\\click\u{1b}]8;;\u{1b}\\"),
        ("alternate screen", "\u{1b}[?1049h"), ("mouse", "\u{1b}[?1003h"), ("answer back", "\u{1b}[6n\u{1b}[c\u{5}"),
        ("device string", "\u{1b}P$q\"p\u{1b}\\"), ("reset", "\u{1b}c"), ("eight bits", "\u{9b}31mred\u{9d}0;owned\u{9c}"),
        ("bell", "\u{7}\u{7}\u{7}"), ("backspace", "safe\u{8}\u{8}\u{8}\u{8}evil"), ("return", "innocent\rguilty"),
        ("tab", "a\tb"),
        ("null", "a\u{0}b"), ("delete", "a\u{7f}b"), ("right to left", "user\u{202e}gpj.exe"), ("isolate", "a\u{2067}b\u{2069}c"),
        ("line separator", "one\u{2028}two\u{2029}three"), ("no width", "pay\u{200b}pal\u{2060}.com"),
        ("tags", "a\u{e0041}\u{e0042}b"),
        ("tall", "a" + String(repeating: "\u{0301}", count: 40)),
    ]

    /// The formats of the same short text.
    enum Sample: String, CaseIterable {
        case plain, latin1, csv, xml, html, markdown, utf16

        var type: String {
            switch self {
            case .plain: "text/plain; charset=utf-8"
            case .latin1: "text/plain; charset=iso-8859-1"
            case .csv: "text/csv; charset=utf-8"
            case .xml: "application/xml"
            case .html: "text/html; charset=utf-8"
            case .markdown: "text/markdown; charset=utf-8"
            case .utf16: "text/plain; charset=utf-16le"
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .plain: Array(Self.text.utf8)
            case .latin1: Self.text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") }
            case .csv: Array("id,name,price\r\n1,\"Lamp, oak\",34.90\r\n2,\"Chair \"\"Nordic\"\"\",120.00\r\n".utf8)
            case .xml:
                Array(
                    "<?xml version=\"1.0\"?>\n<items>\n  <item id=\"1\">Lamp &amp; shade</item>\n  <item id=\"2\"/>\n</items>\n"
                        .utf8)
            case .html: Array("<!doctype html>\n<title>Demo</title>\n<h1>Lamps</h1>\n<p>Crème, brûlée &amp; more.</p>\n".utf8)
            case .markdown: Array("# Lamps\n\n- *oak*\n- `brass`\n\nSee [the list](/items).\n".utf8)
            case .utf16: [0xff, 0xfe] + Self.text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            }
        }

        private static let text = "Crème brûlée, für acht Gäste.\nNiño, garçon, smørrebrød.\n"
    }
}
