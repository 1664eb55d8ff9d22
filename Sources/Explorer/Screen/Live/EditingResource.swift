// `e` on a response: reads the resource again, opens the editor, shows the difference, and sends it with
// `If-Match`, so that no change of another client is lost.

import Canvas
import Catalog
import Document
import NetLayer

extension Model {
    // MARK: Fetch and edit

    /// Begins to edit the resource of the shown response, or goes on with the edit that waits.
    mutating func editResource() -> [Effect] {
        if let edit = resource {
            switch edit.step {
            case .fetching, .reading:
                say("\(edit.name) is being read")
                return []
            case .sending:
                say("\(edit.name) is being saved")
                return []
            case .editing: return openResourceEditor()
            case .faulty, .ready, .conflict:
                openResourceBox()
                return []
            case .refused:
                // The text is in a form as well, so another resource may take its place.
                if let plan = result.task.flatMap(resourcePlan), edit.isOf(plan) { return openResourceEditor() }
            }
        }
        guard let task = result.task, let plan = resourcePlan(of: task) else { return [] }
        let ways = resourceWays(of: plan, isJSON: result.answers[task]?.kind == .json)
        let name = tasks.row(task)?.info.title ?? plan.title
        let id = sending.reserveTaskID()
        resource = ResourceEdit(plan: plan, name: name, ways: ways, step: .fetching(id))
        return send(plan, page: 1, again: true, as: id)
    }

    /// Opens the editor on the user's text, else on the resource.
    mutating func openResourceEditor() -> [Effect] {
        guard let edit = resource, let version = edit.version else { return [] }
        dialogs.open = nil
        resource?.step = .editing
        let request = EditRequest(resource: edit.name, text: edit.text ?? version.text, fileName: version.fileName)
        return [.outside(.edit(request))]
    }

    /// A response that the edit waits for.
    mutating func receiveResource(_ answer: Answer) -> [Effect] {
        guard !answer.isArriving, let edit = resource, edit.awaited == answer.task else { return [] }
        if case .sending = edit.step { return receiveSaved(answer, edit) }
        guard let head = answer.head, answer.failure == nil, (200..<300).contains(head.status),
            answer.kind != .binary, answer.bytes > 0
        else {
            return refuse("\(edit.name) could not be read again: \(Self.outcome(answer))")
        }
        resource?.step = .reading(answer.task)
        return [.body(.resource(answer.task))]
    }

    /// The text of the version that was read.
    mutating func receiveResource(of task: TaskID, _ text: String?) -> [Effect] {
        guard let edit = resource, case .reading(task) = edit.step else { return [] }
        guard let text, let answer = result.answers[task], let head = answer.head else {
            return refuse("\(edit.name) was not read: the body is no longer stored")
        }
        let type = head.headers["Content-Type"] ?? "application/json"
        let version = ResourceVersion(
            text: text, tag: ResourceVersion.Tag(head.headers), contentType: Self.utf8(type), isJSON: answer.kind == .json,
            fileName: BodyFileName.suggested(headers: head.headers, url: answer.url))
        let older = edit.version
        resource?.version = version
        guard let mine = edit.text, let older else { return openResourceEditor() }
        meet(version, older, mine)
        return []
    }

    /// The text is sent as UTF-8, whatever the response was encoded in.
    private static func utf8(_ type: String) -> String {
        let parts = type.split(separator: ";").map(String.init)
        return parts.filter { !$0.lowercased().contains("charset=") }.joined(separator: ";")
    }

    /// The text has come back from the editor.
    mutating func receiveEdited(_ text: String) -> [Effect] {
        guard let edit = resource, case .editing = edit.step, let version = edit.version else { return [] }
        let text = text.withoutLastLineBreak
        resource?.text = text
        switch ResourceDifference.compare(version.text, text, isJSON: version.isJSON) {
        case .same:
            resource = nil
            say("\(edit.name) is unchanged: nothing is sent")
            return []
        case .faulty(let error): resource?.step = .faulty(error)
        case .different(let difference): resource?.step = .ready(difference)
        }
        openResourceBox()
        return []
    }

    /// The editor has failed, and brings no text.
    mutating func receiveEditorFailure() -> [Effect] {
        guard let edit = resource, case .editing = edit.step else { return [] }
        guard edit.text != nil else {
            resource = nil
            return []
        }
        return refuse("\(edit.name) was not saved")
    }

    // MARK: Send

    /// Uses the other way to change the resource, where there is one.
    mutating func turnWay() -> [Effect] {
        guard let edit = resource, case .ready(let difference) = edit.step, let way = edit.way(for: difference) else { return [] }
        let possible = edit.ways(for: difference)
        let next = ((possible.firstIndex(of: way) ?? 0) + 1) % possible.count
        resource?.chosenWay = edit.ways.firstIndex(of: possible[next]) ?? 0
        openResourceBox()
        return []
    }

    /// Sends the change that the user has seen and confirmed.
    mutating func sendResource() -> [Effect] {
        guard let edit = resource, case .ready(let difference) = edit.step, let way = edit.way(for: difference),
            let version = edit.version, let text = edit.text
        else { return [] }
        var body = Array(text.utf8)
        if case .mergePatch = way.kind, case .success(let patch)? = difference.patch { body = patch }
        let id = sending.reserveTaskID()
        resource?.step = .sending(id)
        return send(changePlan(of: edit, by: way, body, to: version), page: 1, as: id, because: .confirmed)
    }

