// Collections of slumber, of version 4 and those before it.

import RequestFiles
import Testing

struct SlumberReaderTests {
    private func read(_ text: String) throws -> RequestCollection {
        try SlumberReader.readCollection(Array(text.utf8), file: "s.yml")
    }

    @Test func profilesFoldersAndRecipes() throws {
        let collection = try read(
            """
            name: S
            .base: {headers: {Accept: a/b, X: "{{ x }}"}}
            profiles:
              local: {name: Local, data: {host: "http://h", n: 1, list: [1, 2]}}
              other: {data: {}}
            requests:
              f:
                name: Folder
                requests:
                  one:
                    $ref: "#/.base"
                    method: put
                    url: "{{ host }}/a/{{id}}"
                    query: {a: 1, b: [x, "{{ y }}"]}
                    authentication: {type: basic, username: u, password: "{{p}}"}
                    body: {type: json, data: {k: "{{ v }}"}}
              two:
                url: http://h
                method: POST
                $ref: "#/.base"
                headers: {Accept: c/d}
                body: {type: form_multipart, data: {t: 1, f: "{{ file('./p.png') }}"}}
            """)
        #expect(collection.name == "S" && collection.report.requests == 2 && collection.report.notes.isEmpty)
        #expect(collection.environments.map(\.name) == ["Local", "other"])
        #expect(
            collection.environments[0].variables
                == [CollectionField("host", "http://h"), CollectionField("n", "1"), CollectionField("list", "[1,2]")])
        guard case .folder(let folder) = collection.items[0] else {
            Issue.record("no folder")
            return
        }
        #expect(folder.name == "Folder")
        let (one, two) = (collection.requests[0], collection.requests[1])
        #expect(one.name == "one" && one.method == "PUT" && one.url == "{{host}}/a/{{id}}")
        #expect(one.query == [CollectionField("a", "1"), CollectionField("b", "x"), CollectionField("b", "{{y}}")])
        #expect(one.headers == [CollectionField("Accept", "a/b"), CollectionField("X", "{{x}}")])
        #expect(one.auth == .basic(user: "u", password: "{{p}}"))
        #expect(one.body == .text("{\n  \"k\": \"{{v}}\"\n}", mediaType: "application/json"))
        #expect(two.headers == [CollectionField("Accept", "c/d")])
        #expect(two.body == .multipart([CollectionPart("t", .text("1")), CollectionPart("f", .file(path: "./p.png"))]))
    }

    @Test func whatSlumberWorksOutIsNoted() throws {
        let collection = try read(
            "requests:\n  a: {method: GET, url: \"h/{{ command(['x']) }}/{{ prompt() }}\", body: \"{{ file('a.txt') }}\"}\n  b: {method: GET}\n"
        )
        #expect(collection.requests.map(\.url) == ["h/{{ command(['x']) }}/{{ prompt() }}"])
        #expect(collection.requests[0].body == .file(path: "a.txt", mediaType: nil))
        #expect(
            collection.report.notes.map { "\($0.kind.rawValue) \($0)" } == [
                "unsupported s.yml#/requests/a/url (line 2): {{ command(['x']) }} and 1 more like it: computed by slumber, and kept as written; "
                    + "put the value there, or a variable",
                "skipped s.yml#/requests/b (line 3): the recipe has no URL; write one",
            ])
    }

    @Test func tagsOfOlderVersions() throws {
        let collection = try read(
            """
            requests:
              a: !request
                method: POST
                url: h
                query:
                  - a=b=c
                authentication: !bearer "{{t}}"
                body: !form_urlencoded
                  u: v
              b: !request
                method: POST
                url: h
                authentication: !basic {username: u, password: p}
                body: !json '{"no": "object"}'
            """)
        #expect(collection.requests[0].query == [CollectionField("a", "b=c")])
        #expect(collection.requests.map(\.auth) == [.bearer(token: "{{t}}"), .basic(user: "u", password: "p")])
        #expect(
            collection.requests.map(\.body) == [
                .form([CollectionField("u", "v")]), .text("\"{\\\"no\\\": \\\"object\\\"}\"", mediaType: "application/json"),
            ])
    }

    @Test func aSecondDocumentIsNotedWithItsFileAndLine() throws {
        let collection = try read("requests:\n  a: {method: GET, url: h}\n---\nrequests: {}\n")
        #expect(collection.requests.map(\.url) == ["h"])
        #expect(
            collection.report.notes.map(\.description) == [
                "s.yml:3: a second YAML document is not read; put it into a file of its own"
            ])
    }

    @Test func referencesThatGoRoundEnd() throws {
        let collection = try read(
            "x: {$ref: '#/y'}\ny: {$ref: '#/x', url: h, method: GET}\nrequests:\n  a: {$ref: '#/x'}\n  b: {$ref: '#/z'}\n")
        #expect(collection.requests.map(\.url) == ["h"])
        #expect(collection.report.notes.map(\.message) == ["#/z is not in this file", "the recipe has no URL"])
    }

    @Test func othersAreRefused() {
        #expect(throws: ImportError.self) { try read("openapi: 3.0.0\npaths: {}\n") }
        #expect(throws: ImportError.self) { try read("a: [") }
    }
}

extension SlumberReaderTests {
    /// Folders that name each other twice would be as many as the grains on a chessboard.
    @Test func referencesThatMultiplyEnd() throws {
        let folders = (0..<60).map { "f\($0): {requests: {a: {$ref: '#/f\($0 + 1)'}, b: {$ref: '#/f\($0 + 1)'}}}" }.joined(
            separator: "\n")
        let collection = try SlumberReader.readCollection(
            Array("\(folders)\nf60: {url: h, method: GET}\nrequests: {x: {$ref: '#/f0'}}\n".utf8), file: "s")
        #expect(collection.report.notes.last?.message == "references repeat so much of the file that only a part is read")
    }
}
