// What Bruno's files say, in a small folder of them.

import Testing

@testable import RequestFiles

struct BrunoReaderTests {
    private func read(_ text: String) throws -> (request: CollectionRequest, notes: [String]) {
        let text = "meta {\n  name: One\n  type: http\n}\n\n" + text
        let collection = try BrunoReader.readCollection(Array(text.utf8), file: "a/one.bru")
        return (try #require(collection.requests.first), collection.report.notes.map(\.message))
    }

    static let folder: [(path: String, text: String)] = [
        (
            "api/bruno.json",
            #"{"version": "1", "name": "Shop", "type": "collection", "ignore": ["node_modules"], "proxy": {"enabled": true}}"#
        ),
        (
            "api/collection.bru",
            "headers {\n  A: 1\n}\nauth {\n  mode: bearer\n}\nauth:bearer {\n  token: {{ t }}\n}\nvars:pre-request {\n  v: 1\n}\ndocs {\n  # Shop\n}\n"
        ), ("api/.env", "KEY=k\n"),
        ("api/environments/Local.bru", "vars {\n  host: h\n  ~off: o\n}\nvars:secret [\n  key,\n  ~old\n]\n"),
        ("api/users/folder.bru", "meta {\n  name: People\n  seq: 2\n}\nauth {\n  mode: inherit\n}\nheaders {\n  B: 2\n}\n"),
        ("api/users/b.bru", "meta {\n  name: b\n  type: http\n  seq: 2\n}\nget {\n  url: {{host}}/b\n  auth: inherit\n}\n"),
        ("api/users/a.bru", "meta {\n  name: a\n  type: http\n  seq: 10\n}\npost {\n  url: {{host}}/a\n}\n"),
        ("api/orders/deep/c.bru", "get {\n  url: c\n}\n"),
        ("api/top.bru", "meta {\n  name: top\n  type: grpc\n}\ngrpc {\n  url: x\n}\n"),
        ("api/node_modules/x.bru", "get {\n  url: x\n}\n"), ("api/broken.bru", "get {\n  url: x\n"), ("api/README.md", "text"),
        ("other/bruno.json", "{}"), ("other/x.bru", "get {\n  url: x\n}\n"),
    ]

    @Test func aFolderIsATreeInTheOrderOfItsNumbers() throws {
        let collection = try BrunoReader.readCollection(Self.folder.map { (path: $0.path, bytes: Array($0.text.utf8)) })
        #expect(collection.name == "Shop")
        #expect(collection.format == "Bruno 1")
        #expect(collection.docs == "# Shop")
        #expect(collection.headers == [.init("A", "1")])
        #expect(collection.auth == .bearer(token: "{{t}}"))
        #expect(collection.variables == [.init("process.env.KEY", "k", isSecret: true), .init("v", "1")])
        #expect(
            collection.environments == [
                CollectionEnvironment(
                    name: "Local",
                    variables: [
                        .init("host", "h"), .init("off", "o", isDisabled: true), .init("key", "", isSecret: true),
                        .init("old", "", isDisabled: true, isSecret: true),
                    ])
            ])
        #expect(collection.requests.map(\.name) == ["b", "a", "c"])
        #expect(collection.requests.map(\.auth) == [nil, CollectionAuth.none, CollectionAuth.none])
        guard case .folder(let people) = try #require(collection.items.first) else {
            Issue.record("no folder")
            return
        }
        #expect(people.name == "People")
        #expect(people.headers == [.init("B", "2")])
        #expect(people.auth == nil)
        #expect(collection.report.requests == 3)
        #expect(
            collection.report.notes.map { "\($0.place): \($0.message)" } == [
                "other/bruno.json: it is another collection", "api/bruno.json#/proxy (line 1): the setting `proxy` is not read",
                "api/broken.bru:1: the block `get` is not closed",
                "api/environments/Local.bru:6: the secret `key` has no value in the file",
                "api/environments/Local.bru:7: the secret `old` has no value in the file",
                "api/top.bru:1: a gRPC request is not read",
            ])
    }

    @Test func parametersKeepWhatIsDisabledAndWhatIsSaidOfThem() throws {
        let read = try read(
            """
            get {
              url: https://a.example/:id?on=1&q={{ x?y }}#top
            }

            params:query {
              @description('''
                two
                lines
              ''')
              on: 1
              "a \\"b\\": c": {{ x?y }}
              ~off: 2
            }

            params:path {
              @description("the (id)")
              id: '''
                one
                  two
              '''
            }
            """
        ).request
        #expect(read.url == "https://a.example/:id#top")
        #expect(
            read.query == [
                CollectionField("on", "1", docs: "two\nlines"), CollectionField("a \"b\": c", "{{x?y}}"),
                CollectionField("off", "2", isDisabled: true),
            ])
        #expect(read.pathVariables == [CollectionField("id", "one\n  two", docs: "the (id)")])
    }

    @Test(arguments: [
        (
            "json", "body:json {\n  {\n    \"a\": {{ b }}\n  }\n}",
            CollectionBody.text("{\n  \"a\": {{b}}\n}", mediaType: "application/json")
        ),
        (
            "json", "body:json {\n  { // c\n    \"u\": \"http://x\" /* d */\n  }\n}",
            .text("{ \n  \"u\": \"http://x\" \n}", mediaType: "application/json")
        ),
        (
            "graphql", "body:graphql {\n  { a } # b\n}\nbody:graphql:vars {\n  {} // c\n}",
            .graphQL(query: "{ a } # b", variables: "{} ")
        ),
        ("text", "body:text {\n  a // b\n}", .text("a // b", mediaType: "text/plain")),
        ("text", "body:text {\n  a\n}", .text("a", mediaType: "text/plain")),
        ("xml", "body:xml {\n  <a/>\n}", .text("<a/>", mediaType: "application/xml")),
        ("sparql", "body:sparql {\n  ASK {}\n}", .text("ASK {}", mediaType: "application/sparql-query")),
        (
            "formUrlEncoded", "body:form-urlencoded {\n  a: 1\n  ~b: 2\n}",
            .form([.init("a", "1"), .init("b", "2", isDisabled: true)])
        ),
        (
            "multipart-form",
            "body:multipart-form {\n  a: {\"x\":1} @contentType(application/json)\n  f: @file(a.png|b c.png)\n}",
            .multipart([
                CollectionPart("a", .text("{\"x\":1}"), mediaType: "application/json"), CollectionPart("f", .file(path: "a.png")),
                CollectionPart("f", .file(path: "b c.png")),
            ])
        ), ("file", "body:file {\n  file: @file(x.bin) @contentType(image/png)\n}", .file(path: "x.bin", mediaType: "image/png")),
        ("graphql", "body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {}\n}", .graphQL(query: "{ a }", variables: "{}")),
        ("none", "", CollectionBody.none),
    ])
    func bodiesAreThoseOfTheirMode(_ mode: String, _ block: String, _ expected: CollectionBody) throws {
        let read = try read("post {\n  url: x\n  body: \(mode)\n}\n\(block)\n")
        #expect(read.request.body == expected)
        #expect(read.notes.isEmpty)
    }

    @Test(arguments: [
        ("basic", "username: u\n  password: p", CollectionAuth.basic(user: "u", password: "p")),
        ("digest", "username: u\n  password: p", .digest(user: "u", password: "p")),
        ("bearer", "token: {{ t }}", .bearer(token: "{{t}}")),
        ("apikey", "key: k\n  value: v\n  placement: queryparams", .apiKey(name: "k", value: "v", inQuery: true)),
        (
            "awsv4", "accessKeyId: a\n  secretAccessKey: s\n  service: x\n  region: r",
            .awsSigV4(accessKey: "a", secretKey: "s", region: "r", service: "x", sessionToken: "")
        ), ("oauth2", "grant_type: password\n  scope: a b", .oauth2([.init("grant_type", "password"), .init("scope", "a b")])),
    ])
    func authIsThatOfItsMode(_ mode: String, _ block: String, _ expected: CollectionAuth) throws {
        let read = try read("get {\n  url: x\n  auth: \(mode)\n}\nauth:\(mode) {\n  \(block)\n}\n")
        #expect(read.request.auth == expected)
        #expect(read.notes.isEmpty)
    }

    @Test func whatIsNotReadIsNoted() throws {
        let read = try read(
            """
            http {
              method: purge
              url: x
              auth: wsse
            }
            auth:wsse {
              username: u
            }
            auth:basic {
              username: u
            }
            settings {
              followRedirects: false
              timeout: 1500
              maxRedirects: 3
            }
            script:pre-request {
              a()
            }
            tests {
              b()
            }
            vars:post-response {
              @c: res.body
            }
            future {
              d: 1
            }
            """)
        #expect(read.request.method == "PURGE")
        #expect(read.request.auth == .other(name: "wsse", [.init("username", "u")]))
        #expect(read.request.options.followsRedirects == false)
        #expect(read.request.options.timeout == 1.5)
        #expect(
            read.notes == [
                "`auth:basic` is kept, but another auth is chosen", "the auth `wsse` is not supported",
                "the setting `maxRedirects` is not read", "a script is not run", "tests are not run",
                "variables are not set from the response",
                "the block `future` is not supported",
            ])
    }

    @Test func anEnvironmentIsReadByItself() throws {
        let collection = try BrunoReader.readCollection(
            Array("vars {\n  a: {{ b }}\n}\ncolor: red\n".utf8), file: "environments/Dev.bru")
        #expect(collection.environments == [CollectionEnvironment(name: "Dev", variables: [.init("a", "{{b}}")])])
        #expect(
            collection.report.notes.map(\.description) == [
                "environments/Dev.bru:4: text outside of the blocks; write `name {` before it"
            ])
    }

    @Test func whatIsNoBrunoFileIsRefused() {
        let yaml = #expect(throws: ImportError.self) {
            try BrunoReader.readCollection([(path: "a/opencollection.yml", bytes: [])])
        }
        #expect(yaml?.message == "it is a collection in YAML, which is not read")
        let error = #expect(throws: ImportError.self) { try BrunoReader.readCollection(Array("get {\n".utf8), file: "a.bru") }
        #expect(error?.description == "a.bru:1: the block `get` is not closed; write `}` alone on a line")
        #expect(throws: ImportError.self) { try BrunoReader.readCollection(Array("hello\n".utf8), file: "a.bru") }
        #expect(throws: ImportError.self) { try BrunoReader.readCollection([(path: "a.txt", bytes: [])]) }
        #expect(throws: ImportError.self) {
            try BrunoReader.readCollection([(path: "bruno.json", bytes: [0x7b]), (path: "a.bru", bytes: [])])
        }
    }
}
