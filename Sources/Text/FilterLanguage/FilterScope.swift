// The lists that can be filtered, and the terms that each of them can decide.

/// What a filter is for. A term that a list cannot decide is an error, which says what to do instead.
public enum FilterScope: Sendable {
    /// The task table: the requests of this session.
    case tasks
    /// The stored requests.
    case history

    /// Why this list cannot decide a term of that field; `nil` when it can.
    func refusal(of field: FilterTerm.Field) -> String? {
        switch (self, field) {
        case (.tasks, .body): "body: is for the history, which stores bodies: write it there (H), or search the result (/)"
        case (.history, .group): "group: is for the task table: the history has no numbers of tasks"
        case (.history, .note): "note: is for the task table: notes are not stored"
        case (.history, .contract): "contract: is for the task table: stored responses are not checked"
        case (.tasks, _), (.history, _): nil
        }
    }
}
