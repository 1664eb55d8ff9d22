import Testing

@testable import RequestFiles

struct PostmanCollectionTests {
    private let shop: RequestCollection

    init() throws {
        shop = try PostmanReader.readCollection(Array(CollectionFixture.text("postman-2.1.json").utf8), file: "shop.json")
    }

    @Test func theCollectionItself() {
        #expect(shop.name == "Shop")
        #expect(shop.format == "Postman 2.1")
        #expect(shop.docs == "All of the **shop**.")
        #expect(shop.auth == .bearer(token: "{{token}}"))
        #expect(
            shop.variables == [
                CollectionField("base", "https://shop.example/v1"), CollectionField("token", "s3cret", isSecret: true),
                CollectionField("old", "1", isDisabled: true),
            ])
        #expect(shop.report.requests == 7)
        #expect(
            shop.requests.map(\.name) == [
                "One order", "New order", "Picture", "Form", "Query", "Upload", "GET https://shop.example/short",
            ])
    }

    @Test func foldersKeepTheirOwn() throws {
        guard case .folder(let folder) = try #require(shop.items.first) else { throw Missing() }
        #expect(folder.name == "Orders")
        #expect(folder.docs == "What customers bought.")
        #expect(folder.auth == .basic(user: "ada", password: "{{pass}}"))
        #expect(folder.variables == [CollectionField("page", "2")])
        guard case .folder(let inner) = try #require(folder.items.last) else { throw Missing() }
        #expect(inner == CollectionFolder(name: "Inner"))
    }

    @Test func aRequestWithAllItsParts() throws {
        let request = try shop.request("One order")
        #expect(request.method == "GET")
        #expect(request.url == "{{base}}/orders/:id")
        #expect(
            request.query == [
                CollectionField("expand", "lines%2Ctax", docs: "more of it"), CollectionField("flag", ""),
                CollectionField("debug", "1", isDisabled: true),
            ])
        #expect(request.pathVariables == [CollectionField("id", "17", docs: "its number")])
        #expect(
            request.headers == [
                CollectionField("Accept", "application/json", docs: "what we want"),
                CollectionField("X-Trace", "{{$guid}}", isDisabled: true),
            ])
        #expect(request.docs == "One of them.")
        #expect(request.auth == nil)
        #expect(request.options.followsRedirects == false)
        #expect(request.options.ignoresCookies)
        #expect(request.place == ImportPlace(file: "shop.json", line: 23, pointer: "/item/0/item/0"))
        var found = CollectionExample(name: "found", status: 200)
        found.headers = [CollectionField("Content-Type", "application/json")]
        found.body = #"{"id": 17}"#
        #expect(request.examples == [found, CollectionExample(name: "gone", status: 404)])
    }

    @Test func bodies() throws {
        let order = try shop.request("New order")
        #expect(order.method == "POST")
        #expect(order.auth == CollectionAuth.none)
        #expect(order.options.followsRedirects == false)
        #expect(order.body == .text(#"{"sku": "{{sku}}"}"#, mediaType: "application/json"))
        var title = CollectionPart("title", .text("a"), mediaType: "text/plain")
        title.docs = "its name"
        var off = CollectionPart("off", .text("x"))
        off.isDisabled = true
        let picture = try shop.request("Picture")
        #expect(
            picture.body
                == .multipart([
                    title, CollectionPart("file", .file(path: "/a.png")), CollectionPart("file", .file(path: "/b.png")),
                    CollectionPart("none", .file(path: "")), off,
                ]))
        #expect(picture.headers == [CollectionField("Accept", "image/png")])
        #expect(picture.url == "https://shop.example:8443/pictures/")
        #expect(
            try shop.request("Form").body == .form([CollectionField("a", "1"), CollectionField("b", "2", isDisabled: true)]))
        #expect(try shop.request("Query").body == .graphQL(query: "{ shop }", variables: "{}", operation: "Q"))
        let upload = try shop.request("Upload")
        #expect(upload.body == .file(path: "/c.png", mediaType: "image/png"))
        #expect(upload.options.proxy == "http://proxy.example:3128")
        #expect(upload.options.certificateFile == "/c.pem")
        #expect(upload.options.keyFile == "/k.pem")
    }

    @Test func whatIsNotTakenIsNoted() {
        #expect(
            shop.noted == [
                "assumed /item/0/item/0/request/url/query: without a value in the file, sent with an empty one: flag",
                "unsupported /item/0/item/0/protocolProfileBehavior: unknown settings: maxRedirects",
                "unsupported /item/0/item/0/event: scripts are not run: pre-request, test",
                "unsupported /item/0/item/0: Postman makes up values for {{$guid}}",
                "unsupported /item/0/item/1/request/url: the fragment #top is left out: no server sees it",
                "skipped /item/1/request/header: a header field without a colon: broken",
                "assumed /item/1/request/body/formdata/2: no file is chosen for it",
                "unsupported /item/4/request/certificate: the passphrase of the key is left out",
                "unsupported /item/5: a WebSocket request is left out: only HTTP is sent",
                "skipped /item/6: it is neither a request nor a folder",
                "unsupported /item/0/item/0/response/0/originalRequest: of an example only the response is kept, not its request",
            ])
    }
}

/// What a test needs is not there.
struct Missing: Error {}
