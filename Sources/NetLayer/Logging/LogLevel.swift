// What is logged at which level: the table of HD-13, row by row.

/// How much is written.
///
/// | level | start, decisions | success | failure |
/// | --- | --- | --- | --- |
/// | off | – | – | – |
/// | error, warn | – | line, headers, body | line, headers, body |
/// | info | line | line | line |
/// | debug | line, headers, body | line, headers, body | line, headers, body |
///
/// That successes are written at error and warn, and in full, is the published table's; ``LogSink/init(_:where:write:)``'s predicate leaves them out.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case off, error, warn, info, debug

    /// How much is written of one thing.
    enum Extent: Hashable { case nothing, line, full }

    /// What is written about.
    enum Subject: Hashable, CaseIterable { case start, decision, success, failure, cancellation, network }

    func extent(_ subject: Subject) -> Extent {
        switch (self, subject) {
        case (.off, _): .nothing
        case (.error, .start), (.warn, .start), (.error, .decision), (.warn, .decision): .nothing
        // Nobody failed; and the network's changes are told whoever listens (HD-15).
        case (.error, .cancellation), (.warn, .cancellation): .nothing
        case (_, .network), (_, .decision), (_, .cancellation): .line
        case (.info, _): .line
        case (.error, _), (.warn, _), (.debug, _): .full
        }
    }
}
