// The exit codes of the product contract: how a script reads the end of a command.

import NetLayer

/// An exit code; 0 is success.
public enum ExitStatus {
    public static let noResponse: Int32 = 6
    public static let cancelled: Int32 = 7
    public static let usage: Int32 = 64
    public static let badData: Int32 = 65
    /// A response, or a request that was accepted, is not as the description says.
    public static let drift: Int32 = 65
    public static let cannotRead: Int32 = 66
    public static let cannotWrite: Int32 = 74

    /// Each code with its meaning, as `explorer --help` lists them. A test holds docs/SCRIPTING.md and the
    /// manual page against this list.
    public static let meanings: [(code: Int32, words: String)] = [
        (0, "success"), (4, "the response was 4xx"), (5, "it was 5xx"), (noResponse, "no response"),
        (cancelled, "cancelled"), (usage, "usage"), (badData, "bad description or data"),
        (cannotRead, "it cannot be read"), (cannotWrite, "the output cannot be written"),
    ]

    /// The meanings as one line.
    public static var summary: String { meanings.map { "\($0.code) \($0.words)" }.joined(separator: ", ") }

    /// From good to bad. A missing response is worse than a failed expectation, and that is worse than a
    /// status. Worse still are requests that could not be sent, and a result that could not be written. A
    /// cancelled run is the worst: the user ended it, whatever else happened.
    private static let order: [Int32] = [0, 4, 5, badData, noResponse, cannotRead, usage, cannotWrite, cancelled]

    /// The exit code of several requests: that of the worst one; 0 of none.
    public static func worst(_ codes: [Int32]) -> Int32 {
        codes.max { (order.firstIndex(of: $0) ?? order.count) < (order.firstIndex(of: $1) ?? order.count) } ?? 0
    }

    /// The exit code of a command that holds responses against their description. A response that differs is no
    /// failed request: every other code is worse.
    /// - Parameters:
    ///   - code: of the requests.
    ///   - differs: whether a response is not as described.
    public static func watching(_ code: Int32, differs: Bool) -> Int32 { code == 0 && differs ? badData : code }

    /// The exit code of a group: that of its worst member. Where fewer successes are enough, their number
    /// decides: 0 when they came, and never 0 when they did not.
    /// - Parameter codes: 0 for a member that the group itself has cancelled.
    public static func ofGroup(_ codes: [Int32], mode: GroupMode, isGoalReached: Bool) -> Int32 {
        switch mode {
        case .collectAll, .failFast: return worst(codes)
        case .firstSuccess, .quorum:
            if isGoalReached { return 0 }
            let code = worst(codes)
            return code == 0 ? badData : code
        }
    }

    /// The exit code for a response's status: 4 or 5 by its first digit. A redirect that was not
    /// followed is a success.
    public static func exitCode(status: Int) -> Int32 { status >= 500 ? 5 : status >= 400 ? 4 : 0 }
}

extension NetError {
    /// The exit code of a command that ends with this error.
    public var exitCode: Int32 {
        switch kind {
        case .status(let status): ExitStatus.exitCode(status: status)
        case .cancelled: ExitStatus.cancelled
        case .badRequest, .badParameters, .notAllowed: ExitStatus.usage
        case .decode, .validation, .business: ExitStatus.badData
        case .file: ExitStatus.cannotWrite
        // The login may be good: a repetition may help.
        case .authentication(.refreshFailed): ExitStatus.noResponse
        // The same code as for a 401 without a login.
        case .authentication(.loginRequired), .authentication(.excessiveRefresh): ExitStatus.exitCode(status: 401)
        case .noNetwork, .duplicate, .rejected, .unsupported, .dns, .connect, .tls, .cut, .protocolViolation, .timedOut,
            .tooLarge, .redirect, .redirectRefused, .transport, .noData, .noMoreData, .paginationLoop, .foreignHost, .work,
            .cacheMiss:
            ExitStatus.noResponse
        }
    }
}
