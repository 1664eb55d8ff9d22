// A workspace from elsewhere does nothing that is not its own before somebody has agreed to it, and no longer when it has changed.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct TrustTests {
    private static func paths(_ folder: TemporaryFolder) -> Paths {
        Paths(environment: ["EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data")])
    }

    private static let text = "apis:\n  a:\n    environments: { x: [https://a.example] }\n    auth: { bearer: \"${env:T}\" }\n"

    private static func read(
        _ path: String, _ trust: WorkspaceTrust = .nothing, _ environment: [String: String] = ["T": "geheim"]
    ) throws -> WorkspaceFile {
        try WorkspaceFile(path, environment: environment, trust: trust)
    }

    private static func texts(_ needs: [TrustNeed]) -> [String] { needs.map(\.text) }

    @Test func agreementIsForWhatTheFileWantsInThisPlace() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        let path = try folder.file("explorer.yaml", Self.text)
        let stranger = try Self.read(path, trust)
        #expect(
            !stranger.isTrusted
                && Self.texts(stranger.openNeeds) == ["sends secrets to https://a.example", "reads the variable T"])
        #expect(stranger.openNeeds.map(\.line) == [3, 4] && stranger.openNeeds.allSatisfy { $0.file == path })
        #expect(stranger.apis[0].services[0].headers.isEmpty && stranger.warnings.isEmpty)

        try trust.storeAgreement(stranger.needs, for: path)
        let known = try Self.read(path, trust)
        #expect(
            known.isTrusted && known.openNeeds.isEmpty && known.apis[0].services[0].headers["Authorization"] == "Bearer geheim")
        var facts = stat()
        #expect(stat(folder.path("state/trust"), &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
        #expect(stat(folder.path("state"), &facts) == 0 && facts.st_mode & 0o7777 == 0o700)

        let copy = try folder.file("copy.explorer.yaml", Self.text)
        #expect(try !Self.read(copy, trust).isTrusted, "the same text elsewhere reads other files and runs elsewhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.explorer.yaml"), withDestinationPath: path)
        #expect(try Self.read(folder.path("link.explorer.yaml"), trust).isTrusted, "a link to it is it")

        try folder.file("explorer.yaml", Self.text + "# a comment\n")
        #expect(try Self.read(path, trust).isTrusted, "it wants nothing new")
        try folder.file("explorer.yaml", Self.text.replacing("a.example", with: "evil.example"))
        let changed = try Self.read(path, trust)
        #expect(!changed.isTrusted && changed.apis[0].services[0].headers.isEmpty)
        #expect(Self.texts(changed.openNeeds) == ["sends secrets to https://evil.example"], "only what is new is asked for")
        try trust.storeAgreement(changed.needs, for: path)
        #expect(
            trust.paths == [path] && trust.agreed(path) == Set(changed.needs.map(\.key)), "what it wanted before is forgotten")
        try folder.file("explorer.yaml", Self.text)
        #expect(try !Self.read(path, trust).isTrusted)
        #expect(try trust.remove(path) && !trust.remove(path) && trust.paths.isEmpty)
    }

    @Test(
        "what changes ends the trust",
        arguments: [
            ("https://a.example", "http://a.example", "sends secrets to http://a.example"),
            ("https://a.example", "https://a.example:444", "sends secrets to https://a.example:444"),
            ("env:T", "env:U", "reads the variable U"), ("env:T", "secret:t", "reads the secret t"),
        ])
    func everyKindOfChangeIsNew(_ old: String, _ new: String, _ need: String) throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        let path = try folder.file("explorer.yaml", Self.text)
        try trust.storeAgreement(try Self.read(path).needs, for: path)
        try folder.file("explorer.yaml", Self.text.replacing(old, with: new))
        #expect(Self.texts(try Self.read(path, trust).openNeeds) == [need])
    }

    @Test func anAPIGetsNoSecretsOfAnother() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        let two = Self.text + "  b:\n    environments: { x: [https://b.example] }\n    auth: { bearer: \"${env:U}\" }\n"
        let path = try folder.file("explorer.yaml", two)
        try trust.storeAgreement(try Self.read(path).needs, for: path)
        #expect(try Self.read(path, trust).isTrusted)
        try folder.file("explorer.yaml", two.replacing("env:U", with: "env:T"))
        let open = try Self.read(path, trust).openNeeds
        #expect(Self.texts(open) == ["reads the variable T"] && open[0].api == "b")
    }

    @Test func aChangedProgramIsAnotherNeed() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        let program = try folder.file("token.sh", "echo one")
        let path = try folder.file("explorer.yaml", Self.text.replacing("env:T", with: "command: sh ./token.sh"))
        try trust.storeAgreement(try Self.read(path).needs, for: path)
        #expect(try Self.read(path, trust).isTrusted)
        try folder.file("token.sh", "echo two")
        #expect(Self.texts(try Self.read(path, trust).openNeeds) == ["runs the command sh ./token.sh"], "\(program)")
    }

    /// Whatever it is called, and whoever may execute it.
    @Test func aChangedScriptOfAnInterpreterIsAnotherNeed() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        for command in ["sh ./token", "sh -e token", ". ./token", "/usr/bin/python3 token"] {
            try folder.file("token", "one")
            let path = try folder.file("explorer.yaml", Self.text.replacing("env:T", with: "command: \(command)"))
            try trust.storeAgreement(try Self.read(path).needs, for: path)
            try folder.file("token", "two")
            #expect(Self.texts(try Self.read(path, trust).openNeeds) == ["runs the command \(command)"])
        }
    }

    /// An open screen asks for values long after the file was read.
    @Test func aProgramThatChangesMeanwhileIsNotRun() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        try folder.file("token.sh", "echo one")
        let path = try folder.file("explorer.yaml", Self.text.replacing("env:T", with: "command: sh ./token.sh"))
        try trust.storeAgreement(try Self.read(path).needs, for: path)
        let file = try Self.read(path, trust, ["PATH": "/usr/bin:/bin"])
        let reference = ExternalReference(.command, "sh ./token.sh")
        #expect(try file.externalValues.values(of: [reference])[reference]?.reveal() == "one")
        try folder.file("token.sh", "touch PWNED")
        #expect(throws: VariableError.self) { try file.externalValues.values(of: [reference]) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")))
    }

    /// Trust goes by the file itself, and so does its folder.
    @Test func aLinkToATrustedFileBringsNoFilesAlong() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        mkdir(folder.path("good"), 0o700)
        mkdir(folder.path("evil"), 0o700)
        let path = try folder.file("good/explorer.yaml", Self.text.replacing("env:T", with: "file:tok"))
        try folder.file("good/tok", "own")
        try folder.file("evil/tok", "stolen")
        try trust.storeAgreement(try Self.read(path).needs, for: path)
        let link = folder.path("evil/explorer.yaml")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(try Self.read(link, trust).apis[0].services[0].headers["Authorization"] == "Bearer own")
    }

    /// A token that a login brings goes to every service.
    @Test func aLoginSendsSecretsToTheServices() throws {
        let folder = try TemporaryFolder()
        let login =
            "oauth2: { grant: device-code, client-id: a, token-url: https://a.example/t, device-url: https://a.example/d }"
        let path = try folder.file("explorer.yaml", Self.text.replacing("bearer: \"${env:T}\"", with: login))
        #expect(Self.texts(try Self.read(path).openNeeds).contains("sends secrets to https://a.example"))
    }

    @Test func aWorkspaceThatWantsTooMuchIsRefused() throws {
        let many = (0...1_001).map { "r\($0): { url: /, auth: { bearer: \"${env:V\($0)}\" } }" }.joined(separator: ", ")
        let text = "apis: { a: { environments: { x: [https://a.example] }, requests: { \(many) } } }"
        #expect(throws: WorkspaceError.self) { try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", isTrusted: false) }
    }

    @Test func whoHasNoHomeTrustsNothing() throws {
        let trust = WorkspaceTrust(Paths(environment: [:]))
        #expect(trust.paths.isEmpty)
        #expect(throws: WriteError.self) { try trust.storeAgreement([TrustNeed(.secret, "reads the variable T")], for: "/x") }
        #expect(WorkspaceTrust.nothing.paths.isEmpty)
    }

    @Test func aListThatIsNoneTrustsNothing() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: false)
        let real = try folder.file("elsewhere", "\(String(repeating: "0", count: 64)) /x\n")
        try FileManager.default.createSymbolicLink(atPath: folder.path("state/trust"), withDestinationPath: real)
        #expect(WorkspaceTrust(Self.paths(folder)).paths.isEmpty, "a link is not the user's own file")
    }

    @Test func aWorkspaceOfItsOwnNeedsNoConsent() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "explorer.yaml",
            """
            variables: { id: 5 }
            apis:
              a:
                description: ./api/openapi.yaml
                environments: { x: [https://a.example] }
                requests: { r: { url: "/items/${id}", capture: { t: { json: $.t } } }, s: { url: /, auth: { bearer: "${t}" } } }
            """)
        let file = try WorkspaceFile(path, environment: [:])
        #expect(
            file.needs.isEmpty && !file.isTrusted
                && file.apis[0].description
                    == .file(
                        folder.path("./api/openapi.yaml")
                            .replacing("/./", with: "/"))
        )
    }

    @Test func whatIsReadBehindWhatNeedsConsentIsToldToo() throws {
        let text = """
            apis:
              a:
                environments: { x: [https://a.example] }
                auth:
                  oauth2: { grant: client-credentials, token-url: https://i.example, client-id: "${env:ID}", client-secret: "${command: pass x}" }
            """
        let file = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", isTrusted: false)
        #expect(
            Set(file.needs.map(\.text)).isSuperset(of: ["reads the variable ID", "runs the command pass x"]), "\(file.needs)")
        let reference = ExternalReference(.env, "PATH")
        #expect(throws: VariableError.self, "nobody gets a value who asks all the same") {
            try file.externalValues.values(of: [reference])
        }
    }

    @Test func aReferenceDoesNotReachFromOneStringIntoAnother() throws {
        let text =
            #"apis: { a: { environments: { x: http://a }, requests: { r: { url: /, body: { json: { a: "${command: touch PWNED; #", b: "}" } } } } } }"#
        #expect(throws: WorkspaceError.self) { try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", isTrusted: false) }
    }

    // MARK: The hostile ones

    @Test func everyHostileWorkspaceIsRefusedOrNeedsConsent() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "/etc")
        let environment = ["HOME": "geheim-0123456789abcdef", "PATH": "geheim-0123456789abcdef"]
        let files = try SavedWorkTests.files("hostile")
        #expect(files.count >= 30)
        for url in files {
            let text = try String(contentsOf: url, encoding: .utf8).replacing("@SERVER@", with: "http://127.0.0.1:1")
            let path = try folder.file("explorer.yaml", text)
            let name = url.lastPathComponent
            do {
                let file = try WorkspaceFile(path, environment: environment)
                #expect(text.hasPrefix("# asks") && !file.openNeeds.isEmpty, "\(name)")
                let api = try #require(file.apis.first)
                // Nothing that needs consent is there without it.
                #expect(api.login == nil && api.directives.isEmpty && api.failover?.directives.key == nil, "\(name)")
                for service in api.services {
                    #expect(service.headers.isEmpty && service.parameters.isEmpty, "\(name)")
                    #expect(service.connection == ConnectionOptions(), "\(name)")
                }
                if case .file(let place)? = api.description { #expect(place.hasPrefix(folder.path), "\(name)") }
                #expect(api.work.requests.allSatisfy { if case .file = $0.body { false } else { true } }, "\(name)")
            } catch let error as WorkspaceError {
                #expect(text.hasPrefix("# refused"), "\(name): \(error.lines)")
                #expect(error.lines.allSatisfy { !$0.contains("geheim") }, "\(name)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")), "\(name) has run something")
        }
        // Larger than any workspace.
        try folder.file("explorer.yaml", Self.text + "#" + String(repeating: "x", count: 2 << 20))
        #expect(throws: ReadError.self) { try WorkspaceFile(folder.path("explorer.yaml"), environment: [:]) }
    }

    @Test func aLinkThatLeadsOutIsRefusedAlsoWithConsent() throws {
        let folder = try TemporaryFolder()
        let secret = try folder.file("outside", "geheim")
        try FileManager.default.createDirectory(atPath: folder.path("w"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.path("w/token"), withDestinationPath: secret)
        let text = "apis: { a: { environments: { x: [https://a.example] }, auth: { bearer: \"${file:./token}\" } } }"
        #expect(throws: WorkspaceError.self) {
            try WorkspaceFile(Array(text.utf8), path: folder.path("w/explorer.yaml"), isTrusted: true)
        }
    }
}
