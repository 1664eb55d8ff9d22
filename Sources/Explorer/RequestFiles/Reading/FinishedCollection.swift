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

    /// The name of a file that by its format has only environments, and what to do with it; `nil` for all others.
    private var environmentsAlone: (name: String, hint: String)? {
        guard items.isEmpty, !variables.isEmpty || !environments.isEmpty else { return nil }
        func besideCollection(_ name: String) -> String {
            "name it \(name) beside the collection that uses it, and open the collection"
        }
        switch format {
        case "Postman environment": return ("a Postman environment", besideCollection("NAME.postman_environment.json"))
        case "Postman globals": return ("Postman's globals", besideCollection("NAME.postman_globals.json"))
        case "Bruno" where !environments.isEmpty: return ("an environment of Bruno", "open the folder of its collection")
        case _ where format.hasPrefix("Insomnia"):
            return ("an environment of Insomnia", "export the collection that uses it, which has its environments")
        default: return nil
        }
    }

    /// Adds a note if there are no requests, to explain an empty list.
    func explained(at place: ImportPlace) -> RequestCollection {
        guard requests.isEmpty else { return self }
        var explained = self
        if let (name, hint) = environmentsAlone {
            explained.report.addNote(.skipped, place, "this is \(name): it has variables, and no requests", hint: hint)
        } else if variables.isEmpty, environments.isEmpty {
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
