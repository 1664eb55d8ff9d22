// What a reader of workspaces says of a mistake.

@testable import Workspace

/// "none" where `read` finds no mistake; else each mistake with its line and its hint.
func readProblems(_ read: () throws -> Void) -> String {
    do {
        try read()
        return "none"
    } catch {
        return (error as? WorkspaceError)?.problems.map { "\($0.line) \($0.message); \($0.hint)" }.joined(separator: "\n")
            ?? "\(error)"
    }
}
