// What the user asked to log: `--log FILE --log-level LEVEL`.

import NetLayer

/// A log that the user asked for.
public struct LogChoice: Sendable, Hashable {
    /// How much is logged.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Requests that failed, in full.
        case error
        /// Also requests that succeeded only after a failed attempt.
        case warning
        /// A line for every attempt, decision and end.
        case info
        /// Also headers and the beginnings of bodies.
        case debug

        var extent: LogLevel {
            switch self {
            case .error: .error
            case .warning: .warn
            case .info: .info
            case .debug: .debug
            }
        }

        /// Whether a task belongs in the log, by its row at the moment of an event.
        func includes(_ row: TaskRow) -> Bool {
            switch self {
            case .error: row.state != .succeeded
            case .warning: row.state != .succeeded || row.hasFailedAttempt
            case .info, .debug: true
            }
        }
    }

    /// The file, which grows.
    public var path: String
    public var level: Level

    public init(path: String, level: Level = .info) { (self.path, self.level) = (path, level) }
}

extension TaskRow {
    /// An attempt other than the one that brought the response has ended. The slower of two copies of a
    /// request has not failed: the engine called it off.
    fileprivate var hasFailedAttempt: Bool {
        exchanges.contains { $0.attempt != attempt && $0.failure?.kind != .cancelled(.hedge) }
    }
}
