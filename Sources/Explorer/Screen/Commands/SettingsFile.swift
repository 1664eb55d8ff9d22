// Reads the user's settings file: `name = value`. Every mistake costs its own line and no more, and says what was probably meant.

import Canvas

/// How the program is when it is opened, by the user's own file.
public struct Settings: Sendable, Hashable {
    /// What the options are, in the order of the file.
    var values: [Setting: String] = [:]
    /// The theme by its name, or a file's path; `nil` where the file does not say.
    public private(set) var theme: String?

    /// Nothing but what the program brings along.
    public init() {}

    /// Reads a file. What is not in it stays as it is without one.
    public static func parse(_ text: String) -> (settings: Settings, problems: [ConfigProblem]) {
        let (entries, problems) = ConfigLines.parse(text)
        var settings = Settings()
        let wrong = entries.compactMap { settings.read($0) }
        return (settings, (problems + wrong).sorted { $0.line < $1.line })
    }

    private mutating func read(_ entry: ConfigEntry) -> ConfigProblem? {
        guard entry.key != "theme" else {
            guard !entry.value.isEmpty else {
                return ConfigProblem(line: entry.line, message: "“theme” has no name", hint: "“explorer themes” lists them")
            }
            theme = entry.value
            return nil
        }
        guard let setting = Setting(rawValue: entry.key) else {
            let guess = ClosestName.match(entry.key, among: ["theme"] + Setting.allCases.map(\.rawValue))
            let hint = guess.map { "did you mean “\($0)”?" } ?? "“explorer settings” lists them"
            return ConfigProblem(line: entry.line, message: "unknown setting “\(entry.key)”", hint: hint)
        }
        guard setting.accepts(entry.value) else {
            let message = "\(setting.rawValue) is not “\(entry.value)”"
            return ConfigProblem(line: entry.line, message: message, hint: "write \(setting.choices)")
        }
        values[setting] = entry.value
        return nil
    }

    /// A settings file that changes nothing: everything with what it is, in comments.
    public static var template: String {
        let usual = Model(size: Size(width: 80, height: 24), source: "")
        let options = Setting.allCases.map {
            "# \($0.help)\n# \($0.choices.sentence)\n# \($0.rawValue) = \($0.value(in: usual))\n"
        }
        return """
            # Settings of explorer: name = value. Take the # away from what you change. `:set` changes them for as long as the program runs.
            # `explorer settings` shows what counts now and what is wrong with this file.

            # The theme: “explorer themes” lists them; EXPLORER_THEME and --theme win over this.
            # theme = \(BuiltInThemes.names[0])


            """ + options.joined(separator: "\n")
    }

    /// Everything with what it is now and what it may be, a line each.
    public var listing: String {
        var model = Model(size: Size(width: 80, height: 24), source: "")
        model.apply(self)
        let rows =
            [("theme", theme ?? "by the terminal's background", "The theme; “explorer themes” lists them.")]
            + Setting.allCases.map { ($0.rawValue, $0.value(in: model), "\($0.help) (\($0.choices))") }
        let widths = (rows.map { TextWidth.measure($0.0) }.max() ?? 0, rows.map { TextWidth.measure($0.1) }.max() ?? 0)
        return rows.map {
            TextWidth.pad($0.0, widths.0 + 2) + TextWidth.pad(Printable.visible($0.1), widths.1 + 2) + $0.2 + "\n"
        }.joined()
    }
}

extension Model {
    /// What a settings file says, before anything else happens.
    mutating func apply(_ settings: Settings) {
        for setting in Setting.allCases { if let value = settings.values[setting] { setting.change(to: value, &self) } }
    }
}

extension String {
    /// With a capital letter and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
