// What a client's calls brought is in the history, and no secret is.

import Foundation
import History
import NetLayer
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1)) struct HistoryRecorderTests {
    private let folder: TemporaryFolder
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))], id: "shop")
    private static let secret = "s3cr3t/v\"lue"

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("private/history.sqlite") }

    /// A client whose calls are recorded.
    private func client(_ recorder: HistoryRecorder, _ script: @escaping @Sendable (WireRequest) -> [ScriptedTransport.Step])
        -> NetClient
    {
        var behaviour = ClientBehaviour()
        behaviour.hooks = [recorder]
        let client = NetClient(transport: ScriptedTransport(script), behaviour: behaviour)
        recorder.attach(client)
        return client
    }

    private func recorder(limits: HistoryLimits = HistoryLimits()) -> HistoryRecorder {
        HistoryRecorder(HistoryConnection(path: path, limits: limits) { Issue.record("trouble: \($0)") })
    }

    /// What stands in the file, newest first, with exchanges.
    private func entries() async throws -> [HistoryEntry] {
        let store = try HistoryStore.open(path: path, now: { 0 }).store
        var entries: [HistoryEntry] = []
        for entry in try await store.listEntries().entries { entries.append(try #require(try await store.entry(entry.id))) }
        await store.close()
        return entries
    }

    private static func text(_ body: HistoryBody?) -> String? { body?.bytes.map { String(decoding: $0, as: UTF8.self) } }

    private func plan() -> RequestPlan {
        var plan = RequestPlan(id: "addItem", title: "/items", method: .post, path: "/items")
        plan.headers = ["Authorization": "Bearer \(Self.secret)", "X-Plain": "shown"]
        plan.parameters = [Parameter("api_key", .plain("key-value-1"), in: .query), Parameter("page", "2", in: .query)]
        plan.body = .bytes(Array(#"{"name":"lamp","password":"hunter22"}"#.utf8), contentType: "application/json")
        return plan
    }

    @Test func requestAnswerAndStoryAreKept() async throws {
        let recorder = recorder()
        recorder.setFrame(HistoryFrame(workspace: "/w/explorer.yaml", api: "shop"))
        let client = client(recorder) { _ in
            ScriptedTransport.Step.answer(
                201, headers: ["Content-Type": "application/json", "X-Answer": "yes"], body: Array(#"{"id":7}"#.utf8))
        }
        _ = try await client.send(Endpoint(recorder.marked(plan(), on: pool)), on: pool)
        await recorder.finish()
        let entry = try #require(try await entries().first)
        #expect(entry.title == "POST /items" && entry.method == "POST" && entry.status == 201 && entry.state == .succeeded)
        #expect(entry.url == "http://one.example/items?api_key=\(Secret.mask)&page=2")
        #expect(
            [entry.workspace, entry.api, entry.environment, entry.service] == ["/w/explorer.yaml", "shop", "standard", "one"])
        #expect(entry.endpoint == "addItem" && entry.attempts == 1 && entry.duration != nil)
        #expect(abs(entry.started - Int64(Date().timeIntervalSince1970 * 1_000)) < 60_000)
        let exchange = try #require(entry.exchange)
        #expect(exchange.request.head?.hasPrefix("POST /items?api_key=\(Secret.mask)&page=2 HTTP/1.1\n") == true)
        #expect(exchange.request.head?.contains("X-Plain: shown\n") == true)
        #expect(exchange.request.head?.contains("Authorization: \(Secret.mask)\n") == true)
        #expect(Self.text(exchange.request.body) == #"{"name":"lamp","password":"\#(Secret.mask)"}"#)
        #expect(exchange.response.head == "HTTP/1.1 201\nContent-Type: application/json\nX-Answer: yes\n")
        #expect(Self.text(exchange.response.body) == #"{"id":7}"#)
        #expect(exchange.response.body?.contentType == "application/json")
        let timings = try JSONSerialization.jsonObject(with: Data(exchange.timings ?? [])) as? [[String: Any]]
        #expect(timings?.count == 1 && timings?[0]["attempt"] as? Int == 1 && timings?[0]["total"] is Double)
        let trail = try JSONSerialization.jsonObject(with: Data(exchange.trail ?? [])) as? [String: Any]
        #expect(trail?["source"] as? String == "network")
        #expect((trail?["exchanges"] as? [[String: Any]])?.first?["status"] as? Int == 201)
    }

    /// Two calls are in the air at once, and the later one lands first.
    @Test func whatAnEarlierCallCarriesIsKnownBeforeItLands() async throws {
        let recorder = recorder()
        let client = client(recorder) { request in
            // The first is never answered.
            request.method == .post ? [] : ScriptedTransport.Step.answer(200, body: Array("hunter22 key-value-1".utf8))
        }
        let first = client.dispatch(Endpoint(recorder.marked(plan(), on: pool)), on: pool)
        _ = await eventually { client.row(of: first.id)?.flight != nil }
        _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "get", path: "/said"), on: pool)), on: pool)
        first.cancel()
        _ = try? await first.value
        await recorder.finish()
        let said = try #require(try await entries().first { $0.url.hasSuffix("/said") })
        #expect(Self.text(said.exchange?.response.body) == "\(Secret.mask) \(Secret.mask)")
    }

    /// A server that sends back what it was sent, in pieces that cut every secret in two, and spelled in its own way.
    @Test func secretsThatAnAnswerEchoesAreNotWritten() async throws {
        let recorder = recorder()
        let echo = """
            {"auth":"Bearer s3cr3t\\/v\\"lue","url":"/items?api_key=key-value-1&x=s3cr3t%2Fv%22lue","said":"hunter22",\
            "basic":"\(Data(Self.secret.utf8).base64EncodedString())","access_token":"given-out-1","again":"given-out-1"}
            """
        let client = client(recorder) { _ in
            let head = ResponseHead(
                status: 500, headers: ["X-Echo": "was key-value-1", "Set-Cookie": "sid=cookie-value", "Location": "/?token=abc"])
            return [.head(head)] + Array(echo.utf8).map { .body([$0]) } + [.finish(TransferMetrics())]
        }
        _ = try? await client.send(Endpoint(recorder.marked(plan(), on: pool)), on: pool)
        // What one request carried is known to the next.
        var other = RequestPlan(id: "getItem", path: "/items/hunter22")
        other.headers = ["X-Said": "hunter22"]
        _ = try? await client.send(Endpoint(recorder.marked(other, on: pool)), on: pool)
        await recorder.finish()
        let all = try await entries()
        #expect(all.count == 2)
        for entry in all {
            let exchange = try #require(entry.exchange)
            let body = try #require(Self.text(exchange.response.body))
            #expect(
                body.hasPrefix("{\"auth\":\"Bearer \(Secret.mask)\",\"url\":\"/items?api_key=\(Secret.mask)&x=\(Secret.mask)\""))
            #expect(exchange.response.head?.contains("X-Echo: was \(Secret.mask)") == true)
        }
        #expect(all[0].url == "http://one.example/items/\(Secret.mask)")
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        for secret in ["s3cr3t", "key-value-1", "hunter22", "cookie-value", "given-out-1", "token=abc", "czNjcjN0"] {
            #expect(file.range(of: Data(secret.utf8)) == nil, "\(secret) stands in the file")
        }
    }

    @Test func failuresCancelsAndGroupsAreEntries() async throws {
        let recorder = recorder()
        recorder.setFrame(HistoryFrame(api: "shop"))
        let client = client(recorder) { request in
            switch request.url.path {
            case "/dead": [.fail(TransferFailure(.connect, "refused by http://u:hunter22@one.example"))]
            case "/hang": [.enter(.waiting)]
            default: ScriptedTransport.Step.answer(404, body: Array("none".utf8))
            }
        }
        var plans = ["/dead", "/lost"].map { RequestPlan(id: $0, path: $0) }
        plans[0].headers = ["X-Token": "hunter22"]
        var group = RequestGroup<RawResponse>("two")
        for plan in plans { group.add(.call(Endpoint(recorder.marked(plan, on: pool)), on: pool)) }
        _ = try? await client.start(group, mode: .collectAll).value
        let hanging = client.dispatch(Endpoint(recorder.marked(RequestPlan(id: "hang", path: "/hang"), on: pool)), on: pool)
        #expect(await eventually { client.row(of: hanging.id)?.flight != nil })
        client.cancel(hanging.id)
        await recorder.finish()
        let all = try await entries()
        let byEndpoint = Dictionary(uniqueKeysWithValues: all.map { ($0.endpoint ?? "", $0) })
        #expect(all.count == 3)
        let dead = try #require(byEndpoint["/dead"])
        #expect(dead.state == .failed && dead.errorKind == "connect" && dead.status == nil)
        #expect(dead.errorText?.contains("hunter22") == false && dead.errorText?.contains("refused") == true)
        let lost = try #require(byEndpoint["/lost"])
        #expect(lost.state == .failed && lost.status == 404 && Self.text(lost.exchange?.response.body) == "none")
        #expect(dead.group != nil && dead.group == lost.group)
        let hung = try #require(byEndpoint["hang"])
        #expect(hung.state == .cancelled && hung.group == nil)
    }

    @Test func onlyWhatIsMarkedIsRecorded() async throws {
        let recorder = recorder()
        var persistence = Persistence()
        persistence.silentEndpoints = ["login"]
        persistence.silentEnvironments = ["test"]
        recorder.setFrame(HistoryFrame(api: "shop", persistence: persistence))
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200) }
        let test = ServicePool(
            [Service(name: "one", deployments: [Deployment(.test, baseURL: URI("http://one.example"))])], environment: .test)
        _ = try await client.send(Endpoint(RequestPlan(id: "description", path: "/openapi.json")), on: pool)
        _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "login", path: "/login"), on: pool)), on: pool)
        _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "items", path: "/items"), on: test)), on: test)
        await recorder.finish()
        #expect(!FileManager.default.fileExists(atPath: path), "a history was made for nothing")
    }

    @Test func longBodiesAreOnlySpokenOfAndSecretOnesToo() async throws {
        let recorder = recorder(limits: HistoryLimits(body: 10))
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200, body: Array("eleven byte".utf8)) }
        var plan = RequestPlan(id: "in", method: .post, path: "/in")
        plan.body = .bytes(Array("all secret".utf8), contentType: "text/plain")
        plan.isBodySecret = true
        _ = try await client.send(Endpoint(recorder.marked(plan, on: pool)), on: pool)
        await recorder.finish()
        let exchange = try #require(try await entries().first?.exchange)
        #expect(exchange.response.body == HistoryBody(absent: .tooLarge, size: 11))
        #expect(exchange.request.body == HistoryBody(absent: .notGiven, size: 10, contentType: "text/plain"))
    }

    @Test func aStreamsBodyIsHandedOver() async throws {
        let recorder = recorder()
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200, body: Array("one two".utf8)) }
        let plan = recorder.marked(RequestPlan(id: "in", path: "/in"), on: pool, isStreamed: true)
        let response = try await client.stream(plan, on: pool).value
        for try await _ in response.body {}
        await recorder.finish(streamed: HistoryBody(Array("one two".utf8)))
        #expect(Self.text(try await entries().first?.exchange?.response.body) == "one two")
    }

    /// The folder is the user's alone, and so is what is in it.
    @Test func nobodyElseReadsIt() async throws {
        let recorder = recorder()
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200) }
        _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "in", path: "/in"), on: pool)), on: pool)
        await recorder.finish()
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder.path("private")) == 0o700)
    }

    @Test func whatIsWrongWithTheFileIsToldOnceAndCallsGoOn() async throws {
        let told = Mutex<[String]>([])
        try Data("this is no database, and longer than a header of one would be".utf8).write(
            to: URL(fileURLWithPath: folder.path("taken")))
        // A folder cannot be made where a file is.
        let recorder = HistoryRecorder(
            HistoryConnection(path: folder.path("taken/history.sqlite")) { text in
                told.withLock { $0.append(text) }
            })
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200) }
        for _ in 0..<3 {
            _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "in", path: "/in"), on: pool)), on: pool)
        }
        await recorder.finish()
        let texts = told.withLock { $0 }
        #expect(texts.count == 1 && texts[0].hasPrefix("The history is off: opening the history"), "\(texts)")
    }

    @Test func aDamagedFileIsSetAsideWithAMessage() async throws {
        let told = Mutex<[String]>([])
        let path = folder.path("history.sqlite")
        try Data("this is no database, and longer than a header of one would be".utf8).write(to: URL(fileURLWithPath: path))
        let recorder = HistoryRecorder(HistoryConnection(path: path) { text in told.withLock { $0.append(text) } })
        let client = client(recorder) { _ in ScriptedTransport.Step.answer(200) }
        _ = try await client.send(Endpoint(recorder.marked(RequestPlan(id: "in", path: "/in"), on: pool)), on: pool)
        await recorder.finish()
        #expect(told.withLock { $0 }.map { $0.prefix(24) } == ["The history was damaged."])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(names.contains { $0.hasPrefix("history.sqlite.corrupt-") })
        let store = try HistoryStore.open(path: path, now: { 0 }).store
        #expect(try await store.usage().rows == 1)
    }
}
