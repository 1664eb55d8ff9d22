// What text looks like: colours and attributes, as a theme names them. Which of these a terminal can show is the display's business.

/// A colour.
public enum Ink: Hashable, Sendable {
    /// The terminal's own default.
    case terminal
    /// A place in the terminal's palette: 0–7 the ANSI colours, 8–15 the bright ones, 16–231 a colour cube, 232–255 greys.
    case indexed(UInt8)
    /// Red, green, blue in sRGB.
    case rgb(UInt8, UInt8, UInt8)
}

/// Attributes of text, in any combination.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit an attribute.
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

    /// The names of a theme file.
    static let named: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
    ]
}

/// How a style is shown.
public struct Look: Hashable, Sendable {
    /// The colour of the text; `nil` inherits.
    public var foreground: Ink?
    /// The colour behind it; `nil` inherits.
    public var background: Ink?
    /// Its attributes.
    public var attributes: Attributes

    /// Makes a look; nothing given inherits everything.
    public init(foreground: Ink? = nil, background: Ink? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
