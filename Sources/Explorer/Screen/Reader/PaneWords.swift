// The focused pane as lines for a screen reader: what it has, its tab, the row under the cursor.

enum PaneWords {
    /// Where the user is: another one is said.
    struct Place: Sendable, Hashable {
        var pane: Pane
        /// The endpoint of the form.
        var owner = ""
        var tab = ""

        init(_ model: Model) {
            pane = model.focus
            switch model.focus {
            case .request: (owner, tab) = (model.form?.endpoint.id ?? "", model.form?.tab.rawValue ?? "")
            case .result: tab = model.result.tab.rawValue
            case .endpoints, .tasks, .services: break
            }
        }
    }

    static func head(_ model: Model) -> String {
        switch model.focus {
        case .endpoints: EndpointWords.head(model)
        case .request: FormWords.head(model)
        case .result: ResultWords.head(model)
        case .tasks: TaskWords.head(model)
        case .services: ServiceWords.head(model)
        }
    }

    /// The open tab; empty in a pane without tabs.
    static func tab(_ model: Model) -> String {
        switch model.focus {
        case .request: model.form.map(FormWords.tab) ?? ""
        case .result: ResultWords.tab(model)
        case .endpoints, .tasks, .services: ""
        }
    }

    /// The row under the cursor; `nil` while it is being read.
    static func spot(_ model: Model) -> SpokenSpot? {
        switch model.focus {
        case .endpoints: EndpointWords.spot(model)
        case .request: model.form.flatMap(FormWords.spot)
        case .result: ResultWords.spot(model)
        case .tasks: TaskWords.spot(model)
        case .services: ServiceWords.spot(model)
        }
    }

    /// Whether the row under the cursor changes without the user: the newest task stays selected, the end of a
    /// streaming response, a watched response. Then only the user's own steps are said.
    static func movesAlone(_ model: Model) -> Bool {
        switch model.focus {
        case .tasks, .services: true
        case .result: model.result.follows || model.shownWatch != nil
        case .endpoints, .request: false
        }
    }

    /// Everything about the place, for a user who asks.
    static func whole(_ model: Model) -> [String] {
        let help = model.focus == .request ? model.form.map(FormWords.help) ?? "" : ""
        let typing = SpokenTyping.current(model).map { "editing \($0.name), \($0.value)" } ?? ""
        return ["You are in: " + head(model), spot(model)?.text ?? "", help, typing, TaskWords.counts(model.tasks)]
    }
}
