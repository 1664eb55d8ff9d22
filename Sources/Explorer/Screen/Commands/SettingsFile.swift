// Reads the user's settings file: `name = value`. An error invalidates only its own line, and the
// message suggests a correction.

import Canvas

/// The initial settings of the program, from the user's file.
public struct Settings: Sendable, Hashable {
    /// The values of the options, in the order of the file.
    var values: [Setting: String] = [:]
    /// The theme's name, or a file's path; `nil` when the file has none.
    public private(set) var theme: String?

    /// The keys under the user's keymap file.
    public var keyStyle: KeyStyle { values[.keys].flatMap(KeyStyle.init(rawValue:)) ?? .usual }

    /// The defaults of the program.
    public init() {}

    /// Reader mode from the start.
    public var usesReader: Bool {
        get { values[.reader] == "on" }
        set { values[.reader] = newValue ? "on" : "off" }
    }

    /// Reads a file. Settings that the file omits keep their defaults.
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

    /// A settings file that changes nothing: every setting with its default, in comments.
    public static var template: String {
        let usual = Model(size: Size(width: 80, height: 24), source: "")
        let options = Setting.allCases.map {
            "# \($0.help)\n# \($0.choices.sentence)\n# \($0.rawValue) = \($0.value(in: usual))\n"
        }
        return """
            # Settings of explorer: name = value. Remove the # from the lines you change. `:set` changes a setting until the program ends.
            # `explorer settings` shows the settings in effect and the errors in this file.

            # The theme: “explorer themes” lists them; EXPLORER_THEME and --theme override it.
            # theme = \(BuiltInThemes.names[0])


            """ + options.joined(separator: "\n")
    }

    /// Every setting with its current value and its possible values, one on each line.
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
    /// Applies a settings file at the start.
    mutating func apply(_ settings: Settings) {
        for setting in Setting.allCases { if let value = settings.values[setting] { setting.change(to: value, &self) } }
    }
}

extension String {
    /// With a capital letter and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
