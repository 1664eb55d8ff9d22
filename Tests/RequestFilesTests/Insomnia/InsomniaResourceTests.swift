import TestSupport
import Testing

@testable import RequestFiles

struct InsomniaResourceTests {
    private func read(_ text: String) throws(ImportError) -> RequestCollection {
        try InsomniaReader.readCollection(Array(text.utf8), file: "a/work.json")
    }

    private func export(_ resources: String, format: String = "4") throws(ImportError) -> RequestCollection {
        try read(#"{"_type": "export", "__export_format": \#(format), "resources": [\#(resources)]}"#)
    }

    @Test func aBodyOfTheWrongKindIsSkipped() throws {
        let work = try export(
            #"{"_id": "r", "_type": "request", "name": "R", "method": "POST", "url": "https://a.example", "body": [1]}"#)
        #expect(work.requests.first?.body == CollectionBody.none)
        #expect(work.noted == ["skipped /resources/0/body: the body is neither a text nor an object; it is left out"])
    }

    @Test func aFormatThatIsNotKnownIsNotShownAsKnown() throws {
        let request = #"{"_id": "r", "_type": "request", "name": "R", "method": "GET", "url": "https://a.example"}"#
        let newer = try export(request, format: "9")
        #expect(newer.format == "Insomnia")
        #expect(newer.noted == ["assumed /__export_format: format 9 is not known; it is read as 4"])
        let groups = try read(#"{"_type": "export", "__export_format": 9, "items": [\#(request)]}"#)
        #expect(groups.format == "Insomnia" && groups.requests.count == 1)
        #expect(groups.noted.first == "assumed /__export_format: format 9 is not known; it is read as 1")
    }

    @Test func aWholeExport() throws {
        let work = try read(try CollectionFixture.text("insomnia-4.json"))
        #expect(work.name == "Work")
        #expect(work.format == "Insomnia 4")
        #expect(work.docs == "docs")
        #expect(work.variables == [CollectionField("x", "1"), CollectionField("list", "[]"), CollectionField("none", "")])
        #expect(work.environments == [CollectionEnvironment(name: "dev", variables: [CollectionField("x", "2")])])
        #expect(work.requests.map(\.name) == ["Inside", "Top", "Orphan"])
        #expect(work.report.requests == 3)
        guard case .folder(let folder) = try #require(work.items.first) else { throw Missing() }
        #expect(folder.name == "Folder")
        #expect(folder.variables == [CollectionField("base", "https://a.example")])
        #expect(folder.items.flatMap(\.requests).map(\.url) == ["{{base}}/in?x=1"])
        let top = try work.request("Top")
        #expect(top.body == .form([CollectionField("a", "{{x}}"), CollectionField("b", "2", isDisabled: true)]))
        #expect(top.auth == CollectionAuth.none)
        #expect(top.options.followsRedirects == true)
        guard case .folder(let round) = try #require(work.items.last) else { throw Missing() }
        #expect(round.name == "Round")
        #expect(round.items == [.folder(CollectionFolder(name: "And round"))])
        #expect(
            work.noted == [
                "assumed /resources/3/authentication: its authentication (basic) is switched off and left out",
                "unsupported /resources/3: unknown settings: cookies are sent but not kept, the URL is not encoded",
                "unsupported /resources/3: scripts are not run: pre-request",
                "unsupported /resources/9: a gRPC request is left out: only HTTP is sent",
                "assumed /resources/4: its folders nest deeper than 50 levels or contain each other; it is moved to the top",
                "unsupported /resources/8/cookies: 2 cookies are not taken over",
                "unsupported /resources/10: an API description is not taken over",
                "skipped /resources/11: an entry of unknown type something_new",
            ])
    }

    @Test func severalWorkspacesAreFolders() throws {
        let both = try export(
            """
            {"_id": "w1", "_type": "workspace", "name": "One"}, {"_id": "w2", "_type": "workspace", "name": "Two"},
            {"_id": "r2", "_type": "request", "parentId": "w2", "name": "b", "method": "GET", "url": "y"},
            {"_id": "r1", "_type": "request", "parentId": "w1", "name": "a", "method": "GET", "url": "x"},
            {"_id": "e1", "_type": "environment", "parentId": "w1", "name": "Base", "data": {"k": "v"}},
            {"_id": "e2", "_type": "environment", "parentId": "e1", "name": "dev", "data": {}}
            """)
        #expect(both.name == "work")
        let folders = both.items.compactMap { item -> CollectionFolder? in
            if case .folder(let folder) = item { folder } else { nil }
        }
        #expect(folders.map(\.name) == ["One", "Two"])
        #expect(folders.map(\.variables) == [[CollectionField("k", "v")], []])
        #expect(both.environments == [CollectionEnvironment(name: "One / dev")])
        #expect(both.requests.map(\.name) == ["a", "b"])
    }

    @Test func olderVersions() throws {
        let second = try export(
            """
            {"_id": "g", "_type": "request_group", "name": "G", "environment": {"base_url": "u"}},
            {"_id": "r", "_type": "request", "parentId": "g", "name": "a", "method": "POST", "url": "{{ base_url }}/x", "body": "{}",
             "headers": [{"name": "Content-Type", "value": "application/json"}], "authentication": {"username": "{{ k }}", "password": ""}}
            """, format: "2")
        #expect(second.format == "Insomnia 2")
        let request = try second.request("a")
        #expect(request.url == "{{base_url}}/x")
        #expect(request.body == .text("{}", mediaType: "application/json"))
        #expect(request.auth == .basic(user: "{{k}}", password: ""))
        let first = try read(
            """
            {"_type": "export", "__export_format": 1, "items": [{"_type": "request_group", "name": "G",
             "environments": {"base": {"a": "1"}, "dev": {"a": "2"}}, "requests": [{"name": "a", "url": "x", "method": "GET",
             "params": [{"name": "p", "value": "1"}], "body": "k=v", "__insomnia": {"format": "form"}}, 8]}, 7]}
            """)
        #expect(first.format == "Insomnia 1")
        guard case .folder(let folder) = try #require(first.items.first) else { throw Missing() }
        #expect(folder.variables == [CollectionField("a", "1")])
        #expect(first.environments == [CollectionEnvironment(name: "G / dev", variables: [CollectionField("a", "2")])])
        #expect(try first.request("a").query == [CollectionField("p", "1")])
        #expect(try first.request("a").body == .text("k=v", mediaType: "application/x-www-form-urlencoded"))
        #expect(
            first.noted == [
                "skipped /items/0/requests/1: a request was expected", "skipped /items/1: it is neither a request nor a group",
            ])
        #expect(try export("", format: "9").noted == ["assumed /__export_format: format 9 is not known; it is read as 4"])
    }

    @Test(
        arguments: [
            ("{}", nil), ("null", nil), (#"{"type": "none"}"#, CollectionAuth.none),
            (#"{"type": "bearer", "token": "t"}"#, .bearer(token: "t")),
            (#"{"type": "bearer", "token": "t", "prefix": "NO_PREFIX"}"#, .bearer(token: "t", prefix: "")),
            (#"{"type": "digest", "username": "u", "password": "p"}"#, .digest(user: "u", password: "p")),
            (
                #"{"type": "apikey", "key": "k", "value": "v", "addTo": "queryParams"}"#,
                .apiKey(name: "k", value: "v", inQuery: true)
            ),
            (
                #"{"type": "iam", "accessKeyId": "a", "secretAccessKey": "s", "region": "r", "service": "v"}"#,
                .awsSigV4(accessKey: "a", secretKey: "s", region: "r", service: "v", sessionToken: "")
            ),
            (
                #"{"type": "oauth2", "grantType": "password", "password": "{{ _.p }}"}"#,
                .oauth2([CollectionField("grantType", "password"), CollectionField("password", "{{p}}", isSecret: true)])
            ),
        ] as [(String, CollectionAuth?)])
    func authentication(json: String, auth: CollectionAuth?) throws {
        let collection = try export(
            #"{"_type": "request", "name": "r", "method": "GET", "url": "x", "authentication": \#(json)}"#)
        #expect(try collection.request("r").auth == auth)
        #expect(collection.noted == [])
    }

    @Test(arguments: [
        ("{}", CollectionBody.none), ("null", .none), (#"{"mimeType": "application/json", "text": ""}"#, .none),
        (#"{"mimeType": "text/plain", "text": "{{ _.a }}"}"#, .text("{{a}}", mediaType: "text/plain")),
        (#"{"mimeType": "image/png", "fileName": "/a.png"}"#, .file(path: "/a.png", mediaType: "image/png")),
        (#"{"params": [{"name": "a", "value": 1}]}"#, .form([CollectionField("a", "1")])),
        (
            #"{"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a%5B", "value": "b%20c"}]}"#,
            .form([CollectionField("a[", "b c")])
        ),
    ])
    func bodies(json: String, body: CollectionBody) throws {
        let collection = try export(#"{"_type": "request", "name": "r", "method": "POST", "url": "x", "body": \#(json)}"#)
        #expect(try collection.request("r").body == body)
        #expect(collection.noted == [])
    }

    @Test func valuesThatNestDeepStayTexts() throws {
        let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
        let collection = try export(#"{"_type": "environment", "name": "Base", "data": {"a": \#(deep)}}"#)
        #expect(collection.variables.count == 1)
        #expect(collection.noted == ["assumed /resources/0/data: values deeper than 32 levels are kept as JSON texts"])
    }

    @Test func longChainsAndManyEntriesTakeTimeInProportion() throws {
        let chain = (0..<20_000).map { #"{"_id": "f\#($0)", "_type": "request_group", "name": "f", "parentId": "f\#($0 - 1)"}"# }
        let same = (0..<20_000).map { _ in #"{"_id": "s", "_type": "request_group", "name": "s", "parentId": "s"}"# }
        let start = ThreadTime.now
        let chained = try export(chain.joined(separator: ","))
        #expect(chained.report.notes.count == 399)
        #expect(try export(same.joined(separator: ",")).items.count > 0)
        #expect(start.duration(to: ThreadTime.now) < .seconds(30))
    }
}
