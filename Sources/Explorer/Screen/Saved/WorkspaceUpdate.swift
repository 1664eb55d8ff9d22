// Handles events of the workspace: changes, and resolved values.

import Catalog
import NetLayer

extension Model {
    /// The description with the saved requests of the workspace, and the typed ones.
    func withSaved(_ description: APIDescription) -> APIDescription {
        withTyped(workspace.map { description.replacingSaved($0.work.saved.requests) } ?? description)
    }

    mutating func receive(_ news: WorkspaceNews) -> [Effect] {
        switch news {
        case .changed(let work, let step, let note): return show(work, step, note)
        case .refused(let reason):
            say(reason, .warning)
            return []
        case .notUndone(let reason):
            undoStack.endSavedUndo()
            say(reason, .warning)
            return []
        case .lookedUp(let values, let number):
            guard workspace?.lookup == number else { return [] }
            workspace?.brought.outside.merge(values) { $1 }
            notices.shown = nil
            return goOn()
        case .notLookedUp(let reason, let number):
            guard workspace?.lookup == number else { return [] }
            stopWaiting()
            say("Nothing was sent: \(reason)", .warning)
            return []
        case .judged(let task, let verdict): return receive(verdict, on: task)
        }
    }

    // MARK: Changed content

    private mutating func show(_ work: WorkspaceWork, _ step: WorkspaceStep, _ note: String) -> [Effect] {
        switch step {
        case .made(let change): undoStack.record(.saved(change))
        case .takenBack: undoStack.takeBackSaved()
        }
        guard let old = description else { return [] }
        keepForms()
        workspace?.work = work
        let new = withSaved(old)
        var moved = Dictionary(uniqueKeysWithValues: (0..<old.ownCount).map { ($0, $0) })
        for index in old.ownCount..<old.endpoints.count {
            if let number = old.typedNumber(of: index) { moved[index] = new.typedIndex(number) }
            guard let name = old.savedRequest(index)?.name else { continue }
            moved[index] = new.place(of: step.newName(of: name))
        }
        keepDrafts(old, new, moved, step)
        stopWaiting()
        replaceDescription(new, moved)
        if let index = step.subject.flatMap(new.place) {
            endpoints.show(index, height: listHeight(of: .endpoints))
        }
        say(
            step.told(undoHint) + (note.isEmpty ? "" : "; \(note)"),
            note.isEmpty ? .info : .warning)
        return []
    }

    /// Typed values stay with their endpoint; a form that was saved begins anew.
    private mutating func keepDrafts(_ old: APIDescription, _ new: APIDescription, _ moved: [Int: Int], _ step: WorkspaceStep) {
        var kept: [String: (draft: FormDraft?, memory: Session.Form?)] = [:]
        for endpoint in old.endpoints {
            let draft = requests.forms[endpoint.index]?.draft ?? requests.drafts[endpoint.id]
            let remembered = memory?.forms.removeValue(forKey: endpoint.id)
            requests.drafts[endpoint.id] = nil
            let isSaved =
                if case .made(.put(let request)) = step { request.name == old.savedRequest(endpoint.index)?.name } else { false }
            // Typed values of a removed request do not apply to a later one of the same name.
            guard let place = moved[endpoint.index], !isSaved else { continue }
            kept[new.endpoints[place].id] = (draft, remembered)
        }
        for (id, value) in kept {
            requests.drafts[id] = value.draft
            memory?.forms[id] = value.memory
        }
    }
}

extension APIDescription {
    /// For each endpoint, the endpoint whose rules apply to it.
    var targets: [EndpointSummary] { endpoints.indices.map { endpoints[target(of: $0)] } }
}

extension WorkspaceStep {
    /// The name of the request to select after the step.
    fileprivate var subject: String? {
        switch self {
        case .made(.put(let request)): request.name
        case .made(.move(_, let name)), .made(.copy(_, let name)), .takenBack(.move(let name, _)), .takenBack(.remove(let name)):
            name
        default: nil
        }
    }

    fileprivate func newName(of name: String) -> String {
        switch self {
        case .made(.move(name, let other)), .takenBack(.move(let other, name)): other
        case _: name
        }
    }

    fileprivate func told(_ undoHint: String) -> String {
        switch self {
        case .made(let change): change.told(undoHint)
        case .takenBack(let change): "Undone: \(change.toldBack)"
        }
    }
}

extension SavedChange {
    fileprivate func told(_ undoHint: String) -> String {
        switch self {
        case .put(let request): "\(request.name) is saved"
        case .remove(let name): "\(name) is removed: \(undoHint)"
        case .move(let name, let other): "\(name) is now called \(other)"
        case .copy(let name, let other): "\(other) is a copy of \(name)"
        }
    }

    fileprivate var toldBack: String {
        switch self {
        case .put(let request): "\(request.name) is as it was before"
        case .remove(let name): "\(name) is back"
        case .move(let name, let other): "\(other) is called \(name) again"
        case .copy(_, let other): "the copy \(other) is removed"
        }
    }
}
