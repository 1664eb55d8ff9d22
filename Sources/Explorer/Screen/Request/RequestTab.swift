// The tabs of the request pane: those that have something to fill in or to read.

enum RequestTab: String, CaseIterable, Sendable, Hashable {
    case params = "Params"
    case headers = "Headers"
    case body = "Body"
    case auth = "Auth"
    /// The policies of a saved request.
    case policies = "Policies"
    case docs = "Docs"
}

/// One line of a tab.
enum FormRow: Sendable, Hashable {
    /// The field of that index.
    case field(Int)
    /// Adds a field of the user's own.
    case add(OwnField)
    /// The choice of the body's media type.
    case contentType
    /// The choice of the body's alternative.
    case choice
    /// The body as text: all the room that is left.
    case bodyText
}

/// A value that the user may add to a request beyond its description.
enum OwnField: Sendable, Hashable {
    case query, header

    /// The text on the line that adds one.
    var invitation: String {
        switch self {
        case .query: "+ query parameter"
        case .header: "+ header"
        }
    }

    /// The separator of name and value.
    var separator: Character {
        switch self {
        case .query: "="
        case .header: ":"
        }
    }

    /// The format that the user types.
    var hint: String {
        switch self {
        case .query: "name=value"
        case .header: "Name: value"
        }
    }
}
