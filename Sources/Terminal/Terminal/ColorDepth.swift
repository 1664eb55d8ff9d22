// How many colours the terminal can show, and how many the user wants.

/// The colours that a terminal can show.
public enum ColorDepth: String, CaseIterable, Hashable, Sendable {
    /// Red, green and blue, eight bits each.
    case trueColor
    /// The palette of 256.
    case ansi256
    /// The sixteen ANSI colours.
    case ansi16
    /// The eight ANSI colours.
    case ansi8
    /// None: only attributes.
    case mono

    /// - Parameters:
    ///   - colors: the number in the terminal's description (`max_colors`).
    ///   - directColor: whether the description supports colours by red, green and blue (`RGB`).
    ///   - environment: `NO_COLOR`, not empty, asks for none (no-color.org). `COLORTERM` of
    ///     `truecolor` or `24bit` promises all, which is trusted for terminals that already have 256
    ///     colours, or whose type is `xterm`.
    init(colors: Int, directColor: Bool, type: String, environment: [String: String]) {
        let promised = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
        if let refusal = environment["NO_COLOR"], !refusal.isEmpty {
            self = .mono
        } else if directColor || promised && (colors >= 256 || type == "xterm") {
            self = .trueColor
        } else if colors >= 256 {
            self = .ansi256
        } else if colors >= 16 {
            self = .ansi16
        } else if colors >= 8 {
            self = .ansi8
        } else {
            self = .mono
        }
    }
}
