// The articles on groups and chains, paging, uploads and streams.

import NetLayer
import NetLayerTesting
import TestSupport
import Testing

@Suite struct SeveralCallsGuideTests {
    private let shop = Guide.shop

    // MARK: GroupsAndChains

    private func pageOfItems(_ page: Int) -> Endpoint<String> { text("/items/\(page)") }
    private func postOrder(_ cart: String) -> Endpoint<String> { text("/orders", .post) }
    private func deleteOrder(_ order: String) -> Endpoint<String> { text("/orders/1", .delete) }
    private func pay(_ order: String) -> Endpoint<String> { text("/payments", .post) }

    private func text(_ path: String, _ method: HTTPMethod = .get) -> Endpoint<String> {
        Endpoint(RequestPlan(id: path, method: method, path: path)) { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test func aGroupOfFivePages() async throws {
        let transport = Guide.transport("page")
        let (client, shop) = (NetClient(transport: transport), self.shop)

        let members = (1...5).map { page in GroupMember.call(pageOfItems(page), on: shop) }
        let group = RequestGroup("five pages", maxConcurrent: 2, members)
        let pages = try await client.run(group, mode: .failFast).values()

        #expect(pages.count == 5 && transport.requests.count == 5)
    }

    @Test func aChainThatIsUndone() async throws {
        let transport = ScriptedTransport { request in
            .answer(request.url.path.hasSuffix("/payments") ? 402 : 200, body: Array("1".utf8))
        }
        let (client, shop) = (NetClient(transport: transport), self.shop)

        let steps = Step<String, String>.call(on: shop) { cart in postOrder(cart) }
            .compensating("cancel the order") { order in _ = try await client.send(deleteOrder(order), on: shop) }
            .then(.call(on: shop) { order in pay(order) })

        do throws(ChainFailure) {
            print(try await client.run(RequestChain("order", steps), "cart 7"))
        } catch {
            print("step \(error.step + 1) failed: \(error.error)")
        }

        #expect(transport.requests.map(\.method) == [.post, .post, .delete])
    }

    // MARK: Paging

    @Test func aListByLinkHeaders() async throws {
        let transport = ScriptedTransport { request in
            let isLast = request.url.path.hasSuffix("/2")
            let headers: Headers = isLast ? [:] : ["Link": #"<https://shop.example/v1/items/2>; rel="next""#]
            return .answer(200, headers: headers, body: Array((isLast ? "c" : "a,b").utf8))
        }
        let (client, shop) = (NetClient(transport: transport), self.shop)

        let list = RequestPlan(id: "items", path: "/items")
        let pager = Pager(list, style: .link(), on: shop, client: client) { page in
            String(decoding: page.response.body, as: UTF8.self).split(separator: ",").map(String.init)
        }
        for try await page in pager { print("page \(page.number): \(page.items.count) items") }

        try await pager.refresh()
        if pager.hasMore != .no { try await pager.loadMore() }
        print(pager.items)

        #expect(pager.items == ["a", "b", "c"] && pager.hasMore == .no)
        #expect(transport.requests.count == 4)
    }

    // MARK: UploadsAndStreams

    func upload(_ file: String, _ client: NetClient, _ shop: ServicePool) async throws(NetError) {
        var plan = RequestPlan(id: "upload", method: .put, path: "/pictures/7")
        plan.body = .file(path: file, contentType: "image/png")
        let upload = client.dispatch(Endpoint(plan), on: shop)
        for await progress in upload.progress { print("\(Int(progress.fraction * 100)) %") }
        _ = try await upload.value
    }

    @Test func filesAreSent() async throws {
        let (temporary, transport) = (try TemporaryFolder(), Guide.transport())
        let (file, client) = (try temporary.file("fjord.png", "a picture"), NetClient(transport: transport))
        try await upload(file, client, shop)
        #expect(transport.streamedBodies == [Array("a picture".utf8)])

        var plan = RequestPlan(id: "form", method: .post, path: "/pictures")
        plan.body = .multipart(
            MultipartBody([
                .init(name: "title", text: "Fjord"), .init(name: "picture", file: file, contentType: "image/png"),
            ]))
        _ = try await client.send(Endpoint(plan), on: shop)
        let form = String(decoding: transport.streamedBodies.last ?? [], as: UTF8.self)
        #expect(form.contains("Fjord") && form.contains(#"filename="fjord.png""#) && form.contains("a picture"))
    }

    @Test func bodiesAreReceivedPieceByPiece() async throws {
        let temporary = try TemporaryFolder()
        let (client, shop, folder) = (NetClient(transport: Guide.transport("a report")), self.shop, temporary.path)

        let report = RequestPlan(id: "report", path: "/report.pdf")
        let downloaded = try await client.download(report, on: shop, to: DownloadTarget("\(folder)/report.pdf")).value
        print("\(downloaded.size) bytes, \(downloaded.resumedFrom) of them from an earlier try")
        #expect(try temporary.text("report.pdf") == "a report")

        let response = try await client.stream(RequestPlan(id: "events", path: "/events"), on: shop).value
        var bytes = 0
        for try await piece in response.body { bytes += piece.count }
        #expect(bytes == 8)
    }
}
