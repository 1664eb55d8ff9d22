// The tabs of the request pane: those that have something to fill in or to read.

enum RequestTab: String, CaseIterable, Sendable, Hashable {
    case params = "Params"
    case headers = "Headers"
    case body = "Body"
    case auth = "Auth"
    /// How a saved request is sent.
    case policies = "Policies"
    case docs = "Docs"
}

/// One line of a tab.
enum FormRow: Sendable, Hashable {
    /// The field of that index.
    case field(Int)
    /// Makes a field of one's own.
    case add(OwnField)
    /// The choice of the body's media type.
    case contentType
    /// The choice of what the body is one of.
    case choice
    /// The body as text: all the room that is left.
    case bodyText
}

/// What a person may add to a request beyond its description.
enum OwnField: Sendable, Hashable {
    case query, header

    /// What stands on the line that adds one.
    var invitation: String {
        switch self {
        case .query: "+ query parameter"
        case .header: "+ header"
        }
    }

    /// What stands between name and value.
    var separator: Character {
        switch self {
        case .query: "="
        case .header: ":"
        }
    }

    /// The form in which it is typed.
    var hint: String {
        switch self {
        case .query: "name=value"
        case .header: "Name: value"
        }
    }
}
