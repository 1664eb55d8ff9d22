// The report when recorded entries could not be written completely.

/// The entries and bodies that could not be written since the history was opened.
public struct HistoryLosses: Sendable, Hashable {
    /// Entries that are lost as a whole.
    public var entries = 0
    /// Bodies of which only length and type were stored, because too much was waiting, or the disk was full.
    public var bodies = 0

    /// No losses.
    public init() {}
}

/// Recorded entries could not be written completely.
///
/// Each kind of trouble is reported once, and again only after a successful write in between.
public struct HistoryTrouble: Sendable, Hashable {
    /// The kinds of trouble.
    public enum Kind: Sendable, Hashable {
        /// Entries arrive faster than the disk accepts them: ``HistoryLimits/pending``.
        case overload
        case failure(HistoryError.Kind)
    }

    /// The kind of trouble.
    public let kind: Kind
    /// The error; `nil` for an overload.
    public let error: HistoryError?
    /// All losses up to then, of all kinds together.
    public let losses: HistoryLosses

    /// What happened, one sentence for people.
    public var message: String {
        let bodies = losses.bodies == 1 ? "1 body is not in it" : "\(losses.bodies) bodies are not in it"
        guard let error else { return "Requests end faster than the history can save them: \(bodies)" }
        return kind == .failure(.full) && losses.bodies > 0 ? "\(error); \(bodies)" : error.description
    }

    /// Advice for the user, one sentence.
    public var hint: String {
        error?.hint ?? "You need to do nothing. The entries themselves are stored as long as there is room."
    }
}
