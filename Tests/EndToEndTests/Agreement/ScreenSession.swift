// The screen without its terminal: its model, the driver of its effects and the network, opened on a workspace or a description as the
// program does it.

import Canvas
import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import NetLayer
@testable import Runtime
@testable import Screen
@testable import Workbench
@testable import Workspace

@MainActor
final class ScreenSession {
    private(set) var model: Model
    private let inbox = Inbox()
    private let runner: EffectRunner
    private let client: NetClient
    private let observer: Task<Void, Never>
    /// The orders to other programs and files: nobody performs them.
    private(set) var outside: [OutsideEffect] = []

    /// Opens a workspace that the user has agreed to.
    convenience init(workspace path: String, environment: [String: String], _ settings: NetworkSettings) async throws {
        let paths = Paths(environment: environment)
        let (trust, secrets) = (WorkspaceTrust(paths), SecretStore(paths))
        let file = try WorkspaceFile(path, environment: environment, trust: trust, secrets: secrets)
        let chosen = try ChosenSource(file, settings, variables: environment)
        let client = settings.client(log: nil)
        let opened = try await chosen.loadDescriptionOrSavedRequests(client, remoteReferences: false)
        let editor = WorkspaceEditor(path, environment: environment, trust: trust, secrets: secrets)
        let api = try #require(opened.workspace?.api)
        self.init(opened, client, settings, environment, WorkspaceDesk(editor, api: api.name, file: file), api)
    }

    init(
        _ opened: OpenedSource, _ client: NetClient, _ settings: NetworkSettings, _ environment: [String: String],
        _ desk: WorkspaceDesk? = nil, _ api: WorkspaceAPI? = nil
    ) {
        self.client = client
        runner = EffectRunner(
            client: client, inbox: inbox, environment: environment, workspace: desk, guards: settings.guards)
        model = Model(
            size: Size(width: 120, height: 40), source: "source", defaults: settings.defaults,
            settings: Settings.parse("confirm = never").settings, workspace: api.map { WorkspaceWork($0) },
            reserveTaskID: { client.reserveTaskID() })
        observer = runner.observe()
        inbox.post(.source(.described(opened.description, opened.pool)))
        pump()
    }

    deinit { observer.cancel() }

    /// Changes the model by hand, and performs what it wants.
    func change(_ body: (inout Model) -> [Effect]) {
        perform(body(&model))
        pump()
    }

    /// Types a line into the palette.
    func palette(_ line: String) {
        let keys = [Key.character(":")] + line.map(Key.character) + [.enter]
        inbox.post(keys.map { Event.user(.key($0)) })
        pump()
    }

    /// Presses a key.
    func press(_ key: Character) { receive(.user(.key(.character(key)))) }

    func receive(_ event: Event) {
        inbox.post(event)
        pump()
    }

    /// Takes what happens until the condition holds.
    func until(_ condition: (Model) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while !condition(model) {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(2))
            pump()
        }
        return true
    }

    /// Takes all that has happened.
    func pump() {
        for event in [.tick(runner.now)] + runner.news + inbox.drain() { perform(model.update(event)) }
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .outside(let work): outside.append(work)
            case .screen, .description: break
            case _: runner.perform(effect)
            }
        }
    }

    /// Waits until the screen has done what it was asked for. Questions for variables are answered with the same text.
    func settle(answering answer: String = "42") async -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isSettled(answering: answer) {
            guard ContinuousClock.now < deadline else { return false }
            // Nothing tells that all is over but the state itself.
            try? await Task.sleep(for: .milliseconds(2))
        }
        return true
    }

    private func isSettled(answering answer: String) -> Bool {
        pump()
        if model.dialogs.open is VariableQuestion {
            inbox.post((answer.map(Key.character) + [.enter]).map { Event.user(.key($0)) })
        }
        let work = model.workspace
        return work?.waiting == nil && work?.runs.isEmpty != false && work?.sent.isEmpty != false
            && model.sending.heldSends.isEmpty && model.result.awaited == nil && client.snapshot().live.isEmpty
            && model.tasks.rows.allSatisfy(\.state.isEnded)
            && model.tasks.rows.count == client.snapshot().ended.count && overlayIsClosed
    }

    private var overlayIsClosed: Bool { !(model.dialogs.open is VariableQuestion) }

    /// The rows of the task table, as they are drawn.
    var rows: [AgreedRow] {
        // The description was read before the command began to tell of events.
        let all = model.tasks.rows.filter { $0.info.tag != .description }.sorted { $0.id < $1.id }
        let titles = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.info.title) })
        return all.map { row in
            AgreedRow(
                kind: row.info.kind.rawValue, name: row.info.title, parent: row.info.parent.flatMap { titles[$0] },
                state: row.state.name, status: row.status, reason: row.reason)
        }
    }
}

/// A row of the task table, as far as the screen and a command must agree on it.
struct AgreedRow: Hashable, CustomStringConvertible {
    var kind: String
    var name: String
    var parent: String?
    var state: String
    var status: Int?
    /// Without the time that libcurl names in its messages ("after 3 ms"): no two runs take the same.
    var reason: String

    init(kind: String, name: String, parent: String?, state: String, status: Int?, reason: String) {
        self.kind = kind
        self.name = name
        self.parent = parent
        self.state = state
        self.status = status
        self.reason = reason.replacing(/after \d+ ms/, with: "after … ms")
    }

    var description: String {
        "\(parent.map { "\($0) › " } ?? "")\(kind) \(name): \(state) \(status.map(String.init) ?? "-") \(reason)"
    }
}

extension ChildProcess.Result {
    /// The rows of the command's tasks.
    func rows() throws -> [AgreedRow] {
        let tasks = try endedTasks()
        func name(_ task: [String: Any]) -> String { (task["title"] ?? task["endpoint"]) as? String ?? "" }
        let names = Dictionary(tasks.map { ($0["task"] as? Int ?? 0, name($0)) }) { first, _ in first }
        return tasks.map { task in
            AgreedRow(
                kind: task["kind"] as? String ?? "call", name: name(task),
                parent: (task["group"] as? Int).flatMap { names[$0] }, state: task["state"] as? String ?? "",
                status: task["status"] as? Int, reason: task["reason"] as? String ?? "")
        }
    }
}
