// The state of the screen that returns when the user opens the same source again. It contains no secret.

import Catalog

/// What the user had open, as plain values: endpoints and groups by their names, so that another reading
/// of the description finds them.
public struct Session: Sendable, Hashable {
    /// The selected endpoint's id.
    public var endpoint: String?
    /// The first visible line of the endpoint list.
    public var top = 0
    /// Names of the folded groups.
    public var folded: [String] = []
    public var environment: String?
    /// A theme that the user chose.
    public var theme: String?
    public var pane = Pane.endpoints
    /// The response tab that the user chose last.
    public var resultTab: ResultTab?
    /// The kind of response that it was chosen for; `nil` for any kind.
    var resultKind: ResponseKind?
    public var splits = Splits()
    /// Options of the screen that the user changed.
    var settings: [Setting: String] = [:]
    /// The columns of the task table that the user has chosen.
    var taskColumns: [TaskColumn]?
    /// Typed values, by the endpoint's id.
    public var forms: [String: Form] = [:]

    public init() {}

    /// The session as it applies when the user has named an environment.
    public func opened(in environment: String?) -> Session {
        var session = self
        if environment != nil { session.environment = nil }
        return session
    }

    /// The typed values of one endpoint, as texts.
    public struct Form: Sendable, Hashable {
        /// The part of the form that a text belongs to.
        enum Place: Sendable, Hashable {
            case parameter(String, ParameterPlace)
            /// The nth part of that name.
            case part(String, contentType: String, Int)
            case file(contentType: String)
            case saved(String, RequestTab, Int)
            case option(SavedOption)
            case own(OwnField)
            /// A body as a whole; `choice` is the alternative of its schema.
            case body(contentType: String, choice: String?, isForeign: Bool)
        }

        struct Text: Sendable, Hashable {
            var place: Place
            var text: String
        }

        var tab = RequestTab.params
        var texts: [Text] = []
        /// The shown body.
        var contentType: String?
        var choice: String?

        /// The user has typed and chosen nothing.
        var isEmpty: Bool { texts.isEmpty && tab == .params }
    }
}

/// The model's state for remembering a session.
public struct SessionMemory: Sendable {
    /// The session as it was last written.
    var written: Session?
    /// The session to open once the description is there.
    var opening: Session?
    /// The forms of all endpoints, whether the user has opened them this time or not.
    var forms: [String: Session.Form]
    /// The theme and the options of the screen as they are without a session.
    let usualTheme: String
    var usual: [Setting: String] = [:]
    /// When the next write is due; `nil` while nothing has happened.
    var due: Duration?

    /// The time from the first change until the session is stored, with all changes up to then.
    static let pause = Duration.seconds(1)

    /// - Parameters:
    ///   - session: the session of the last time; `nil` the first time.
    ///   - theme: the theme that is shown when the user has chosen none.
    public init(_ session: Session? = nil, theme: String = BuiltInThemes.names[0]) {
        usualTheme = theme
        opening = session
        written = session
        forms = session?.forms ?? [:]
    }
}
