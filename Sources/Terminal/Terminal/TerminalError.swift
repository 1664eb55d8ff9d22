// The reasons why a terminal cannot be used.

/// A terminal that cannot show the program.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable {
        case unknownType(String)
        case tooSimple(String)
        case noType
        case cannotOpen(String)
    }

    private let code: Code

    static func unknownType(_ type: String) -> TerminalError { TerminalError(code: .unknownType(type)) }
    static func tooSimple(_ type: String) -> TerminalError { TerminalError(code: .tooSimple(type)) }
    static let noType = TerminalError(code: .noType)
    static func cannotOpen(_ type: String) -> TerminalError { TerminalError(code: .cannotOpen(type)) }

    /// The attempt and the reason why it failed.
    public var description: String {
        switch code {
        case .unknownType(let type): "opening the screen: the terminal type “\(type)” is unknown"
        case .tooSimple(let type): "opening the screen: a terminal of type “\(type)” cannot place its cursor"
        case .noType: "opening the screen: the variable TERM is not set"
        case .cannotOpen(let type): "opening the screen on a terminal of type “\(type)” failed"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch code {
        case .unknownType: "install the description of this terminal (package ncurses-term), or try TERM=xterm-256color"
        case .tooSimple, .noType: "run it in a terminal; most understand TERM=xterm-256color"
        case .cannotOpen: "check that standard input and output are the terminal"
        }
    }
}
