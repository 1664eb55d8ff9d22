import Testing

@testable import RequestFiles

struct InsomniaTreeTests {
    private let shop: RequestCollection

    init() throws {
        shop = try InsomniaReader.readCollection(Array(CollectionFixture.text("insomnia-5.yaml").utf8), file: "shop.yaml")
    }

    @Test func theCollectionItself() {
        #expect(shop.name == "Shop")
        #expect(shop.format == "Insomnia 5")
        #expect(shop.docs == "All of the shop.")
        #expect(shop.requests.map(\.name) == ["One order", "New order", "Picture", "Query", "Upload"])
        #expect(shop.report.requests == 5)
        #expect(
            shop.variables == [
                CollectionField("base.url", "https://shop.example"), CollectionField("base.hosts[0]", "a"),
                CollectionField("base.hosts[1]", "b"),
            ])
        #expect(
            shop.environments == [
                CollectionEnvironment(name: "dev", variables: [CollectionField("sku", "{{base.url}}")]),
                CollectionEnvironment(
                    name: "prod",
                    variables: [CollectionField("sku", "z", isDisabled: true), CollectionField("pass", "", isSecret: true)]),
            ])
    }

    @Test func foldersKeepTheirOwn() throws {
        guard case .folder(var folder) = try #require(shop.items.first) else { throw Missing() }
        #expect(folder.items.count == 2)
        folder.items = []
        var wanted = CollectionFolder(name: "Orders")
        wanted.docs = "What customers bought."
        wanted.auth = .basic(user: "ada", password: "{{pass}}")
        wanted.headers = [CollectionField("X-Shop", "{{shop-id}}")]
        wanted.variables = [CollectionField("page", "2"), CollectionField("nested.name", "inner")]
        #expect(folder == wanted)
    }

    @Test func requests() throws {
        let order = try shop.request("One order")
        #expect(order.url == "{{base.url}}/orders/:id")
        #expect(order.docs == "One of them.")
        #expect(
            order.query == [
                CollectionField("expand", "lines,tax", docs: "more of it"), CollectionField("debug", "1", isDisabled: true),
            ])
        #expect(order.headers == [CollectionField("Accept", "application/json")])
        #expect(order.pathVariables == [CollectionField("id", "17")])
        #expect(order.options.followsRedirects == false)
        #expect(order.options.ignoresCookies)
        #expect(order.auth == nil)
        #expect(order.place == ImportPlace(file: "shop.yaml", line: 26, pointer: "/collection/0/children/0"))
        let new = try shop.request("New order")
        #expect(new.method == "POST")
        #expect(new.auth == CollectionAuth.none)
        #expect(
            new.body == .text(#"{"at": "{{$isoTimestamp}}", "sku": "{{ _.sku | upper }}"}"#, mediaType: "application/json"))
    }

    @Test func bodies() throws {
        let picture = try shop.request("Picture")
        var off = CollectionPart("off", .text("x"))
        off.isDisabled = true
        #expect(
            picture.body
                == .multipart([
                    CollectionPart("title", .text("a"), mediaType: "text/markdown"),
                    CollectionPart("file", .file(path: "/a.png")), off,
                ]))
        #expect(picture.headers == [])
        #expect(picture.auth == .apiKey(name: "Cookie", value: "k=v", inQuery: false))
        #expect(try shop.request("Query").body == .graphQL(query: "{ shop }", variables: #"{"a": 1}"#, operation: "Q"))
        #expect(try shop.request("Upload").body == .file(path: "/c.png", mediaType: "application/octet-stream"))
    }

    @Test func whatIsNotTakenIsNoted() {
        #expect(
            shop.noted == [
                "unsupported /collection/0: scripts are not run: pre-request",
                "unsupported /collection/0/children/1: expressions are not evaluated: {{ _.sku | upper }}",
                "assumed /collection/1/authentication: the key goes into a cookie; it is sent as a field Cookie",
                "unsupported /collection/4: a gRPC request is left out: only HTTP is sent",
                "unsupported /collection/5: a WebSocket request is left out: only HTTP is sent",
                "unsupported /environments/subEnvironments/1/kvPairData: secrets are in Insomnia's vault and are not exported: pass",
                "unsupported /cookieJar/cookies: a cookie is not taken over",
            ])
    }
}
