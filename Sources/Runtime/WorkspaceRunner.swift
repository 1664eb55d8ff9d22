// Writes the user's workspace when the model wants it, brings what its requests need from outside, and judges answers.

import Catalog
import Dispatch
import Explorer
import NetLayer
import Synchronization
import Workspace

/// The workspace that the screen was opened on.
public struct WorkspaceDesk: Sendable {
    let editor: WorkspaceEditor
    let api: String
    let outside: OutsideValues

    /// - Parameters:
    ///   - editor: writes its file.
    ///   - api: which of its APIs is meant.
    ///   - outside: brings what it refers to.
    public init(_ editor: WorkspaceEditor, api: String, outside: OutsideValues) {
        self.editor = editor
        self.api = api
        self.outside = outside
    }
}

final class WorkspaceRunner: Sendable {
    private let desk: WorkspaceDesk?
    private let bodies: BodyStore
    private let inbox: Inbox
    /// Files and commands may take long; one change is written after the other.
    private let queue = DispatchQueue(label: "explorer.workspace")
    private let state: Mutex<State>

    private struct State {
        /// What can be taken back, the latest last.
        var changes: [WorkspaceEditor.Applied] = []
        var outside: OutsideValues?
    }

    init(_ desk: WorkspaceDesk?, bodies: BodyStore, inbox: Inbox) {
        self.desk = desk
        self.bodies = bodies
        self.inbox = inbox
        state = Mutex(State(outside: desk?.outside))
    }

    func obey(_ order: WorkspaceOrder) {
        queue.async { [self] in inbox.post(.workspace(news(of: order))) }
    }

    private func news(of order: WorkspaceOrder) -> WorkspaceNews {
        switch order {
        case .change(let change): write(change)
        case .undo: undo()
        case .lookUp(let references): lookUp(references)
        case .judge(let answer): judge(answer)
        }
    }

    private func write(_ change: SavedChange) -> WorkspaceNews {
        guard let desk else { return .refused("There is no workspace to write") }
        do {
            return told(try desk.editor.apply(change, api: desk.api), change)
        } catch {
            return .refused("\(error)")
        }
    }

    private func undo() -> WorkspaceNews {
        guard let desk, let last = state.withLock({ $0.changes.last }) else { return .refused("There is no change to take back") }
        do {
            let applied = try desk.editor.undo(last)
            state.withLock { _ = $0.changes.popLast() }
            return told(applied, nil)
        } catch {
            return .refused("\(error)")
        }
    }

    private func told(_ applied: WorkspaceEditor.Applied, _ change: SavedChange?) -> WorkspaceNews {
        state.withLock { state in
            if change != nil { state.changes.append(applied) }
            state.outside = applied.file.outside
        }
        guard let api = applied.file.apis.first(where: { $0.name == desk?.api }) else {
            return .refused("\(applied.file.path) has no \(desk?.api ?? "") any more")
        }
        let isStranger = !applied.isTrusted && !applied.file.needs.isEmpty
        return .changed(
            WorkspaceWork(api), change, note: isStranger ? "it asks for more than you have agreed to: explorer trust FILE" : "")
    }

    private func lookUp(_ references: Set<OutsideReference>) -> WorkspaceNews {
        guard let outside = state.withLock({ $0.outside }) else { return .refused("There is no workspace to look them up for") }
        do throws(VariableError) {
            return .lookedUp(try outside.values(of: references))
        } catch {
            return .refused("Nothing was sent: \(error)")
        }
    }

    private func judge(_ judged: JudgedAnswer) -> WorkspaceNews {
        let answer = SavedAnswer(
            status: judged.head.status, headers: judged.head.headers, document: bodies.document(of: judged.task),
            elapsed: judged.elapsed)
        var expansion = VariableExpansion(judged.variables, captured: judged.captured)
        return .judged(judged.ticket, judged.request.verdict(on: answer, &expansion))
    }
}

extension WorkspaceWork {
    /// What an API of a workspace has.
    public init(_ api: WorkspaceAPI) {
        let scopes = api.environments.map { ($0.rawValue, api.variables(in: $0)) }
        self.init(saved: api.work, variables: api.variables(), ofEnvironments: Dictionary(scopes) { first, _ in first })
    }
}
