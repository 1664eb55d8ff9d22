// Workspaces before anything is sent: what is listed and checked without an agreement, and words that are no file.

import Foundation
import TestSupport
import Testing

@Suite struct WorkspaceListingTests {
    private static let description = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths: {/items: {get: {operationId: listItems, summary: List}}}
        """
    /// It reads a variable and sends to a host, to which nobody has agreed.
    private static let workspace = """
        apis:
          shop:
            description: api.yaml
            environments: { release: [https://shop.example/v1] }
            requests:
              login: {method: POST, url: /login, headers: {X-Key: '${env:SHOP_KEY}'}}
              items: {folder: {list: {endpoint: listItems}}}
            chains: {morning: [login, items/list]}
            groups: {both: [morning, login]}
        """

    private func folder(_ workspace: String = Self.workspace) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("api.yaml", Self.description)
        try folder.file("explorer.yaml", workspace)
        return folder
    }

    @Test func whatIsSavedIsListed() async throws {
        let folder = try folder()
        let result = try await ExplorerProgram.run("list", folder.path("explorer.yaml"))
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(
            result.lines == [
                "POST\t/login\tlogin\tsaved request", "-\tlistItems\titems/list\tsaved request",
                "CHAIN\tlogin → items/list\tmorning\tsaved chain", "GROUP\tmorning, login\tboth\tsaved group",
                "GET\t/items\tlistItems\tList",
            ])
        let json = try await ExplorerProgram.run("list", folder.path("explorer.yaml"), "--format", "json")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        #expect(rows.map { $0["id"] as? String } == ["login", "items/list", "morning", "both", "listItems"])
        #expect(rows.map { $0["kind"] as? String } == ["request", "request", "chain", "group", nil])
    }

    @Test func aWorkspaceIsCheckedWithoutAnAgreement() async throws {
        let folder = try folder()
        let path = folder.path("explorer.yaml")
        let good = try await ExplorerProgram.run("check", path)
        #expect(good.code == 0 && good.errors.isEmpty, "\(good.errors)")
        #expect(good.lines.last?.hasSuffix("2 saved requests, 1 chain, 1 group") == true, "\(good.lines)")
        #expect(!good.text.contains("no server"), "the workspace says where to")
        let typo = try self.folder(Self.workspace.replacing("[login, items/list]", with: "[login, items/lst]"))
        let bad = try await ExplorerProgram.run("check", typo.path("explorer.yaml"))
        #expect(bad.code == 65 && bad.errors.contains("did you mean items/list?"), "\(bad.errors)")
    }

    @Test func aWorkspaceWithoutADescriptionIsItsRequests() async throws {
        let text = Self.workspace.replacing("    description: api.yaml\n", with: "").replacing(
            "{endpoint: listItems}", with: "{url: /items}")
        let folder = try folder(text)
        let list = try await ExplorerProgram.run("list", folder.path("explorer.yaml"))
        #expect(list.code == 0 && list.lines.count == 4, "\(list.lines) \(list.errors)")
        let check = try await ExplorerProgram.run("check", folder.path("explorer.yaml"))
        #expect(check.code == 0 && check.lines.last?.hasSuffix("workspace, 2 saved requests, 1 chain, 1 group") == true)
    }

    @Test func aMistypedNameIsGuessed() async throws {
        let folder = try folder(
            "apis:\n  shop:\n    description: api.yaml\n    environments: { release: [\"http://127.0.0.1:9/v1\"] }\n    requests:\n      items: {folder: {list: {endpoint: listItems}}}\n"
        )
        let path = folder.path("explorer.yaml")
        _ = try await ExplorerProgram.run("trust", path, "--yes")
        let result = try await ExplorerProgram.run("run", path, "items/lst")
        #expect(result.code == 64 && result.errors.contains("did you mean items/list?"), "\(result.errors)")
    }

    @Test(arguments: [["sned", "openapi.json"], ["sned"], ["lst", "x.yaml"], ["chekc"]])
    func aMistypedCommandIsGuessed(_ words: [String]) async throws {
        let result = try await ExplorerProgram.command(words, environment: ExplorerProgram.environment)
        let meant = ["sned": "send", "lst": "list", "chekc": "check"][words[0]] ?? ""
        #expect(result.code == 64 && result.errors.contains("Did you mean 'explorer \(meant)'?"), "\(result.errors)")
        #expect(!result.errors.contains("explorer open"))
    }

    /// Before a screen opens on it, and without a terminal too.
    @Test(arguments: ["nosuch.yaml", "./nosuch.json", "nosuch/explorer.yaml", "."]) func whatIsNotThereIsSaid(_ path: String)
        async throws
    {
        let result = try await ExplorerProgram.run(path)
        #expect(result.code == 66, "\(result.errors)")
        #expect(result.errors.contains(path == "." ? "this is a directory" : "there is no such file"))
        #expect(result.output.isEmpty)
    }
}
