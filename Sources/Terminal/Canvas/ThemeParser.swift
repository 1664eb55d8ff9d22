// Reads a theme file. An error invalidates only its own word, and its report suggests the likely intention.

extension Theme {
    /// Reads a theme: `name = dark`; palette entries `$accent = #88c0d0`, usable anywhere as a colour; and
    /// tokens, `status.5xx = bold #ff5f87 on #101010`. A colour is `default` (the terminal's), an ANSI name
    /// (`red`, `bright-red`), 0–255, `#rrggbb` or a palette name; an attribute is `bold`, `dim`, `italic`,
    /// `underline` or `reverse`. `extends = dark` adds all lines of that theme except for the keys that this
    /// theme sets itself. Inherited lines that use `$accent` then use this theme's `$accent`.
    /// - Parameter base: returns the text of a theme by the name after `extends`.
    /// - Returns: the theme, and the errors of this text; errors of the extended themes are not included.
    public static func parse(
        _ text: String, extending base: (String) -> String? = { _ in nil }
    ) -> (theme: Theme, problems: [ConfigProblem]) {
        let (own, problems) = ConfigLines.parse(text)
        var parser = ThemeParser(problems: problems, own: Set(own))
        let entries = parser.inherit(own, from: base)
        parser.readPalette(entries.filter { $0.key.hasPrefix("$") })
        let name = own.first { $0.key == "name" }?.value ?? ""
        var tokens: [String: Appearance] = [:]
        for entry in entries where !entry.key.hasPrefix("$") && !ThemeParser.words.contains(entry.key) {
            if ThemeParser.tokens.contains(entry.key) {
                tokens[entry.key] = parser.parseAppearance(entry)
            } else {
                let hint = parser.makeHint(entry.key, among: ThemeParser.tokens, otherwise: "the shipped themes list every token")
                parser.report(entry, "unknown token “\(entry.key)”", hint)
            }
        }
        return (Theme(name: name, tokens: tokens), parser.problems.sorted { $0.line < $1.line })
    }
}

private struct ThemeParser {
    var problems: [ConfigProblem]
    private let own: Set<ConfigEntry>
    private var palette: [String: ThemeColor] = [:]

    /// Every style, and every name that styles fall back to.
    static let tokens = Set(Style.allCases.flatMap { Theme.chain(of: $0.rawValue) })

    /// The keys that describe the theme itself.
    static let words: Set<String> = ["name", "extends"]

    init(problems: [ConfigProblem], own: Set<ConfigEntry>) {
        self.problems = problems
        self.own = own
    }

    /// The theme's own lines, and the lines of the themes that it extends;
    /// own lines win, then the nearest theme's.
    mutating func inherit(_ own: [ConfigEntry], from base: (String) -> String?) -> [ConfigEntry] {
        var entries = own
        var keys = Set(own.map(\.key))
        var next = own.first { $0.key == "extends" }
        var seen: Set<String> = []
        while let wish = next {
            next = nil
            guard seen.insert(wish.value).inserted else {
                report(
                    own.first { $0.key == "extends" } ?? wish, "themes extend each other in a loop",
                    "extend one that comes with the program")
                break
            }
            guard let text = base(wish.value) else {
                report(
                    wish, "there is no theme “\(TextWidth.truncate(wish.value, 40))” to extend",
                    "`explorer themes` lists the themes")
                break
            }
            let lines = ConfigLines.parse(text).entries
            next = lines.first { $0.key == "extends" }
            entries += lines.filter { keys.insert($0.key).inserted }
        }
        return entries
    }

    mutating func report(_ entry: ConfigEntry, _ message: String, _ hint: String) {
        guard own.contains(entry) else { return }
        problems.append(ConfigProblem(line: entry.line, message: message, hint: hint))
    }

    func makeHint(_ name: String, among names: some Sequence<String>, otherwise: String) -> String {
        // Sorted, so that the choice among equally near names is stable.
        ClosestName.match(name, among: names.sorted()).map { "did you mean “\($0)”?" } ?? otherwise
    }

    /// Palette entries may refer to each other in any order, so entries that wait for
    /// another are retried until none resolves.
    mutating func readPalette(_ entries: [ConfigEntry]) {
        var waiting = entries
        while true {
            let known = Set(palette.keys)
            let isReady = { (entry: ConfigEntry) in !entry.value.hasPrefix("$") || known.contains(entry.value) }
            let ready = waiting.filter(isReady)
            if ready.isEmpty { break }
            waiting.removeAll(where: isReady)
            for entry in ready { palette[entry.key] = parseColor(entry.value, entry) ?? .terminal }
        }
        let names = Set(entries.map(\.key))
        for entry in waiting {
            palette[entry.key] = .terminal
            if names.contains(entry.value) {
                report(entry, "“\(entry.key)” and “\(entry.value)” are defined by each other", "give one of them a colour")
            } else {
                reportUndefined(entry.value, entry)
            }
        }
    }

    /// The words of a value may come in any order; a colour behind `on` is the background.
    mutating func parseAppearance(_ entry: ConfigEntry) -> Appearance {
        var look = Appearance()
        var behindOn = false
        for word in entry.value.split(whereSeparator: \.isWhitespace).map(String.init) {
            if word == "on" {
                if behindOn { report(entry, "“on” without a colour", "write “on” once, with the background after it") }
                behindOn = true
            } else if let attribute = Attributes.named[word] {
                look.attributes.insert(attribute)
            } else if behindOn {
                behindOn = false
                if look.background != nil { report(entry, "two backgrounds", "keep one colour after “on”") }
                look.background = parseColor(word, entry) ?? look.background
            } else {
                if look.foreground != nil { report(entry, "two foregrounds", "write “on” before a background") }
                look.foreground = parseColor(word, entry) ?? look.foreground
            }
        }
        if behindOn { report(entry, "“on” without a colour", "write the background after it") }
        if entry.value.isEmpty { report(entry, "“\(entry.key)” has no value", "write a colour, or remove the line") }
        return look
    }

    private mutating func parseColor(_ word: String, _ entry: ConfigEntry) -> ThemeColor? {
        if word.hasPrefix("$") {
            if let ink = palette[word] { return ink }
            reportUndefined(word, entry)
            return nil
        }
        if let ink = ThemeColor.named[word] { return ink }
        if word.allSatisfy({ $0.isASCII && $0.isNumber }), let index = UInt8(word) { return .indexed(index) }
        if word.hasPrefix("#") {
            let digits = word.dropFirst()
            if digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) {
                return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
            }
            report(entry, "“\(word)” is not a colour", "write # and six hexadecimal digits: #88c0d0")
            return nil
        }
        let names = Array(ThemeColor.named.keys) + Array(Attributes.named.keys)
        let otherwise = "write default, an ANSI colour's name, 0–255, #rrggbb, $name or an attribute"
        report(entry, "“\(word)” is neither a colour nor an attribute", makeHint(word, among: names, otherwise: otherwise))
        return nil
    }

    private mutating func reportUndefined(_ name: String, _ entry: ConfigEntry) {
        let hint = makeHint(name, among: palette.keys.filter { $0 != entry.key }, otherwise: "define it: \(name) = #rrggbb")
        report(entry, "“\(name)” is not defined", hint)
    }
}

extension ThemeColor {
    /// The names in a theme file: `default` and the sixteen ANSI colours.
    static let named: [String: ThemeColor] = {
        var names: [String: ThemeColor] = ["default": .terminal]
        let colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        for (index, colour) in colours.enumerated() {
            names[colour] = .indexed(UInt8(index))
            names["bright-" + colour] = .indexed(UInt8(index + 8))
        }
        return names
    }()
}
