// How many colours the terminal at hand can show, and what the user wants of them.

/// What a terminal can do with colours.
public enum ColorDepth: String, CaseIterable, Hashable, Sendable {
    /// Red, green and blue, eight bits each.
    case trueColor
    /// The palette of 256.
    case ansi256
    /// The sixteen ANSI colours.
    case ansi16
    /// The eight ANSI colours.
    case ansi8
    /// None: attributes alone.
    case mono

    /// - Parameters:
    ///   - colors: what the terminal's description says (`max_colors`).
    ///   - directColor: whether the description knows colours by red, green and blue (`RGB`).
    ///   - environment: `NO_COLOR`, not empty, asks for none (no-color.org); `COLORTERM` of `truecolor` or `24bit` promises all,
    ///     and is believed of terminals that already have 256, or call themselves `xterm`.
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
