// The examples of Examples/: each builds with nothing but NetLayer, and does against the demo what it says.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct ExamplesTests {
    /// What a program prints, run against a service that lives as long.
    private static func run(_ name: String) async throws -> [String] {
        let service = try await DemoService()
        defer { withExtendedLifetime(service) {} }
        let program = try ExplorerProgram.built("Examples")
        let result = try await ChildProcess.run(program, [name, service.url], environment: ExplorerProgram.environment)
        #expect(result.code == 0, "\(result.errors)")
        return result.text.split(separator: "\n").map(String.init)
    }

    @Test func configurationsAndAGroup() async throws {
        let lines = try await Self.run("Configurations")
        #expect(
            lines.count == 5 && lines.enumerated().allSatisfy { $1.hasPrefix("page \($0 + 1): ") && $1.hasSuffix(" bytes") },
            "\(lines)")
    }

    @Test func fetchPolicies() async throws {
        let lines = try await Self.run("FetchPolicies")
        #expect(
            lines == [
                #"home: {"asked":1,"#, #"constants: {"asked":1,"#, #"payment: {"asked":2,"#, #"stored: {"asked":1, true"#,
                #"new: {"asked":3,"#,
            ], "\(lines)")
    }

    @Test func interceptors() async throws {
        let lines = try await Self.run("Interceptors")
        #expect(lines.count == 3 && lines.contains("spinner on") && lines.contains("spinner off"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("200, ") && $0.hasSuffix(" bytes") })
    }

    @Test func repeatAndRelease() async throws {
        let lines = try await Self.run("RepeatAndRelease")
        #expect(
            lines == [
                "search 1: cancelled", "search 2: cancelled", "search 3: cancelled", "search 4: 200",
                "in the air after the screen is gone: 0",
            ], "\(lines)")
    }

    @Test func pagesAndLogins() async throws {
        let lines = try await Self.run("PagesAndLogins")
        #expect(lines.count == 2 && lines[0].hasPrefix("40 items, the first is ") && lines[1] == "10 calls, all 200", "\(lines)")
    }

    /// 20 to 40 lines, and no import but one.
    @Test func theyAreShortAndImportNetLayerAlone() throws {
        let folder = SharedData.repository.appending(path: "Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "main.swift" }
        #expect(names.count == 5)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.filter { $0.hasPrefix("import ") } == ["import NetLayer"], "\(name)")
            #expect((20...41).contains(lines.count), "\(name): \(lines.count - 1) lines")
        }
    }
}
