// What the model does when the workspace has changed, or has brought values.

import Catalog
import NetLayer

extension Model {
    /// The description with what the workspace has saved.
    func withSaved(_ description: APIDescription) -> APIDescription {
        workspace.map { description.with($0.work.saved.requests) } ?? description
    }

    mutating func receive(_ news: WorkspaceNews) -> [Effect] {
        switch news {
        case .changed(let work, let change, let note): return show(work, change, note)
        case .refused(let reason):
            stopWaiting()
            say(reason, .warning)
            return []
        case .lookedUp(let values):
            workspace?.brought.outside.merge(values) { $1 }
            return goOn()
        case .judged(let ticket, let verdict): return receive(verdict, on: ticket)
        }
    }

    // MARK: Another content

    private mutating func show(_ work: WorkspaceWork, _ change: SavedChange?, _ note: String) -> [Effect] {
        guard let old = description else { return [] }
        keepForms()
        workspace?.work = work
        let new = withSaved(old)
        var moved = Dictionary(uniqueKeysWithValues: (0..<old.ownCount).map { ($0, $0) })
        for index in old.ownCount..<old.endpoints.count {
            guard let name = old.savedRequest(index)?.name else { continue }
            let now = change?.newName(of: name) ?? name
            moved[index] = (new.ownCount..<new.endpoints.count).first { new.savedRequest($0)?.name == now }
        }
        keepDrafts(old, new, moved, change)
        source = .ready(new)
        forms = [:]
        waitingSend = nil
        rules.moveEndpoints(moved)
        rules.take(new.caching, for: new.targets)
        endpoints.reread(new, moved)
        if let name = change?.subject,
            let index = (new.ownCount..<new.endpoints.count).first(where: { new.savedRequest($0)?.name == name })
        {
            endpoints.show(index, height: Layout(self).height(of: .endpoints))
        }
        say(
            (change?.told ?? "The last change of the workspace is taken back") + (note.isEmpty ? "" : "; \(note)"),
            note.isEmpty ? .info : .warning)
        return settle()
    }

    /// What was typed stays with its endpoint; a form that was saved begins anew.
    private mutating func keepDrafts(_ old: APIDescription, _ new: APIDescription, _ moved: [Int: Int], _ change: SavedChange?) {
        for (index, form) in forms {
            guard let place = moved[index] else { continue }
            let isSaved = change.map {
                if case .put(let request) = $0 { request.name == old.savedRequest(index)?.name } else { false }
            }
            let id = new.endpoints[place].id
            drafts[id] = isSaved == true ? nil : form.draft
            if isSaved == true { memory?.forms[id] = nil }
        }
    }
}

extension APIDescription {
    /// For each endpoint the one whose rules hold for it.
    var targets: [EndpointSummary] { endpoints.indices.map { endpoints[target(of: $0)] } }
}

extension SavedChange {
    /// What the request is called that is looked at then.
    fileprivate var subject: String? {
        switch self {
        case .put(let request): request.name
        case .remove: nil
        case .move(_, let name), .copy(_, let name): name
        }
    }

    fileprivate func newName(of name: String) -> String {
        if case .move(name, let other) = self { other } else { name }
    }

    fileprivate var told: String {
        switch self {
        case .put(let request): "\(request.name) is saved"
        case .remove(let name): "\(name) is removed; :request undo brings it back"
        case .move(let name, let other): "\(name) is called \(other) now"
        case .copy(let name, let other): "\(other) is a copy of \(name)"
        }
    }
}
