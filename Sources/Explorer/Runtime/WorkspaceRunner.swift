// Writes the user's workspace on order, resolves the external values of its requests, and judges responses.

import Catalog
import Dispatch
import NetLayer
import Screen
import Synchronization
import Workbench
import Workspace

/// The workspace that the screen was opened on.
public struct WorkspaceDesk: Sendable {
    let editor: WorkspaceEditor
    /// The API in use, or the first of several.
    let api: String
    let file: WorkspaceFile

    /// - Parameters:
    ///   - editor: writes its file.
    ///   - api: the name of the API in use.
    ///   - file: the file as it was read; it resolves its own references.
    public init(_ editor: WorkspaceEditor, api: String, file: WorkspaceFile) {
        self.editor = editor
        self.api = api
        self.file = file
    }
}

final class WorkspaceRunner: Sendable {
    private let desk: WorkspaceDesk?
    private let bodies: BodyStore
    private let inbox: Inbox
    /// Changes are written one after the other.
    private let queue = DispatchQueue(label: "explorer.workspace")
    /// Files and commands may take long, and must not delay other work.
    private let lookups = DispatchQueue(label: "explorer.lookups", attributes: .concurrent)
    private let state: Mutex<State>

    private struct State {
        /// The changes that can be undone, the latest last.
        var changes: [(change: SavedChange, applied: WorkspaceEditor.Applied, api: String)] = []
        var file: WorkspaceFile?
    }

    /// The limit of changes that can be undone.
    private static let mostChanges = 50

    init(_ desk: WorkspaceDesk?, bodies: BodyStore, inbox: Inbox) {
        self.desk = desk
        self.bodies = bodies
        self.inbox = inbox
        state = Mutex(State(file: desk?.file))
    }

    /// - Parameter api: the API that the order is for, where the screen has several.
    func obey(_ order: WorkspaceOrder, of api: String? = nil) {
        let queue = if case .lookUp = order { lookups } else { queue }
        queue.async { [self] in
            let (news, home) = news(of: order, in: api ?? desk?.api ?? "")
            inbox.post(Event.workspace(news).of(api == nil ? nil : home))
        }
    }

    /// Resolves references by this file from now on. Another workspace is ignored.
    func take(_ file: WorkspaceFile) {
        guard file.path == desk?.file.path else { return }
        state.withLock { $0.file = file }
    }

    /// Waits until all pending changes are written.
    func finish() { queue.sync {} }

    /// The news, and the API that they are of: the last change may be that of another one.
    private func news(of order: WorkspaceOrder, in api: String) -> (WorkspaceNews, api: String) {
        switch order {
        case .change(let change): (write(change, in: api), api)
        case .undo: undo(in: api)
        case .lookUp(let references, let number): (lookUp(references, number), api)
        case .judge(let answer): (judge(answer), api)
        }
    }

    private func write(_ change: SavedChange, in api: String) -> WorkspaceNews {
        guard let desk else { return .refused("There is no workspace to write") }
        do {
            let applied = try desk.editor.apply(change, api: api)
            state.withLock { $0.changes = Array(($0.changes + [(change, applied, api)]).suffix(Self.mostChanges)) }
            return told(applied, .made(change), in: api)
        } catch {
            return .refused("\(error)")
        }
    }

    private func undo(in api: String) -> (WorkspaceNews, api: String) {
        guard let desk, let last = state.withLock({ $0.changes.last }) else {
            return (.notUndone("There is no change to undo"), api)
        }
        do {
            // A change that cannot be undone must not block earlier ones.
            state.withLock { _ = $0.changes.popLast() }
            let news = told(try desk.editor.undo(last.applied), .takenBack(last.change), in: last.api)
            if case .refused(let reason) = news { return (.notUndone(reason), last.api) }
            return (news, last.api)
        } catch {
            return (.notUndone("Nothing was undone: \(error)"), last.api)
        }
    }

    private func told(_ applied: WorkspaceEditor.Applied, _ step: WorkspaceStep, in api: String) -> WorkspaceNews {
        state.withLock { $0.file = applied.file }
        guard let api = applied.file.apis.first(where: { $0.name == api }) else {
            return .refused("\(applied.file.path) has no \(api) any more")
        }
        let isStranger = !applied.file.openNeeds.isEmpty
        return .changed(
            WorkspaceWork(api), step, note: isStranger ? "not agreed to yet: explorer trust FILE" : "")
    }

    /// A form may contain text of others: only references of the file, which the user has
    /// agreed to, are resolved.
    private func lookUp(_ references: Set<ExternalReference>, _ number: Int) -> WorkspaceNews {
        guard let file = state.withLock({ $0.file }) else { return .notLookedUp("there is no workspace", number: number) }
        if let stranger = references.first(where: { !file.refers(to: $0) }) {
            return .notLookedUp("\(stranger) is not in \(file.path): write it there, and agree to it", number: number)
        }
        do throws(VariableError) {
            return .lookedUp(try file.externalValues.values(of: references), number: number)
        } catch {
            return .notLookedUp("\(error)", number: number)
        }
    }

    private func judge(_ judged: JudgedAnswer) -> WorkspaceNews {
        var answer = SavedResponse(
            status: judged.head.status, headers: judged.head.headers, document: bodies.document(of: judged.task),
            elapsed: judged.elapsed, sent: judged.sent)
        if let question = judged.contract, let contract = question.book.contract(of: question.endpoint) {
            answer.hold(against: contract, ContractRunner.body(question, contract, bodies.properties(of: judged.task)))
        }
        var expansion = judged.expansion
        return .judged(judged.task, judged.request.verdict(on: answer, business: judged.business, &expansion))
    }
}

extension WorkspaceWork {
    /// The content of an API of a workspace.
    public init(_ api: WorkspaceAPI) {
        let scopes = api.environments.map { ($0.rawValue, api.variables(in: $0)) }
        self.init(saved: api.work, variables: api.variables(), ofEnvironments: Dictionary(scopes) { first, _ in first })
    }
}
