// Three services of which two refuse connections: the screen, `send`, `run` and `pages` all come to the third, and say which services they
// have tried on the way. A request that may change something is not sent twice.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite(.serialized, .within(minutes: 1)) struct FailoverAgreementTests {
    private static let description = """
        {"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "paths": {"/items": {
          "get": {"operationId": "listItems"}, "post": {"operationId": "addItem", "requestBody": {"content": {"application/json": {}}}}}}}
        """

    private struct Scene {
        let server: FaultServer
        /// Takes a request in, and answers none that may change something.
        let mute: FaultServer
        let folder: TemporaryFolder
        let workspace: String
        let environment: [String: String]

        /// - Parameter refuses: the first service refuses connections; otherwise it is the mute one.
        init(refuses: Bool = true) async throws {
            server = try FaultServer { _ in .answer(body: #"[{"id":1},{"id":2}]"#) }
            mute = try FaultServer { $0.method == "POST" ? FaultReply([.reset]) : .answer(body: "[]") }
            let first = refuses ? "http://127.0.0.1:1" : mute.url("")
            folder = try TemporaryFolder()
            try folder.file("api.json", FailoverAgreementTests.description)
            // Nothing listens on these: they are reserved for services that nobody runs any more.
            workspace = try folder.file(
                "explorer.yaml",
                """
                apis:
                  shop:
                    description: api.json
                    environments: { release: ["\(first)", "http://127.0.0.1:2", "\(server.url(""))"] }
                    requests: { all: { endpoint: listItems }, add: { endpoint: addItem, body: { json: {} } } }
                """)
            environment = ExplorerProgramFiles.environment(folder)
            let trust = try await ExplorerProgram.command(["trust", workspace], environment: environment)
            try #require(trust.code == 0, "\(trust.errors)")
        }

        var count: Int { server.counts.requests.count + mute.counts.requests.count }
    }

    /// The services that a row's attempts went to, by its events.
    private static func services(_ command: ChildProcess.Result) throws -> [String] {
        let objects = try command.events()
        var services: [String] = []
        for case let service as String in objects.map({ $0["service"] as Any }) where services.last != service {
            services.append(service)
        }
        return services
    }

    @Test(
        "a GET by each command",
        arguments: [["send"], ["run"], ["pages"], ["run", "all"]])
    func commands(_ words: [String]) async throws {
        let scene = try await Scene()
        let arguments = [words[0], scene.workspace, words.count > 1 ? words[1] : "listItems", "--events"]
        let command = try await ExplorerProgram.command(arguments, environment: scene.environment)
        #expect(command.code == 0, "\(command.errors)")
        #expect(scene.count == 1)
        let tried = try Self.services(command)
        #expect(tried.count == 3 && Set(tried).count == 3, "\(tried)\n\(command.errors)")
    }

    @MainActor
    @Test func theScreen() async throws {
        let scene = try await Scene()
        let screen = try await ScreenSession(
            workspace: scene.workspace, environment: scene.environment, NetworkSettings())
        screen.palette("run all")
        try #require(await screen.settle())
        let row = try #require(screen.model.tasks.rows.last)
        #expect(row.state == .succeeded && row.status == 200 && scene.count == 1)
        let names = screen.model.api.pool.services.map(\.name)
        #expect(row.exchanges.map(\.service) == names)
        let trail = try #require(Trail(row)).text
        for name in names { #expect(trail.contains(name), "\(trail)") }
    }

    @MainActor
    @Test func aPostIsNotSentTwice() async throws {
        for arguments in [["send", "addItem", "-d", "{}"], ["run", "add"], []] {
            let scene = try await Scene(refuses: false)
            if arguments.isEmpty {
                let screen = try await ScreenSession(
                    workspace: scene.workspace, environment: scene.environment, NetworkSettings())
                screen.palette("run add")
                try #require(await screen.settle())
                #expect(screen.rows.map(\.state) == ["failed"])
            } else {
                let all = [arguments[0], scene.workspace] + arguments.dropFirst()
                let command = try await ExplorerProgram.command(all, environment: scene.environment)
                #expect(command.code == 6, "\(command.errors)")
            }
            #expect(scene.count == 1, "\(arguments)")
        }
    }
}
