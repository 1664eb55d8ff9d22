// The action of Enter here, in a word or two for the footer.

extension Model {
    /// `nil` when Enter has no effect.
    var enterTitle: String? {
        guard whyUnavailable(.primary) == nil else { return nil }
        return switch focus {
        case .endpoints: endpoints.selectedEndpoint == nil ? endpoints.isFoldedHere ? "unfold" : "fold" : sendTitle
        case .request: formTitle
        case .result: resultTitle
        case .tasks:
            switch tasks.selectedID.flatMap(tasks.isFolded) {
            case true?: "unfold"
            case false?: "fold"
            case nil: "open result"
            }
        case .services: "switch"
        }
    }

    /// The title for an endpoint.
    private var sendTitle: String { opensForm ? "open form" : "send" }

    private var formTitle: String? {
        guard let form else { return sendTitle }
        if form.tab == .docs {
            if form.docs.follow != nil { return "follow" }
            return form.docs.isOpenHere.map { $0 ? "fold" : "unfold" }
        }
        return switch form.selectedRow {
        case .field, .bodyText: "edit"
        case .add: "add"
        case .contentType, .choice: "choose"
        case nil: sendTitle
        }
    }

    private var resultTitle: String? {
        if result.tab == .table { return "open row" }
        if result.tab == .contract { return differenceTitle }
        guard let line = result.tree.line else { return nil }
        if line.isLink { return "follow link" }
        return line.isFoldable ? line.isOpen ? "fold" : "unfold" : nil
    }
}
