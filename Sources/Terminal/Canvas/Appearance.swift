// The look of text: colours and attributes, as a theme names them. The display
// decides which of these a terminal can show.

/// A colour.
public enum ThemeColor: Hashable, Sendable {
    /// The terminal's own default.
    case terminal
    /// An index of the terminal's palette: 0–7 the ANSI colours, 8–15 the bright
    /// ones, 16–231 a colour cube, 232–255 greys.
    case indexed(UInt8)
    /// Red, green, blue in sRGB.
    case rgb(UInt8, UInt8, UInt8)
}

/// Attributes of text, in any combination.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit per attribute.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold.
    public static let bold = Attributes(rawValue: 1)
    /// Faint.
    public static let dim = Attributes(rawValue: 2)
    /// Italic.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)

    /// The names in a theme file.
    static let named: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
    ]
}

/// The look of a style.
public struct Appearance: Hashable, Sendable {
    /// The colour of the text; `nil` inherits.
    public var foreground: ThemeColor?
    /// The colour behind it; `nil` inherits.
    public var background: ThemeColor?
    /// Its attributes.
    public var attributes: Attributes

    /// Makes a look; omitted parts are inherited.
    public init(foreground: ThemeColor? = nil, background: ThemeColor? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
