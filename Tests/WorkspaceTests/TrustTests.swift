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

    @Test func consentIsForTheseBytesInThisPlace() throws {
        let folder = try TemporaryFolder()
        let trust = WorkspaceTrust(Self.paths(folder))
        let path = try folder.file("explorer.yaml", Self.text)
        func read(_ path: String) throws -> WorkspaceFile { try WorkspaceFile(path, environment: ["T": "geheim"], trust: trust) }
        let stranger = try read(path)
        #expect(!stranger.isTrusted && stranger.openNeeds == [TrustNeed(line: 4, text: "reads the variable T")])
        #expect(stranger.apis[0].services[0].headers.isEmpty && stranger.warnings.isEmpty)

        try trust.add(stranger.entry)
        let known = try read(path)
        #expect(
            known.isTrusted && known.openNeeds.isEmpty && known.apis[0].services[0].headers["Authorization"] == "Bearer geheim")
        var facts = stat()
        #expect(stat(folder.path("state/trust"), &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
        #expect(stat(folder.path("state"), &facts) == 0 && facts.st_mode & 0o7777 == 0o700)

        let copy = try folder.file("copy.explorer.yaml", Self.text)
        #expect(try !read(copy).isTrusted, "the same text elsewhere reads other files and runs elsewhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.explorer.yaml"), withDestinationPath: path)
        #expect(try read(folder.path("link.explorer.yaml")).isTrusted, "a link to it is it")

        try folder.file("explorer.yaml", Self.text.replacing("a.example", with: "evil.example"))
        let changed = try read(path)
        #expect(!changed.isTrusted && changed.apis[0].services[0].headers.isEmpty)
        try trust.add(changed.entry)
        #expect(trust.entries == [changed.entry], "what it was before is forgotten")
        try folder.file("explorer.yaml", Self.text)
        #expect(try !read(path).isTrusted)
        #expect(try trust.remove(path) && !trust.remove(path) && trust.entries.isEmpty)
    }

    @Test func whoHasNoHomeTrustsNothing() throws {
        let trust = WorkspaceTrust(Paths(environment: [:]))
        #expect(trust.entries.isEmpty)
        #expect(throws: WriteError.self) { try trust.add(.init(digest: String(repeating: "0", count: 64), path: "/x")) }
        #expect(WorkspaceTrust.nothing.entries.isEmpty)
    }

    @Test func aListThatIsNoneTrustsNothing() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: false)
        let real = try folder.file("elsewhere", "\(String(repeating: "0", count: 64)) /x\n")
        try FileManager.default.createSymbolicLink(atPath: folder.path("state/trust"), withDestinationPath: real)
        #expect(WorkspaceTrust(Self.paths(folder)).entries.isEmpty, "a link is not the user's own file")
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
        let reference = OutsideReference(.env, "PATH")
        #expect(throws: VariableError.self, "nobody gets a value who asks all the same") {
            try file.outside.values(of: [reference])
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
