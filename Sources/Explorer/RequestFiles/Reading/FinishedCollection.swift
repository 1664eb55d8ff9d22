// What is checked of every collection, whichever reader made it, before anybody sees it.

extension RequestCollection {
    /// Without the requests that no server could be sent.
    func checked() -> RequestCollection {
        guard requests.contains(where: { !RequestMethod.isValid($0.method) }) else { return self }
        var checked = self
        for request in requests where !RequestMethod.isValid(request.method) {
            checked.report.note(.skipped, request.place, RequestMethod.refusal, hint: RequestMethod.hint)
        }
        checked.items = items.compactMap(\.withValidMethods)
        checked.report.requests = checked.requests.count
        return checked
    }

    /// With a note where it holds no request, so that an empty list has its reason.
    func explained(at place: ImportPlace) -> RequestCollection {
        guard requests.isEmpty else { return self }
        var explained = self
        if variables.isEmpty, environments.isEmpty {
            explained.report.note(.skipped, place, "there are no requests in it", hint: "choose a file with requests")
        } else {
            explained.report.note(
                .assumed, place, "there are no requests in it, variables alone",
                hint: "put it beside the requests that use them")
        }
        return explained
    }
}

extension CollectionItem {
    /// `nil` for a request whose method is none. A folder stays, also where nothing is left in it.
    fileprivate var withValidMethods: CollectionItem? {
        switch self {
        case .request(let request): return RequestMethod.isValid(request.method) ? self : nil
        case .folder(var folder):
            folder.items = folder.items.compactMap(\.withValidMethods)
            return .folder(folder)
        }
    }
}
