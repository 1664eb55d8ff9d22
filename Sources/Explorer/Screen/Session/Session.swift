// What of the screen is there again when the program is opened on the same thing. No secret is in it.

import Catalog

/// What somebody had open, as plain values: endpoints and groups by their names, so that another reading of the description finds them.
public struct Session: Sendable, Hashable {
    /// The selected endpoint's id.
    public var endpoint: String?
    /// The first line of the endpoint list that was on the screen.
    public var top = 0
    /// Names of the groups that are folded.
    public var folded: [String] = []
    public var environment: String?
    /// One that was chosen by hand.
    public var theme: String?
    public var pane = Pane.endpoints
    /// The tab of answers that was asked for last.
    public var resultTab: ResultTab?
    public var splits = Splits()
    /// Options of the screen that were changed by hand.
    var settings: [Setting: String] = [:]
    /// What was typed, by the endpoint's id.
    public var forms: [String: Form] = [:]

    public init() {}

    /// What of it counts when somebody has named an environment.
    public func opened(in environment: String?) -> Session {
        var session = self
        if environment != nil { session.environment = nil }
        return session
    }

    /// What was typed for one endpoint, as texts.
    public struct Form: Sendable, Hashable {
        /// What a text belongs to.
        enum Place: Sendable, Hashable {
            case parameter(String, ParameterPlace)
            /// The nth of its name.
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
        /// The body that is shown.
        var contentType: String?
        var choice: String?

        /// Nothing was typed, and nothing chosen.
        var isEmpty: Bool { texts.isEmpty && tab == .params }
    }
}

/// What the model needs to remember a session.
public struct SessionMemory: Sendable {
    /// What is written was this.
    var written: Session?
    /// What is still to be opened once the description is there.
    var opening: Session?
    /// The forms of endpoints that have not been looked at, and of those that have.
    var forms: [String: Session.Form]
    /// The theme and the options of the screen as they are without a session.
    let usualTheme: String
    var usual: [Setting: String] = [:]
    /// When the next one is due; `nil` while nothing has happened.
    var due: Duration?

    /// So long after the first change it is kept, with all that has come meanwhile.
    static let pause = Duration.seconds(1)

    /// - Parameters:
    ///   - session: that of the last time; `nil` the first time.
    ///   - theme: what shows where nobody has chosen one by hand.
    public init(_ session: Session? = nil, theme: String = BuiltInThemes.names[0]) {
        usualTheme = theme
        opening = session
        written = session
        forms = session?.forms ?? [:]
    }
}
