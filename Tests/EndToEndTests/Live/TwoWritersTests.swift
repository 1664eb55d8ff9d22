// Two people edit one resource of a server with ETags, each on a screen of their own: no change is lost, and the second one sees the first.

import Catalog
import Document
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLine
@testable import NetLayer
@testable import Screen
@testable import Workbench

/// One resource whose ETag changes with each write; a write without the current one is refused.
private final class GuardedItem: Sendable {
    struct State {
        var version = 1
        var body = #"{"name": "lamp", "price": 5, "tags": ["a"]}"#
        /// The statuses of the writes.
        var writes: [Int] = []
    }

    let state = Mutex(State())

    func answer(_ request: FaultRequest) -> FaultReply {
        state.withLock { state in
            if request.method != "GET" {
                let status = Self.write(request, to: &state)
                state.writes.append(status)
                guard status == 200 else { return .answer(status) }
            }
            return .answer(
                headers: [("Content-Type", "application/json"), ("ETag", "\"v\(state.version)\"")], body: state.body)
        }
    }

    private static func write(_ request: FaultRequest, to state: inout State) -> Int {
        guard let tag = request.value("If-Match") else { return 428 }
        guard tag == "\"v\(state.version)\"" else { return 412 }
        let isPatch = request.method == "PATCH"
        guard request.value("Content-Type") == (isPatch ? "application/merge-patch+json" : "application/json"),
            let sent = try? JSONDocument(request.body), let old = try? JSONDocument(Array(state.body.utf8))
        else { return 400 }
        state.body = isPatch ? String(decoding: MergePatch.apply(sent.root, to: old.root), as: UTF8.self) : sent.root.source
        state.version += 1
        return 200
    }

    /// The value of a member now.
    func member(_ name: String) throws -> String? {
        let body = state.withLock { $0.body }
        return try JSONDocument(Array(body.utf8)).root[name].map { String(decoding: $0.compact, as: UTF8.self) }
    }
}

@Suite(.serialized, .within(minutes: 2))
struct TwoWritersTests {
    private static func description(_ method: String, _ type: String) -> String {
        #"""
        {"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "paths": {"/items/1": {"get": {"operationId": "read"},
         "\#(method)": {"operationId": "write", "requestBody": {"content": {"\#(type)": {}}}}}}}
        """#
    }

    /// A screen that shows the resource.
    @MainActor
    private static func open(_ text: String, _ server: FaultServer) async throws -> ScreenSession {
        let settings = try await SendCommand.request(["items.json", "x", "--base", server.url("")]).network
        let description = try APIDescription.parse(Array(text.utf8), source: "items.json", base: nil)
        let opened = ChosenSource(.file("items.json"), settings, variables: [:]).makeOpenedSource(description, note: nil)
        let screen = ScreenSession(opened, settings.client(log: nil), settings, [:])
        screen.press("s")
        try #require(await screen.until { $0.result.answer?.head?.status == 200 })
        screen.press("3")
        return screen
    }

    /// Changes the text of the resource in the editor.
    @MainActor
    private static func edit(_ screen: ScreenSession, _ old: String, with new: String) async throws {
        let before = screen.outside.count
        screen.press("e")
        try #require(await screen.until { model in if case .editing? = model.resource?.step { true } else { false } })
        guard screen.outside.count > before, case .edit(let request)? = screen.outside.last else {
            throw CancellationError()
        }
        screen.receive(.outside(.edited(request, .success(request.text.replacing(old, with: new)))))
        try #require(screen.model.dialogs.open is ResourceBox)
    }

    /// Presses a key of the dialog, which takes none in its first half second.
    @MainActor
    private static func answer(_ screen: ScreenSession, _ key: Character, until condition: (Model) -> Bool) async throws {
        try #require(await screen.until { !$0.isQuestionNew })
        screen.press(key)
        try #require(await screen.until(condition))
    }

    @MainActor
    @Test(arguments: [("patch", "application/merge-patch+json"), ("put", "application/json")])
    func nothingIsLostAndTheSecondSeesTheChange(_ method: String, _ type: String) async throws {
        let item = GuardedItem()
        let server = try FaultServer { item.answer($0) }
        defer { server.stop() }
        let text = Self.description(method, type)
        let (ann, bob) = (try await Self.open(text, server), try await Self.open(text, server))

        // Both edit the first version.
        try await Self.edit(ann, "\"lamp\"", with: "\"desk\"")
        try await Self.edit(bob, "5", with: "6")
        try await Self.answer(ann, "y") { $0.resource == nil }
        try await Self.answer(bob, "y") { model in if case .conflict? = model.resource?.step { true } else { false } }
        #expect(item.state.withLock { $0.writes } == [200, 412])
        #expect(try item.member("name") == "\"desk\"" && item.member("price") == "5")

        let box = try #require(bob.model.dialogs.open as? ResourceBox)
        let shown = box.box(bob.model).lines.map { $0.spans.map(\.text).joined() }
        for change in ["changed /name \"lamp\" → \"desk\"", "changed /price 5 → 6"] {
            #expect(shown.contains { $0.contains(change) }, "\(shown)")
        }

        // The second change goes on top of the first one.
        try await Self.answer(bob, "a") { model in if case .ready? = model.resource?.step { true } else { false } }
        try await Self.answer(bob, "y") { $0.resource == nil }
        #expect(item.state.withLock { $0.writes } == [200, 412, 200])
        #expect(try item.member("name") == "\"desk\"" && item.member("price") == "6" && item.member("tags") == "[\"a\"]")
    }

    /// A change that is given up after the other one came first leaves that alone, and its text stays.
    @MainActor
    @Test func aChangeThatIsGivenUpStaysInTheForm() async throws {
        let item = GuardedItem()
        let server = try FaultServer { item.answer($0) }
        defer { server.stop() }
        let text = Self.description("put", "application/json")
        let (ann, bob) = (try await Self.open(text, server), try await Self.open(text, server))
        try await Self.edit(ann, "\"lamp\"", with: "\"desk\"")
        try await Self.edit(bob, "\"lamp\"", with: "\"sofa\"")
        try await Self.answer(ann, "y") { $0.resource == nil }
        try await Self.answer(bob, "y") { model in if case .conflict? = model.resource?.step { true } else { false } }
        try await Self.answer(bob, "n") { $0.resource == nil }
        #expect(try item.member("name") == "\"desk\"" && item.state.withLock { $0.writes } == [200, 412])
        let form = try #require(bob.model.requests.forms.values.first { $0.endpoint.id == "write" })
        #expect(form.body?.area.text.contains("\"sofa\"") == true)
    }
}
