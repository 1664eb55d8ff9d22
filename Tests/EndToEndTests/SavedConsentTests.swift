// What saved requests need from a person: answers, secrets, consent; and workspaces that want what is not theirs.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct SavedConsentTests {
    // MARK: What is asked for

    private static let asking = """
        variables: { otp: { prompt: "One-time code", secret: true }, who: { prompt: "Name", default: ada } }
        requests:
          enter: { url: "/enter/${who}", headers: { X-Code: "${otp}" } }
          again: { url: "/again", headers: { X-Code: "${otp}" } }
        chains: { both: [enter, again] }
        """

    @Test func whatIsAskedForComesFromTheCommandLineWhereNobodySits() async throws {
        let shop = try await SavedRunShop(Self.asking)
        let refused = try await shop.run("run", shop.workspace, "both")
        #expect(
            refused.code == 65
                && refused.errors.contains("otp needs a value\n  Nothing was sent.\n  give it with -p otp=VALUE\n"),
            "\(refused.errors)")
        #expect(shop.requests.isEmpty)
        let dry = try await shop.run("run", shop.workspace, "enter", "--dry-run")
        #expect(
            dry.code == 0 && dry.text.contains("/enter/ada\n") && dry.text.contains("X-Code: $otp"), "\(dry.text)\(dry.errors)")
        let shown = try await shop.run("run", shop.workspace, "enter", "--dry-run", "-p", "otp=geheim-1")
        #expect(shown.code == 0 && shown.text.contains("X-Code: ••••••") && !shown.text.contains("geheim-1"), "\(shown.text)")
        let given = try await shop.run("run", shop.workspace, "both", "-p", "otp=geheim-1", "-p", "who=grace")
        #expect(given.code == 0 && shop.requests == ["GET /enter/grace", "GET /again"], "\(given.errors)")
        #expect(shop.server.counts.requests.allSatisfy { $0.value("X-Code") == "geheim-1" })
        let history = try await shop.run("history", "--format", "json")
        #expect(!history.text.contains("geheim-1"))
    }

    @Test(.enabled(if: Tmux.isPresent, Tmux.whyAbsent)) func whoSitsThereIsAskedOnceAndTypesSecretsUnseen() async throws {
        let shop = try await SavedRunShop(Self.asking)
        let environment = shop.environment.merging(["explorer": try ExplorerProgram.path(), "file": shop.workspace]) { $1 }
        let tmux = try await Tmux(
            ["/bin/sh", "-c", "\"$explorer\" run \"$file\" both; echo code $?; read done"], size: (100, 20),
            environment: environment)
        try await tmux.waitFor("One-time code:")
        try await tmux.type("geheim-x")
        try await tmux.press("BSpace", "2", "Enter")
        try await tmux.waitFor("Name [ada]:")
        try await tmux.press("Enter")
        let screen = try await tmux.waitFor("code 0")
        #expect(!screen.lines.joined().contains("geheim"), "\(screen)")
        #expect(shop.requests == ["GET /enter/ada", "GET /again"], "asked once a run")
        #expect(shop.server.counts.requests.allSatisfy { $0.value("X-Code") == "geheim-2" })
    }

    @Test func secretsComeFromTheStoreAndFromCommands() async throws {
        let shop = try await SavedRunShop(
            """
            variables: { made: "${command: cat key}" }
            requests: { r: { url: "/x", headers: { X-A: "${secret:shop}", X-B: "${made}" } } }
            """)
        try shop.folder.file("key", "of the command\n")
        let missing = try await shop.run("run", shop.workspace, "r")
        #expect(missing.code == 65 && missing.errors.contains("explorer secret set shop") && shop.requests.isEmpty)
        #expect(try await shop.run("secret", "set", "shop", input: Array("of the store\n".utf8)).code == 0)
        #expect(try await shop.run("secret", "list").text == "shop\n")
        let dry = try await shop.run("run", shop.workspace, "r", "--dry-run")
        #expect(dry.code == 0 && !dry.text.contains("of the"), "\(dry.text)")
        #expect(try await shop.run("run", shop.workspace, "r").code == 0)
        let head = try #require(shop.server.counts.requests.first).head
        #expect(head.contains("X-A: of the store") && head.contains("X-B: of the command"), "\(head)")
        #expect(try await shop.run("secret", "remove", "shop").code == 0)
        #expect(try await shop.run("secret", "remove", "shop").code == 64)
        #expect(try await shop.run("secret", "set", "a b", input: [0x61]).code == 64)
        #expect(try await shop.run("secret", "set", "empty").code == 64)
    }

    // MARK: Trust

    @Test func aStrangersWorkspaceDoesNothing() async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow, isTrusted: false)
        for command in ["run", "send"] {
            let result = try await ExplorerProgram.command([command, shop.workspace, "flow"], environment: shop.environment)
            #expect(result.code == 65 && result.errors.contains("reads the variable PASS"), "\(command): \(result.errors)")
            #expect(result.errors.contains("explorer trust \(shop.workspace)") && !result.errors.contains("geheim"))
        }
        let show = try await shop.run("trust", shop.workspace, "--show")
        #expect(show.code == 0 && show.text.contains("reads the variable PASS") && show.text.contains("127.0.0.1"))
        #expect(try await shop.run("run", shop.workspace, "flow").code == 65, "showing is no consent")
        #expect(try await shop.run("trust", shop.folder.path).code == 0)
        #expect(try await shop.run("trust", "--list").text == "trusted\t\(shop.workspace)\n")
        #expect(try await shop.run("run", shop.workspace, "flow").code == 0)
        let count = shop.requests.count
        try shop.folder.file("explorer.yaml", try shop.folder.text("explorer.yaml") + "# changed\n")
        #expect(try await shop.run("run", shop.workspace, "flow").code == 0, "it wants nothing new")
        try shop.folder.file("explorer.yaml", try shop.folder.text("explorer.yaml").replacing("env:PASS", with: "env:HOME"))
        #expect(try await shop.run("run", shop.workspace, "flow").code == 65 && shop.requests.count == 2 * count)
        #expect(try await shop.run("trust", "--list").text == "changed\t\(shop.workspace)\n")
        #expect(try await shop.run("trust", "--remove", shop.workspace).code == 0)
        #expect(try await shop.run("trust", "--remove", shop.workspace).code == 65)
    }

    @Test func noHostileWorkspaceSendsOrRunsAnything() async throws {
        let server = try FaultServer { _ in .answer(body: "{}") }
        defer { server.stop() }
        let fixtures = SharedData.repository.appending(path: "Tests/Fixtures/workspaces/hostile")
        let files = try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
        #expect(files.count >= 30)
        for url in files {
            let folder = try TemporaryFolder()
            try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "/etc")
            let text = try String(contentsOf: url, encoding: .utf8).replacing("@SERVER@", with: server.url(""))
            let path = try folder.file("explorer.yaml", text)
            let result = try await ExplorerProgram.run("run", path, "r")
            #expect(result.code == 65 && result.output.isEmpty, "\(url.lastPathComponent): \(result.code) \(result.errors)")
            #expect(result.errors.split(separator: "\n").first?.contains("explorer.yaml") == true, "\(url.lastPathComponent)")
            // They look at what is written alone.
            for command in ["list", "check"] { _ = try await ExplorerProgram.run(command, path) }
            #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")), "\(url.lastPathComponent)")
        }
        #expect(server.counts.requests.isEmpty, "\(server.counts.requests.map(\.target))")
    }

    @Test func aWorkspaceIsMadeFromADescription() async throws {
        let shop = try await SavedRunShop("requests: { r: { url: / } }")
        let folder = try TemporaryFolder()
        let description = try folder.file(
            "api.json",
            #"{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"servers":[{"url":"\#(shop.server.url(""))"}],"paths":{"/items":{"get":{"operationId":"listItems","responses":{}}}}}"#
        )
        let path = folder.path("explorer.yaml")
        let result = try await shop.run("init", description, "-o", path)
        #expect(result.code == 0 && result.errors.contains("wrote \(path)"), "\(result.errors)")
        #expect(try await shop.run("send", path, "listItems").code == 0 && shop.requests == ["GET /items"])
        #expect(try await shop.run("init", description, "-o", path).code == 64)
        #expect(try await shop.run("init", description, "-o", path, "--force").code == 0)
        #expect(try await shop.run("init", folder.path("none.json"), "-o", folder.path("b.explorer.yaml")).code == 66)
    }
}
