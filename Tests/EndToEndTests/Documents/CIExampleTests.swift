// The example for build servers in docs/ci: its script runs the saved requests against the demo, its report says what came out.

import Foundation
import TestSupport
import Testing
import YAMLText

@Suite(.within(minutes: 2)) struct CIExampleTests {
    private static let folder = SharedData.repository.appending(path: "docs/ci")

    /// Runs the script in a copy of its folder, in which a text of the workspace is another.
    private static func run(
        password: String = "secret", replacing old: String? = nil, with new: String = ""
    ) async throws -> (result: ChildProcess.Result, report: String) {
        let folder = try TemporaryFolder()
        for name in ["explorer.yaml", "smoke.sh"] {
            var text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            if name == "explorer.yaml", let old {
                try #require(text.contains(old), "the example has no '\(old)' to break")
                text = text.replacing(old, with: new)
            }
            try folder.file(name, text)
        }
        chmod(folder.path("smoke.sh"), 0o755)
        let program = try ExplorerProgram.path()
        let environment = ExplorerProgram.environment.merging([
            "EXPLORER": program, "EXPLORER_DEMO": ProcessInfo.processInfo.environment["EXPLORER_DEMO"] ?? program + "-demo",
            "REPORT": folder.path("report.xml"), "SHOP_PASSWORD": password, "HOME": folder.path("home"), "TMPDIR": folder.path,
        ]) { $1 }
        let result = try await ChildProcess.run(folder.path("smoke.sh"), [], environment: environment, within: .seconds(60))
        // Without its file the demo's output goes nowhere, and no demo may be left behind.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("tmp.") }
        #expect(left.isEmpty, "the script leaves \(left) behind")
        return (result, try folder.text("report.xml"))
    }

    /// The names of the report's cases.
    private static func cases(_ report: String) -> [String] {
        report.matches(of: /<testcase classname="[^"]*" name="([^"]*)"/).map { String($0.output.1) }.sorted()
    }

    private static let names = [
        "closed", "health", "items/create", "items/list", "items/read", "items/remove", "login", "me",
    ]

    @Test func theScriptRunsAllAndReports() async throws {
        let (result, report) = try await Self.run()
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.text)\(result.errors)")
        #expect(result.lines.count == Self.names.count && result.lines.allSatisfy { $0.hasPrefix("succeeded\t") })
        #expect(
            Self.cases(report) == Self.names && report.contains(#"tests="8" failures="0" errors="0" skipped="0""#), "\(report)")
        #expect(!report.contains("secret"), "the password is in the report")
    }

    @Test func whatIsNotAsExpectedFailsTheBuildAndIsNamed() async throws {
        let (result, report) = try await Self.run(replacing: "count: 20", with: "count: 21")
        #expect(result.code == 65, "\(result.text)\(result.errors)")
        #expect(result.errors.contains("items/list: $[*] has 20, not 21"), "\(result.errors)")
        #expect(Self.cases(report) == Self.names && report.contains(#"failures="1""#), "\(report)")
        #expect(report.contains(#"name="items/list""#) && report.contains(#"<failure message="$[*] has 20, not 21"#), "\(report)")
    }

    @Test func aWrongSecretSkipsWhatNeedsIt() async throws {
        let (result, report) = try await Self.run(password: "another")
        #expect(result.code == 65, "\(result.text)\(result.errors)")
        #expect(report.contains(#"failures="1""#) && report.contains("<skipped"), "\(report)")
        #expect(!report.contains("another") && !result.errors.contains("another"))
    }

    @Test func theWorkflowCallsTheScriptAndKeepsItsReport() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "github-actions.yml")))
        let object = try JSONSerialization.jsonObject(with: Data(try YAMLText(bytes).json)) as? [String: Any]
        let jobs = try #require(object?["jobs"] as? [String: [String: Any]])
        #expect(object?["on"] != nil && jobs.count == 1)
        let steps = try #require(jobs.values.first?["steps"] as? [[String: Any]])
        let run = try #require(steps.first { $0["run"] as? String == "docs/ci/smoke.sh" })
        let script = SharedData.repository.appending(path: "docs/ci/smoke.sh").path
        #expect(access(script, X_OK) == 0, "the script cannot be run")
        // The secret that the workspace reads is handed to it, and what is kept is what it writes, also after a failure.
        let environment = try #require(run["env"] as? [String: String])
        #expect(environment["SHOP_PASSWORD"] == "${{ secrets.SHOP_PASSWORD }}")
        let keep = try #require(steps.first { ($0["uses"] as? String)?.hasPrefix("actions/upload-artifact@") == true })
        #expect(keep["if"] as? String == "always()")
        #expect((keep["with"] as? [String: String])?["path"] == environment["REPORT"])
    }
}
