// persist in explorer.yaml: what the history must not keep.

import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspacePersistTests {
    private static func read(_ lines: String, top: String = "") throws -> Persistence {
        let text = top + "apis:\n  shop:\n    environments: { release: [https://a.example], test: [https://b.example] }\n"
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        return try WorkspaceFile(Array((text + indented).utf8), path: "/w/explorer.yaml").apis[0].persistence
    }

    private static let plan = RequestPlan(id: "login", method: .post, path: "/login")

    private static func allowed(_ persistence: Persistence) -> [Bool] {
        [("release", plan), ("test", plan), ("release", RequestPlan(id: "items", path: "/items"))].map {
            persistence.allows($0.1, in: Environment(rawValue: $0.0))
        }
    }

    @Test(
        "what is kept of the login at release and test, and of the items",
        arguments: [
            ("", "", [true, true, true]), ("persist: true", "", [true, true, true]),
            ("persist: false", "", [false, false, false]),
            ("", "persist: false\n", [false, false, false]), ("", "persist: true\n", [true, true, true]),
            ("persist: { environments: { release: false, test: true } }", "", [false, true, false]),
            ("persist: { endpoints: { login: false } }", "", [false, false, true]),
            ("persist: { endpoints: { POST /login: false } }", "", [false, false, true]),
            ("persist: { endpoints: { /login: false, items: true } }", "", [false, false, true]),
            ("persist: { endpoints: { GET /login: false } }", "", [true, true, true]),
            // One that says no is enough.
            ("persist: true", "persist: false\n", [false, false, false]),
        ])
    func whatIsKept(_ lines: String, _ top: String, _ expected: [Bool]) throws {
        #expect(try Self.allowed(Self.read(lines, top: top)) == expected)
    }

    @Test(
        "what is wrong with it",
        arguments: [
            ("persist: never", "persist 'never' is neither true nor false"), ("persist: {}", "persist is empty"),
            ("persist: { endpoint: { a: false } }", "'endpoint' is not an option of persist"),
            ("persist: { environments: { relase: false } }", "'relase' is not a environment"),
            ("persist: { endpoints: { login: no way } }", "login 'no way' is neither true nor false"),
        ]) func whatIsWrongIsSaid(_ lines: String, _ expected: String)
    {
        #expect {
            _ = try Self.read(lines)
        } throws: { error in
            (error as? WorkspaceError)?.problems.first?.message.hasPrefix(expected) == true
        }
    }
}
