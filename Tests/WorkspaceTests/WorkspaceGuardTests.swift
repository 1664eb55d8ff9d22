// guard in explorer.yaml: what an environment lets pass.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspaceGuardTests {
    private static func read(_ environments: String) throws -> WorkspaceFile {
        let text = "apis:\n  shop:\n    environments:\n" + environments
        return try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml")
    }

    @Test func anEnvironmentHasAGuardWithItsLine() throws {
        let file = try Self.read(
            """
                  production:
                    services: [https://a.example, https://b.example]
                    guard: read-only
                  stage: { services: https://c.example, guard: confirm, confirm: always }
                  test: [http://127.0.0.1:1]

            """)
        let api = file.apis[0]
        #expect(api.environments == ["production", "stage", "test"])
        #expect(
            api.guards == ["production": WorkspaceGuard(.readOnly, line: 6), "stage": WorkspaceGuard(.confirm, line: 7)])
        #expect(api.confirmations == ["stage": .always])
        #expect(file.guardedPlaces.count == 4)
        var book = GuardBook()
        book.record(file.guardedPlaces, of: file.path)
        #expect(
            book.rules(in: "production", of: "shop").map(\.words) == ["production is read-only (/w/explorer.yaml:6)"])
        #expect(book.rules(in: "test", of: "shop") == [])
    }

    @Test(arguments: [
        ("      a: { services: [http://a], guard: readonly }\n", "guard 'readonly' is not known; did you mean read-only?"),
        ("      a: { services: [http://a], guard: off }\n", "is not known; there are confirm, read-only"),
        ("      a: { guard: confirm }\n", "the environment a has no services; write 'services: [https://api.example.com]'"),
        ("      a: { services: [http://a], gaurd: confirm }\n", "did you mean guard?"),
    ])
    func aWrongGuardIsAnErrorWithItsLine(_ environments: String, _ expected: String) throws {
        do {
            _ = try Self.read(environments)
            Issue.record("it was read")
        } catch let error as WorkspaceError {
            let lines = error.lines.joined(separator: "\n")
            #expect(lines.contains(expected) && lines.contains(":4"), "\(error.lines)")
        }
    }
}
