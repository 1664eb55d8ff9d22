// The available themes, the chosen theme, and the theme that is previewed.

/// The themes to choose from. The runtime finds the files and supplies the names.
public struct ThemeChoices: Sendable, Hashable {
    /// A theme and where it comes from: a file's path, or that it is built in.
    public struct Choice: Sendable, Hashable {
        public var name: String
        public var place: String

        public init(name: String, place: String) {
            self.name = name
            self.place = place
        }
    }

    public let choices: [Choice]
    /// The theme that stays when no other is chosen.
    public private(set) var chosen: String
    /// The theme on the screen now.
    public private(set) var shown: String

    public init(
        _ choices: [Choice] = BuiltInThemes.names.map { Choice(name: $0, place: "built in") },
        chosen: String = BuiltInThemes.names[0]
    ) {
        self.choices = choices
        self.chosen = chosen
        shown = chosen
    }

    public var names: [String] { choices.map(\.name) }

    /// The chosen theme first: opening the list changes nothing.
    var completions: [PaletteVerb.Completion] {
        (choices.filter { $0.name == chosen } + choices.filter { $0.name != chosen })
            .map { .init(word: $0.name, note: $0.name == chosen ? "now · \($0.place)" : $0.place) }
    }

    mutating func choose(_ name: String) -> [Effect] {
        chosen = name
        return show(name)
    }

    /// Previews a theme; `nil` goes back to the chosen one.
    mutating func show(_ name: String?) -> [Effect] {
        let wish = name ?? chosen
        guard wish != shown else { return [] }
        shown = wish
        return [.screen(.theme(wish))]
    }
}
