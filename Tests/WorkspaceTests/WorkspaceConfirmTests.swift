// confirm in explorer.yaml: before which requests of an environment the screen asks.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspaceConfirmTests {
    private static func read(_ environments: String) throws -> WorkspaceAPI {
        let text = "apis:\n  shop:\n    environments: \(environments)\n"
        return try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml").apis[0]
    }

    @Test func anEnvironmentMayHaveOptionsBesideItsServices() throws {
        let api = try Self.read(
            "{ production: { services: [https://a.example, https://b.example], confirm: always }, test: http://127.0.0.1:1,"
                + " sandbox: { services: http://127.0.0.1:2, confirm: never } }")
        #expect(api.environments == ["production", "test", "sandbox"])
        #expect(api.confirmations == ["production": .always, "sandbox": .never])
        #expect(api.makePool().services.count { $0.address(in: "production") != nil } == 2)
        #expect(api.services.compactMap { $0.address(in: "sandbox") } == [URI("http://127.0.0.1:2")])
    }

    @Test(arguments: [
        ("{ a: { services: [http://a], confirm: maybe } }", "'maybe' isn't a rule of confirm; write unsafe, always, never"),
        ("{ a: { confirm: always } }", "the environment a has no services"),
        ("{ a: { services: [http://a], ask: always } }", "ask"),
    ])
    func whatIsWrongIsSaid(_ environments: String, _ expected: String) throws {
        do {
            _ = try Self.read(environments)
            Issue.record("it was read")
        } catch let error as WorkspaceError {
            #expect(error.lines.joined(separator: "\n").contains(expected), "\(error.lines)")
        }
    }
}
