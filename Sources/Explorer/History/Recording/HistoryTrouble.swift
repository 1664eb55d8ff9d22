// What is told when entries that were recorded could not be written as they were.

/// What could not be written since the history was opened.
public struct HistoryLosses: Sendable, Hashable {
    /// Entries that are lost as a whole.
    public var entries = 0
    /// Bodies of which only length and type were kept because too much was waiting, or the disk had no room.
    public var bodies = 0

    /// None.
    public init() {}
}

/// Entries that were recorded could not be written as they were.
///
/// A kind of trouble is told once, and again only after something could be written in between.
public struct HistoryTrouble: Sendable, Hashable {
    /// What kind of trouble it is.
    public enum Kind: Sendable, Hashable {
        /// Entries come faster than the disk takes them: ``HistoryLimits/pending``.
        case overload
        case failure(HistoryError.Kind)
    }

    /// What kind of trouble it is.
    public let kind: Kind
    /// The error; `nil` for an overload.
    public let error: HistoryError?
    /// What was lost until then, of all kinds together.
    public let losses: HistoryLosses

    /// What happened, a sentence for people.
    public var message: String {
        let bodies = losses.bodies == 1 ? "1 body is not in it" : "\(losses.bodies) bodies are not in it"
        guard let error else { return "Requests end faster than the history can be written: \(bodies)" }
        return kind == .failure(.full) && losses.bodies > 0 ? "\(error); \(bodies)" : error.description
    }

    /// What to do, a sentence for people.
    public var hint: String {
        error?.hint ?? "Nothing needs to be done. The entries themselves are kept as long as there is room."
    }
}
