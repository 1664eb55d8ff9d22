// The look of every style. A theme is a table from tokens to looks,
// resolved once so that drawing never searches.

/// A total map from styles to looks. Tokens that a theme does not set fall back by
/// dots: `status.5xx` → `status` → `text`.
public struct Theme: Hashable, Sendable {
    /// The theme's name; empty where its file gives none.
    public var name: String
    private let resolved: [Style: Appearance]
    private let overlays: [Style: Appearance]

    /// Makes a theme from the looks of tokens; a token is a style's raw
    /// value or the part before a dot in one.
    init(name: String, tokens: [String: Appearance]) {
        self.name = name
        let text = tokens["text"] ?? Appearance()
        let ground = Appearance(
            foreground: text.foreground ?? .terminal, background: text.background ?? .terminal, attributes: text.attributes)
        var resolved: [Style: Appearance] = [:]
        var overlays: [Style: Appearance] = [:]
        for style in Style.allCases {
            let own = Theme.chain(of: style.rawValue).compactMap { tokens[$0] }
            let look = Appearance(
                foreground: own.lazy.compactMap(\.foreground).first ?? ground.foreground,
                background: own.lazy.compactMap(\.background).first ?? ground.background,
                attributes: own.first?.attributes ?? ground.attributes)
            resolved[style] = look
            // An overlay without a definition would make the selection invisible.
            overlays[style] =
                own.isEmpty
                ? Appearance(attributes: .reverse)
                : Appearance(
                    foreground: own.lazy.compactMap(\.foreground).first, background: own.lazy.compactMap(\.background).first,
                    attributes: look.attributes)
        }
        self.resolved = resolved
        self.overlays = overlays
    }

    /// The look of `style`; neither colour is ever `nil`.
    public subscript(style: Style) -> Appearance {
        resolved[style] ?? Appearance(foreground: .terminal, background: .terminal)
    }

    /// Their text has a colour for their own ground: on another one it may be unreadable.
    private static let withOwnGround: Set<Style> = [.match, .jumpLabel, .cursor, .dialogButtonFocus]

    /// The look of `style` under `overlay`: colours that the overlay sets replace the style's; attributes of
    /// both apply. A match keeps its colours unless the overlay sets both. Neither colour is ever `nil`.
    public func combined(style: Style, overlay: Style?) -> Appearance {
        var look = self[style]
        guard let overlay, let over = overlays[overlay] else { return look }
        if !Self.withOwnGround.contains(style) || (over.foreground != nil && over.background != nil) {
            look.foreground = over.foreground ?? look.foreground
            look.background = over.background ?? look.background
        }
        look.attributes.formUnion(over.attributes)
        return look
    }

    /// `a.b.c` → `a.b.c`, `a.b`, `a`.
    static func chain(of token: String) -> [String] {
        var names = [token]
        var rest = token[...]
        while let dot = rest.lastIndex(of: ".") {
            rest = rest[..<dot]
            names.append(String(rest))
        }
        return names
    }
}
