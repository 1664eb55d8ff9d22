// Which lines are logged at which level, as a table.

/// How much is logged.
///
/// | level | start, decisions | success | failure |
/// | --- | --- | --- | --- |
/// | off | – | – | – |
/// | error, warn | – | line, headers, body | line, headers, body |
/// | info | line | line | line |
/// | debug | line, headers, body | line, headers, body | line, headers, body |
///
/// The published table also writes successes at error and warn, and in full. The predicate of
/// ``LogSink/init(_:where:write:)`` can leave them out.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case off, error, warn, info, debug

    /// How much of one event is logged.
    enum Extent: Hashable { case nothing, line, full }

    /// The subject of a log entry.
    enum Subject: Hashable, CaseIterable { case start, decision, success, failure, cancellation, network }

    func extent(_ subject: Subject) -> Extent {
        switch (self, subject) {
        case (.off, _): .nothing
        case (.error, .start), (.warn, .start), (.error, .decision), (.warn, .decision): .nothing
        // A cancellation is not a failure. Changes of the network are logged at every level except off.
        case (.error, .cancellation), (.warn, .cancellation): .nothing
        case (_, .network), (_, .decision), (_, .cancellation): .line
        case (.info, _): .line
        case (.error, _), (.warn, _), (.debug, _): .full
        }
    }
}
