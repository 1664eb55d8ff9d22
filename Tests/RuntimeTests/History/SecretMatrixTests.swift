// Each way in which a secret comes into a request, and each place where something is told of it: it stands in none of them.

import Catalog
import Foundation
import History
import NetLayer
import RequestFiles
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 2)) struct SecretMatrixTests {
    private let folder: TemporaryFolder
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))], id: "shop")

    init() throws { folder = try TemporaryFolder() }

    /// What a server makes of what it got: its own spellings of all of it.
    private static func echo(_ request: WireRequest) -> [UInt8] {
        let body = String(decoding: Self.bytes(request), as: UTF8.self)
        let all = request.url.revealed + "\n" + request.headers.fields.map { "\($0.name) \($0.value.revealed)\n" }.joined() + body
        func string(_ text: String) -> String {
            let data = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
            return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
        }
        let nested = string("{\"inner\":\(string(all))}")
        let members = [
            "\"asItIs\":\(string(all))", "\"nested\":\(nested)", "\"b0\":\"\(Data(all.utf8).base64EncodedString())\"",
            "\"b1\":\"\(Data("x\(all)".utf8).base64EncodedString())\"",
            "\"b2\":\"\(Data("xy\(all)".utf8).base64EncodedString())\"",
            "\"percent\":\"\(all.utf8.map { "%" + (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }.joined())\"",
            "\"unicode\":\"\(all.unicodeScalars.filter(\.isASCII).map { "\\u00" + ($0.value < 16 ? "0" : "") + String($0.value, radix: 16) }.joined())\"",
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private func request(_ way: SecretWay) throws -> WireRequest {
        try RequestGenerator(commonHeaders: way.headers).request(for: way.plan, on: pool.services.first)
    }

    @Test func thereAreAsManyWaysAsWereTried() throws { #expect(try SecretMatrix.ways().count >= 78) }

    /// Dry runs, exports and what `:copy` and the screen show of a request.
    @Test func whatIsShownOfARequest() throws {
        var leaks: [String] = []
        for way in try SecretMatrix.ways() {
            let wire = try request(way)
            var bodyText = ""
            if let bytes = wire.maskedBody { bodyText = String(decoding: bytes, as: UTF8.self) }
            let places: [(String, String)] = [
                ("dry run", "\(wire.method) \(wire.url)\n\(wire.headers)\n\n\(bodyText)"), ("plan", "\(way.plan)"),
                ("curl", CurlLine.makeCommand(wire, followsRedirects: true)),
                ("http", HTTPFileText.makeBlock(wire, title: "\(way.plan)", followsRedirects: true)),
                ("har", HARText.makeArchive(wire, date: "", version: "1")),
                ("openapi", OpenAPISnippet.makeDescription(wire, path: way.plan.path, title: "\(way.plan)") ?? ""),
            ]
            for (place, text) in places {
                if let spelling = SecretMatrix.leak(in: text) { leaks.append("\(way.name) → \(place): \(spelling)") }
            }
        }
        #expect(leaks.isEmpty, "\(leaks.joined(separator: "\n"))")
    }

    /// All of them in one run against a server that echoes everything: the history, its files, events, traces, logs and errors.
    @Test func whatIsToldOfARun() async throws {
        let ways = try SecretMatrix.ways()
        let path = folder.path("private/history.sqlite")
        let recorder = HistoryRecorder(HistoryConnection(path: path, limits: HistoryLimits()) { Issue.record("trouble: \($0)") })
        let transport = ScriptedTransport { request in
            ScriptedTransport.Step.answer(
                request.url.path.hasSuffix("b") ? 500 : 200, headers: ["Content-Type": "application/json"],
                body: Self.echo(request))
        }
        let diary = Mutex<[String]>([])
        var told: [(place: String, text: String)] = []
        for way in ways {
            var behaviour = ClientBehaviour()
            behaviour.hooks = [recorder]
            behaviour.excerptBytes = 0
            let client = NetClient(
                transport: transport, generator: RequestGenerator(commonHeaders: way.headers), behaviour: behaviour)
            recorder.attach(client)
            let stream = client.events()
            let handle = client.dispatch(Endpoint(recorder.marked(way.plan, on: pool)), on: pool)
            var failure: NetError?
            do throws(NetError) { _ = try await handle.value } catch { failure = error }
            // The next way has a client of its own.
            await recorder.waitForCalls()
            let row = client.row(of: handle.id)
            stream.finish()
            await LogSink(.debug) { line in diary.withLock { $0.append(line) } }.follow(stream)
            if let row {
                told.append(("event", "\(row.info.title) \(row.reason) \(row.decisions.map { "\($0.decision)" })"))
                told.append(("trace", "\(TaskTrace(row).entries.map { Self.text($0.fact) })"))
            }
            if let failure { told.append(("error", "\(failure) \(failure.detail)")) }
            let answer = SavedResponse(
                status: 200, headers: Headers(), body: Self.echo(try request(way)), elapsed: .zero, sent: row?.requests ?? [])
            var expansion = VariableExpansion(VariableScopes())
            let condition = try ResponseAssertion(condition: "$.asItIs=nothing")
            if let why = try condition.problem(in: answer, &expansion) { told.append(("report", why)) }
        }
        await recorder.finish()
        told += diary.withLock { $0 }.map { ("log", $0) }
        let store = try HistoryStore.open(path: path, now: { 0 }).store
        var count = 0
        for entry in try await store.listEntries(limit: 1_000).entries {
            count += 1
            told.append(("list", "\(entry.title) \(entry.url) \(entry.errorText ?? "")"))
            guard let exchange = try await store.entry(entry.id)?.exchange else { continue }
            told.append(("show", [exchange.request.head, exchange.response.head].compactMap(\.self).joined()))
            let bytes = [exchange.request.body?.bytes, exchange.response.body?.bytes, exchange.timings, exchange.trail]
            for part in bytes.compactMap(\.self) { told.append(("show", String(decoding: part, as: UTF8.self))) }
        }
        await store.close()
        #expect(count == ways.count)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("private")) {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("private/\(name)")))
            told.append(("disk", String(decoding: data, as: UTF8.self)))
        }
        var leaks: [String] = []
        for (place, text) in told {
            guard let spelling = SecretMatrix.leak(in: text), let found = text.firstRange(of: spelling) else { continue }
            leaks.append("\(place): \(spelling) in \(text[..<found.upperBound].suffix(120))")
        }
        #expect(leaks.isEmpty, "\(leaks.count):\n\(leaks.prefix(40).joined(separator: "\n"))")
    }

    private static func text(_ fact: TaskTrace.Fact) -> String {
        switch fact {
        case .request(let request): "\(request) \(request.headers)"
        case .redirected(_, let request, _): "\(request)"
        case .head, .queued, .admitted, .attempt, .phase, .peer, .received, .failed, .decided, .ended: "\(fact)"
        }
    }

    /// A redirect to another origin takes none of them along.
    @Test func whatGoesToAnotherOrigin() async throws {
        var leaks: [String] = []
        for way in try SecretMatrix.ways() {
            for status in [302, 307, 308] {
                let transport = ScriptedTransport { request in
                    request.url.host == "one.example"
                        ? ScriptedTransport.Step.answer(status, headers: ["Location": "http://two.example/b"])
                        : ScriptedTransport.Step.answer(200)
                }
                let client = NetClient(transport: transport, generator: RequestGenerator(commonHeaders: way.headers))
                _ = try? await client.send(Endpoint(way.plan), on: pool)
                let foreign = transport.requests.filter { $0.url.host == "two.example" }.map { request in
                    request.url.revealed + "\(request.headers.fields.map { $0.name + $0.value.revealed })"
                        + String(decoding: Self.bytes(request), as: UTF8.self)
                }
                if let spelling = SecretMatrix.leak(in: foreign.joined()) { leaks.append("\(way.name) \(status): \(spelling)") }
            }
        }
        #expect(leaks.isEmpty, "\(leaks.joined(separator: "\n"))")
    }

    private static func bytes(_ request: WireRequest) -> [UInt8] { (try? request.body.collected()) ?? [] }

    /// 1,000 secrets in one run, each echoed to the next request too: none is written.
    @Test func aThousandSecretsInOneRun() async throws {
        let path = folder.path("private/history.sqlite")
        let recorder = HistoryRecorder(HistoryConnection(path: path, limits: HistoryLimits()) { Issue.record("trouble: \($0)") })
        let secrets = (0..<1_000).map(SecretMatrix.secret)
        let transport = ScriptedTransport { request in
            let number = Int(request.url.path.dropFirst(3)) ?? 0
            let said = secrets[max(0, number - 5)...min(999, number + 5)].joined(separator: " ")
            return ScriptedTransport.Step.answer(200, body: Array("\(said) \(request.headers["Authorization"] ?? "")".utf8))
        }
        var behaviour = ClientBehaviour()
        behaviour.hooks = [recorder]
        let client = NetClient(transport: transport, behaviour: behaviour)
        recorder.attach(client)
        recorder.learn(Set(secrets.map { Secret($0) }))
        for (number, secret) in secrets.enumerated() {
            var plan = RequestPlan(id: "a", path: "/a/\(number)")
            plan.headers = ["Authorization": "Bearer \(secret)"]
            plan.maskedTexts = [Secret(secret)]
            _ = try await client.send(Endpoint(recorder.marked(plan, on: pool)), on: pool)
        }
        await recorder.finish()
        var raw: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("private")) {
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("private/\(name)"))), as: UTF8.self)
            if let spelling = SecretMatrix.leak(in: text) { raw.append("\(name): \(spelling)") }
        }
        #expect(raw.isEmpty, "\(raw)")
    }
}