    /// The response to the change.
    private mutating func receiveSaved(_ answer: Answer, _ edit: ResourceEdit) -> [Effect] {
        guard let status = answer.head?.status, answer.failure == nil, status < 400 else {
            if answer.head?.status == 412 { return fetchNewer(edit) }
            return refuse("\(edit.name) was not saved: \(Self.outcome(answer))")
        }
        resource = nil
        let method = result.plans[answer.task].map { "\($0.method) " } ?? ""
        // A response without a body shows nothing of the resource.
        guard answer.bytes == 0 else {
            say("\(method)\(edit.name): saved")
            return []
        }
        let effects = send(edit.plan, page: 1, again: true)
        say("\(method)\(edit.name): saved")
        return effects
    }

    /// Another change came first: reads the version that it has made.
    private mutating func fetchNewer(_ edit: ResourceEdit) -> [Effect] {
        let id = sending.reserveTaskID()
        resource?.step = .fetching(id)
        let effects = send(edit.plan, page: 1, again: true, as: id)
        say("Another change of \(edit.name) came first: reading it", .warning)
        return effects
    }

    // MARK: Two changes

    /// Puts the user's change beside the other one.
    private mutating func meet(_ newer: ResourceVersion, _ older: ResourceVersion, _ mine: String) {
        guard case .different(let left) = ResourceDifference.compare(newer.text, mine, isJSON: newer.isJSON) else {
            say("\(resource?.name ?? "The resource") is as you wrote it: nothing is sent")
            resource = nil
            return
        }
        guard case .different(let theirs) = ResourceDifference.compare(older.text, newer.text, isJSON: newer.isJSON),
            case .different(let own) = ResourceDifference.compare(older.text, mine, isJSON: newer.isJSON)
        else {
            // Only the tag is another one.
            resource?.step = .ready(left)
            return openResourceBox()
        }
        resource?.step = .conflict(ResourceConflict(theirs: theirs, mine: own, newer: newer))
        openResourceBox()
    }

    /// Takes the newer version, with the user's changes on top, as the user's text, and asks again.
    mutating func mergeResource() -> [Effect] {
        guard let edit = resource, case .conflict(let conflict) = edit.step, case .success(let merged) = conflict.merged,
            let version = edit.version
        else { return [] }
        resource?.text = merged
        guard case .different(let difference) = ResourceDifference.compare(version.text, merged, isJSON: version.isJSON) else {
            resource = nil
            say("\(edit.name) has your changes already: nothing is sent")
            return []
        }
        resource?.step = .ready(difference)
        openResourceBox()
        return []
    }

    // MARK: Give up

    /// The change is not made. The text stays for another try, and in the form of the operation.
    private mutating func refuse(_ reason: String) -> [Effect] {
        guard let edit = resource, edit.text != nil else {
            resource = nil
            say(reason, .warning)
            return []
        }
        resource?.step = .refused
        let again = view.keymap.keys(of: .editor).first.map { "; \($0) edits your text again" } ?? ""
        let kept = keepText(of: edit)
        say(reason + again + kept, .warning)
        return []
    }

    /// Ends the edit. The text stays in the form of the operation.
    mutating func giveUpResource() -> [Effect] {
        guard let edit = resource else { return [] }
        resource = nil
        let kept = keepText(of: edit)
        say("\(edit.name) was not changed\(kept)")
        return []
    }

    /// The user has refused a question about a request of the edit.
    mutating func dropResource(_ task: TaskID) {
        guard let edit = resource, edit.awaited == task else { return }
        _ = refuse("\(edit.name) was not changed")
    }

    /// Puts the text into the form of the operation that would have sent it; the session stores it there.
    /// - Returns: a clause that says so.
    private mutating func keepText(of edit: ResourceEdit) -> String {
        guard let text = edit.text, let way = edit.ways.first(where: { $0.kind == .whole }) ?? edit.ways.first,
            let endpoint = description?.endpoints.first(where: { $0.id == way.endpoint })
        else { return "" }
        if requests.forms[endpoint.index] == nil { requests.forms[endpoint.index] = newForm(endpoint.index) }
        guard let before = requests.forms[endpoint.index], before.body?.style == .text else { return "" }
        let values = edit.plan.parameters.filter { $0.place == .path && !$0.isEncoded }
        requests.forms[endpoint.index]?.change { form in
            for (index, field) in form.fields.enumerated() {
                guard case .parameter(let parameter) = field.role, parameter.place == .path,
                    case .plain(let value)? = values.first(where: { $0.name == parameter.name })?.value
                else { continue }
                form.setInput(value, at: index)
            }
            form.body?.put(text)
        }
        guard let after = requests.forms[endpoint.index], after.lacksTyped(of: before) else {
            return "; your text is in the form of \(endpoint.method) \(endpoint.path)"
        }
        undoStack.record(.form(FormBefore(before)))
        return "; your text is in the form of \(endpoint.method) \(endpoint.path), \(undoHint)"
    }

    /// `422 Unprocessable Content`, or why there is no response.
    private static func outcome(_ answer: Answer) -> String {
        if let failure = answer.failure { return failure.brief }
        guard let head = answer.head else { return "the request was cancelled" }
        let reason = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
        return reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)"
    }

    // MARK: Ask

    /// Opens the dialog of the step. Over another dialog it waits, and the key of the edit opens it.
    private mutating func openResourceBox() {
        guard let box = ResourceBox(self) else { return }
        guard dialogs.open == nil || dialogs.open is ResourceBox, !isEditing else {
            let key = view.keymap.keys(of: .editor).first ?? ":editor"
            return say("The edit of \(resource?.name ?? "the resource") waits: \(key) in the result goes on with it", .warning)
        }
        // The user waits for the editor and for the key that was just pressed, but not for a response.
        dialogs.questionOpenedAt = dialogs.open is ResourceBox ? nil : now
        dialogs.open = box
        // The keys of the dialog stand where the notice would.
        notices.shown = nil
        notices.waiting = []
    }
}
