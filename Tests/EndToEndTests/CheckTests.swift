// `explorer check` and `list --all` as scripts use them; files that refer to files; the cache of YAML.

import Foundation
import TestSupport
import Testing

@Suite struct CheckTests {
    private static let good = """
        openapi: 3.1.0
        info: {title: Good, version: '1'}
        servers: [{url: https://a.example}]
        webhooks: {made: {post: {summary: Was made}}}
        paths: {/a: {$ref: parts/a.yaml}}
        """

    private func folder(_ description: String, part: String = "get: {operationId: a}") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("api.yaml", description)
        try FileManager.default.createDirectory(atPath: folder.path("parts"), withIntermediateDirectories: false)
        try folder.file("parts/a.yaml", part)
        return folder
    }

    @Test func aCleanDescriptionIsZeroAndOneLine() async throws {
        let path = try folder(Self.good)
        let result = try await ExplorerProgram.run("check", path.path("api.yaml"))
        #expect(result.code == 0)
        #expect(result.lines == ["\(path.path("api.yaml")): OpenAPI 3.1.0, 1 endpoint, 0 errors, 0 warnings, 0 notes"])
        #expect(result.errors.isEmpty)
    }

    @Test func everyProblemHasItsPlaceAndErrorsAreSixtyFive() async throws {
        let path = try folder(Self.good, part: "get:\n  parameters:\n  - 7\n  - {name: \"e\\e[31m\", in: body, schema: {}}\n")
        let result = try await ExplorerProgram.run("check", path.path("api.yaml"))
        #expect(result.code == 65)
        #expect(result.lines.count == 3)
        #expect(
            result.lines[0]
                == "error: parts/a.yaml#/get/parameters/0 (line 3): the parameter is not an object; it is skipped [wrong-type]")
        #expect(result.lines[2].hasSuffix("OpenAPI 3.1.0, 1 endpoint, 2 errors, 0 warnings, 0 notes"))
        #expect(!result.text.contains("\u{1b}"))
        let json = try await ExplorerProgram.run("check", path.path("api.yaml"), "--format", "json")
        #expect(json.code == 65)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let problems = try #require(object["problems"] as? [[String: Any]])
        #expect(problems.map { $0["pointer"] as? String } == ["/get/parameters/0", "/get/parameters/1"])
        #expect(problems.map { $0["file"] as? String } == ["parts/a.yaml", "parts/a.yaml"])
        #expect(problems.map { $0["line"] as? Int } == [3, 4])
        #expect(problems.map { $0["rule"] as? String } == ["wrong-type", "invalid-parameter-place"])
    }

    @Test func whatIsNoDescriptionIsAProblemTooInJSON() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("bad.yaml", "openapi: 3.1.0\npaths: [\n")
        let result = try await ExplorerProgram.run("check", path)
        #expect(result.code == 65 && result.output.isEmpty && result.errors.contains("line 3"), "\(result.errors)")
        let json = try await ExplorerProgram.run("check", path, "--format", "json")
        #expect(json.code == 65 && json.text.contains("\"line\":3"), "\(json.text)")
        #expect(try await ExplorerProgram.run("check", folder.path("none")).code == 66)
    }

    @Test func webhooksAreListedWhenAllIsAskedFor() async throws {
        let folder = try folder(Self.good)
        let path = folder.path("api.yaml")
        #expect(try await ExplorerProgram.run("list", path).lines == ["GET\t/a\ta\t"])
        #expect(try await ExplorerProgram.run("list", path, "--all").lines == ["GET\t/a\ta\t", "POST\twebhook made\t\tWas made"])
    }

    @Test func whatYAMLYieldsIsKeptAndAChangedFileIsReadAnew() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.yaml", "openapi: 3.1.0\ninfo: {title: A}\npaths: {/old: {get: {}}}\n")
        func list() async throws -> [String] {
            try await ExplorerProgram.command(
                ["list", path],
                environment: ExplorerProgram.environment.merging(["EXPLORER_CACHE_DIR": folder.path("cache")]) { $1 }
            ).lines
        }
        #expect(try await list() == ["GET\t/old\tGET /old\t"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/yaml")).count == 1)
        #expect(try await list() == ["GET\t/old\tGET /old\t"])
        try folder.file("api.yaml", "openapi: 3.1.0\ninfo: {title: A}\npaths: {/newer: {get: {}}}\n")
        #expect(try await list() == ["GET\t/newer\tGET /newer\t"])
    }
}
