// The checks of every collection, from any reader, before callers get it.

extension RequestCollection {
    /// Removes the requests whose method cannot be sent.
    func checked() -> RequestCollection {
        guard requests.contains(where: { !RequestMethod.isValid($0.method) }) else { return self }
        var checked = self
        for request in requests where !RequestMethod.isValid(request.method) {
            checked.report.addNote(.skipped, request.place, RequestMethod.refusal, hint: RequestMethod.hint)
        }
        checked.items = items.compactMap(\.withValidMethods)
        checked.report.requests = checked.requests.count
        return checked
    }

    /// Adds a note if there are no requests, to explain an empty list.
    func explained(at place: ImportPlace) -> RequestCollection {
        guard requests.isEmpty else { return self }
        var explained = self
        if variables.isEmpty, environments.isEmpty {
            explained.report.addNote(.skipped, place, "it has no requests", hint: "choose a file with requests")
        } else {
            explained.report.addNote(
                .assumed, place, "it has only variables, no requests",
                hint: "put it beside the requests that use them")
        }
        return explained
    }
}

extension CollectionItem {
    /// `nil` for a request with an invalid method. A folder stays, even if it becomes empty.
    fileprivate var withValidMethods: CollectionItem? {
        switch self {
        case .request(let request): return RequestMethod.isValid(request.method) ? self : nil
        case .folder(var folder):
            folder.items = folder.items.compactMap(\.withValidMethods)
            return .folder(folder)
        }
    }
}
