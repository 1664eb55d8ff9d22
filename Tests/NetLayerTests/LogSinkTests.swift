// What is logged at which level, how a line looks, and that no secret stands in it.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct LogSinkTests {
    private let clock = VirtualClock()

    /// The lines that a call leaves in a log.
    private func lines(
        _ level: LogLevel, _ transport: any Transport,
        calls use: (NetClient) async -> Void = { _ = await $0.dispatch(Net.call(), on: Net.pool).outcome },
        where isWanted: @escaping @Sendable (TaskRow) -> Bool = { _ in true }
    ) async -> [String] {
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 1_000
        let client = NetClient(transport: transport, behaviour: behaviour, time: clock.source)
        let stream = client.events()
        await use(client)
        _ = await client.isDrained()
        stream.finish()
        let diary = Diary()
        await LogSink(level, where: isWanted) { diary.write($0) }.follow(stream)
        return diary.lines
    }

    private let success = ScriptedTransport { _ in
        .answer(
            200, headers: ["Content-Type": "application/json", "Set-Cookie": "sid=1"],
            body: Array(#"{"token": "t0p", "a": 1}"#.utf8))
    }

    @Test(.rows("HD-13"))
    func theLevelsSayWhatThePublishedTableSays() {
        typealias Extent = LogLevel.Extent
        let table: [(LogLevel, start: Extent, success: Extent, failure: Extent)] = [
            (.off, .nothing, .nothing, .nothing), (.error, .nothing, .full, .full), (.warn, .nothing, .full, .full),
            (.info, .line, .line, .line), (.debug, .full, .full, .full),
        ]
        for row in table {
            #expect(row.0.extent(.start) == row.start)
            #expect(row.0.extent(.success) == row.success)
            #expect(row.0.extent(.failure) == row.failure)
        }
        #expect(table.map(\.0) == LogLevel.allCases)
        #expect(LogLevel.allCases.map { $0.extent(.network) } == [.nothing, .line, .line, .line, .line])
        #expect(LogLevel.allCases.map { $0.extent(.decision) } == [.nothing, .nothing, .nothing, .line, .line])
        #expect(LogLevel.allCases.map { $0.extent(.cancellation) } == [.nothing, .nothing, .nothing, .line, .line])
    }

    /// Nobody failed: a newer call took its place.
    @Test func whoWasSupersededIsLoggedLikeACancelOne() async {
        func use(_ client: NetClient) async {
            let call = Endpoint(Net.plan { $0.policies.duplicates = .cancelOldest })
            let handles = (0..<2).map { _ in client.dispatch(call, on: Net.pool) }
            _ = await handles[0].outcome
            handles[1].cancel()
        }
        #expect(await lines(.error, Net.hanging(), calls: use) == [])
        let info = await lines(.info, Net.hanging(), calls: use)
        // It may have had a request by then, or not.
        #expect(info.contains { $0.hasPrefix("#1 superseded GET ") && $0.hasSuffix(" [0.0000 s]: 2 replaced it") }, "\(info)")
    }

    @Test(.rows("HD-13", "BA-9"))
    func aSuccessIsItsStatusURLAndTime() async {
        let line = "#1 200 GET http://api.test/v1/items [0.0000 s]"
        let head = ["  < Content-Type: application/json", "  < Set-Cookie: \(Secret.mask)"]
        let body = [#"  < {"token": "\#(Secret.mask)", "a": 1}"#]
        #expect(await lines(.off, success) == [])
        #expect(await lines(.info, success) == ["#1 GET http://api.test/v1/items", line])
        #expect(await lines(.warn, success) == [line] + head + body)
        #expect(await lines(.error, success) == [line] + head + body)
        #expect(await lines(.debug, success) == ["#1 GET http://api.test/v1/items", line] + head + body)
    }

    @Test(.rows("HD-13"))
    func aFailureIsWrittenAtEveryLevelButOff() async {
        let line = "#1 dns GET http://api.test/v1/items [0.0000 s]: as told"
        for level in [LogLevel.error, .warn, .info, .debug] {
            #expect(await lines(level, Net.failing(.dns)).last == line)
        }
        #expect(await lines(.off, Net.failing(.dns)).isEmpty)
        let status = await lines(.warn, ScriptedTransport { _ in .answer(500, body: Array("oops".utf8)) })
        #expect(status == ["#1 500 GET http://api.test/v1/items [0.0000 s]: the server answered 500", "  < oops"])
    }

    @Test func theRequestIsWrittenAtDebugWithItsSecretsMasked() async {
        let lines = await lines(.debug, Net.answering()) { client in
            var plan = Net.plan("/login?api_key=k1&page=2")
            plan.method = .post
            plan.headers = ["Authorization": "Bearer b1", "X-Plain": "yes"]
            plan.body = .bytes(Array(#"{"user": "ann", "password": "p1"}"#.utf8), contentType: "application/json")
            _ = await client.dispatch(Endpoint(plan), on: Net.pool).outcome
        }
        #expect(
            lines.prefix(5) == [
                "#1 POST http://api.test/v1/login?api_key=\(Secret.mask)&page=2", "  > Authorization: \(Secret.mask)",
                "  > X-Plain: yes", "  > Content-Type: application/json", #"  > {"user": "ann", "password": "\#(Secret.mask)"}"#,
            ])
        for secret in ["k1", "b1", "p1"] { #expect(!lines.joined().contains(secret)) }
    }

    private static let multipart = MultipartBody([
        .init(name: "password", text: "p1"), .init(name: "own", text: "o1"), .init(name: "user", text: "ann"),
        .init(name: "token", text: ""), .init(name: "a\"b", text: "q1"),
    ])

    /// Whatever the body is, and whoever says that a part of it is secret: no level writes it.
    @Test func noSecretOfABodyIsWritten() async {
        let own = Parameter("own", .secret(Secret("o1")), in: .form)
        let quoted = Parameter("a\"b", .secret(Secret("q1")), in: .form)
        let bodies: [(RequestBody, [Parameter], isSecret: Bool, shown: String)] = [
            (.json(["password": "p1", "a": 1]), [], false, #"{"password":"*","a":1,"own":"*","a\"b":"*"}"#),
            (.bytes(Array("all of p1".utf8), contentType: "text/plain"), [], true, "9 bytes that are secret"),
            (.none, [Parameter("x", "y", in: .form), own], false, "x=y&own=*&a%22b=*"),
            (MultipartBody.encode(Self.multipart.parts), [], false, "bytes that are not text"),
            (.multipart(Self.multipart), [], false, "multipart/form-data"),
            (.multipart(Self.multipart), [], true, "bytes that are secret"),
        ]
        for (body, parameters, isSecret, shown) in bodies {
            var generator = RequestGenerator()
            if case .bytes = body {} else { generator.builtinBody = [own, quoted] }
            let plan = Net.plan {
                $0.method = .post
                $0.body = body
                $0.isBodySecret = isSecret
                $0.parameters = parameters
            }
            var behaviour = ClientBehaviour()
            behaviour.excerptBytes = 1_000
            // A server that sends back what it got.
            let transport = ScriptedTransport { request in
                .answer(400, headers: ["Content-Type": "application/json"], body: Array(#"{"own": "o1", "token": "p1"}"#.utf8))
            }
            for level in LogLevel.allCases {
                let client = NetClient(transport: transport, generator: generator, behaviour: behaviour, time: clock.source)
                let stream = client.events()
                let error = await client.dispatch(Endpoint(plan), on: Net.pool).error
                _ = await client.isDrained()
                stream.finish()
                let diary = Diary()
                await LogSink(level) { diary.write($0) }.follow(stream)
                let text = diary.lines.joined(separator: "\n").replacing(Secret.mask, with: "*")
                let isEncoded = if case .bytes(_, let type) = body { type.hasPrefix("multipart") } else { false }
                for secret in ["p1", "q1"] where !(isEncoded && secret == "q1") { #expect(!text.contains(secret), "\(text)") }
                #expect(isEncoded || isSecret || !text.contains("o1"), "\(text)")
                if level == .debug { #expect(text.contains(shown), "\(text)") }
                for words in ["\(error, default: "")", "\(plan)", "\(client.snapshot().ended[0].reason)"] {
                    #expect(!words.contains("p1") && !words.contains("o1"))
                }
                var dumped = ""
                dump(client.snapshot().ended[0].exchanges[0].request.body.description, to: &dumped)
                #expect(!dumped.contains("p1"))
            }
        }
    }

    @Test(.rows("HD-13"))
    func thePredicateChooses() async {
        let calls: (NetClient) async -> Void = { client in
            _ = await client.dispatch(Net.call("/a"), on: Net.pool).outcome
            _ = await client.dispatch(Net.call("/b"), on: Net.pool).outcome
        }
        let failures = await lines(
            .info, ScriptedTransport { .answer($0.url.path == "/v1/a" ? 200 : 500) }, calls: calls, where: { $0.state == .failed }
        )
        #expect(failures.count == 1 && failures.first?.hasPrefix("#2 500 GET http://api.test/v1/b") == true)
    }

    @Test func decisionsAndCancellationsAreSaidAtInfo() async {
        let lines = await lines(.info, Net.hanging()) { client in
            let handle = client.dispatch(Net.call(), on: Net.pool)
            _ = await eventually { client.row(handle.id)?.state == .running(.waiting) }
            handle.cancel()
        }
        #expect(lines == ["#1 GET http://api.test/v1/items", "#1 cancelled GET http://api.test/v1/items [0.0000 s]: by user"])
        let redirected = await self.lines(
            .info, ScriptedTransport { $0.url.path == "/v1/items" ? .redirect(302, to: "/x") : .answer(200) })
        #expect(redirected[1] == "#1 GET http://api.test/v1/items: follows the redirect of a 302")
        let unsent = await self.lines(.info, Net.answering()) { client in
            client.network.report(.notReachable)
            _ = await client.dispatch(Net.call(), on: Net.pool).outcome
        }
        #expect(
            unsent == [
                "#1 GET call: not sent: there is no network",
                "#1 no_network GET call [0.0000 s]: the system reports no network; nothing was sent",
            ])
    }

    @Test func aSecondAttemptSaysItsNumber() async {
        var endpoint = Net.call()
        endpoint.behaviour.policy = ResponsePolicy("again") { outcome, context in
            context.attempts < 2 ? .retry(after: .zero, because: "once more") : .unchanged(outcome)
        }
        let lines = await lines(.info, Net.answering()) { [endpoint] in _ = await $0.dispatch(endpoint, on: Net.pool).outcome }
        #expect(
            lines == [
                "#1 GET http://api.test/v1/items", "#1 GET http://api.test/v1/items: attempt 2 follows: once more",
                "#1 GET http://api.test/v1/items attempt 2", "#1 200 GET http://api.test/v1/items [0.0000 s]",
            ])
    }

    @Test(.rows("HD-15"))
    func changesOfTheNetworkAreLogged() async {
        let diary = Diary()
        var client: NetClient? = NetClient(transport: Net.answering(), time: clock.source)
        guard let (events, changes) = client.map({ ($0.events(), $0.network.changes()) }) else { return }
        client?.network.report(.notReachable)
        client?.network.report(.reachable)
        client = nil
        await LogSink(.error) { diary.write($0) }.follow(events, network: changes)
        #expect(diary.lines == ["network: not reachable: reported", "network: reachable: reported"])
        LogSink(.off) { diary.write($0) }.write(NetworkChange(time: .zero, status: .unknown, isSuspected: true, reason: ""))
        #expect(diary.lines.count == 2)
    }

    @Test func aLogThatLosesEventsSaysWhereItGoesOn() {
        let diary = Diary()
        let sink = LogSink(.info) { diary.write($0) }
        let first = TaskSnapshot(seq: 0, time: .zero, live: [], ended: [], counters: TaskCounters())
        sink.write(.snapshot(first))
        let later = TaskSnapshot(
            seq: 41, time: .zero, live: [TaskRow(id: TaskID(1), info: TaskInfo(Net.plan()), openedAt: .zero)], ended: [],
            counters: TaskCounters())
        sink.write(.snapshot(later))
        LogSink(.off) { diary.write($0) }.write(.snapshot(later))
        #expect(diary.lines == ["the log begins with event 42: 1 tasks live"])
    }

    @Test(
        .rows("HD-13"),
        arguments: [
            (Duration.zero, "0.0000 s"), (.microseconds(49), "0.0000 s"), (.microseconds(50), "0.0001 s"),
            (.milliseconds(1_234), "1.2340 s"), (.microseconds(999_950), "1.0000 s"), (.seconds(61), "61.0000 s"),
            (.milliseconds(-5), "0.0000 s"), (.microseconds(12_345_678), "12.3457 s"),
        ])
    func elapsedTimeHasFourDecimals(_ duration: Duration, _ text: String) { #expect(LogLines.seconds(duration) == text) }

    // MARK: Masking

    private func masked(_ body: String, type: String = "application/json", _ secret: Set<String> = []) -> String {
        LogMask.maskBody(Array(body.utf8), contentType: type, secret: secret).replacing(Secret.mask, with: "*")
    }

    @Test func bodiesAreMaskedByTheNamesOfTheirFields() {
        #expect(masked(#"{"a": {"accessToken": "x", "n": 1}, "pwd": 12}"#) == #"{"a": {"accessToken": "*", "n": 1}, "pwd": *}"#)
        #expect(
            masked("user=a&password=b&own=c", type: "application/x-www-form-urlencoded", ["own"]) == "user=a&password=*&own=*")
        #expect(masked("plain text", type: "text/plain") == "plain text")
        #expect(LogMask.maskBody([0, 1, 2, 255], contentType: "", secret: []) == "4 bytes that are not text")
    }

    @Test(arguments: [
        (#"{"token": "abc"#, #"{"token": "*"#), (#"{"a": 1, "password": "p", "b": "c"#, #"{"a": 1, "password": "*", "b": "c"#),
        (#"{"pwd": 123"#, #"{"pwd": *"#), (#"[{"secret" : "a\"b", "x": "y"}, {"#, #"[{"secret" : "*", "x": "y"}, {"#),
        (#"{"key": -5, "n": 2, "#, #"{"key": *, "n": 2, "#), (#"{"secret": true, "a": "#, #"{"secret": true, "a": "#),
        (#"["token", "b"#, #"["token", "b"#), (#"{"token"#, #"{"token"#), (#"{"token":"#, #"{"token":"#),
        (#"{"own": "x", "#, #"{"own": "*", "#), ("{", "{"), (#" {"token": "abc"#, #" {"token": "*"#),
        ("\n\n[{\"pwd\": 1", "\n\n[{\"pwd\": *"), ("\t{\"token\": \"abc", "\t{\"token\": \"*"),
        ("\n \t{\"token\": \"abc", "\n \t{\"token\": \"*"), (#"tale: "token" "x"#, #"tale: "token" "x"#),
        (#"token: "token": "x"#, #"token: "*": "*"#),
    ])
    func theBeginningOfAJSONBodyIsMaskedToo(_ body: String, _ text: String) { #expect(masked(body, ["own"]) == text) }

    @Test func aLongBodyIsCut() async {
        let lines = await lines(.debug, ScriptedTransport { _ in .answer(200, body: Array(repeating: 0x61, count: 999)) })
        #expect(lines.last == "  < " + String(repeating: "a", count: 999))
        let post = await self.lines(.debug, Net.answering()) { client in
            var plan = Net.plan()
            plan.method = .post
            plan.body = .bytes(Array(repeating: 0x61, count: LogLines.bodyLimit + 1), contentType: "text/plain")
            _ = await client.dispatch(Endpoint(plan), on: Net.pool).outcome
        }
        #expect(post.contains("  > " + String(repeating: "a", count: LogLines.bodyLimit) + "…"))
    }

    @Test func theExcerptIsBoundedAndOffByDefault() async throws {
        let transport = ScriptedTransport { _ in .answer(200, body: [1, 2, 3, 4, 5]) }
        for (count, kept) in [(0, 0), (3, 3), (9, 5)] {
            var behaviour = ClientBehaviour()
            behaviour.excerptBytes = count
            let client = NetClient(transport: transport, behaviour: behaviour)
            let handle = client.dispatch(Net.call(), on: Net.pool)
            _ = try await handle.value
            let row = try #require(client.row(handle.id))
            #expect(row.excerpt == Array([1, 2, 3, 4, 5].prefix(kept)))
            #expect(row.traceWeight == row.exchanges.reduce(kept) { $0 + $1.weight })
        }
    }

    /// The caller reads the body as it arrives, or another object takes it: the row has its beginning all the same.
    @Test func theExcerptOfABodyThatGoesElsewhere() async throws {
        let transport = ScriptedTransport { _ in
            [.head(ResponseHead(status: 200)), .body([1, 2]), .body([3, 4, 5]), .finish(TransferMetrics())]
        }
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 4
        let client = NetClient(transport: transport, behaviour: behaviour)
        let taken = client.dispatch(Net.call().with { $0.behaviour.takesBody = { _, _, _ in Forgetful() } }, on: Net.pool)
        let response = try await taken.value
        #expect(response.body.isEmpty && client.row(taken.id)?.excerpt == [1, 2, 3, 4])
        let stream = client.stream(Net.plan(), on: Net.pool)
        var count = 0
        for try await piece in try await stream.value.body { count += piece.count }
        #expect(await client.isDrained())
        #expect(count == 5 && client.row(stream.id)?.excerpt == [1, 2, 3, 4])
    }

    /// The transport offers the same bytes again when the reader is slow: they came once.
    @Test func theExcerptOfASlowStreamHasEachByteOnce() async throws {
        let pieces = [[UInt8](repeating: 1, count: 300 << 10), [UInt8](repeating: 2, count: 300 << 10)]
        let transport = ScriptedTransport { _ in
            [.head(ResponseHead(status: 200)), .body(pieces[0]), .body(pieces[1]), .finish(TransferMetrics())]
        }
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 1 << 20
        let client = NetClient(transport: transport, behaviour: behaviour)
        let stream = client.stream(Net.plan(), on: Net.pool)
        let response = try await stream.value
        let transfer = try #require(transport.inFlight.first)
        #expect(await eventually { transfer.isPaused })
        var body: [UInt8] = []
        for try await piece in response.body { body += piece }
        #expect(await client.isDrained())
        #expect(body == pieces[0] + pieces[1] && client.row(stream.id)?.excerpt == body)
    }

    private final class Forgetful: BodyTaker {
        func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {}
    }

    @Test func anExcerptEndsWithAWholeCharacter() async throws {
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 4
        let client = NetClient(
            transport: ScriptedTransport { _ in .answer(500, body: Array("ab€".utf8)) }, behaviour: behaviour)
        let stream = client.events()
        _ = await client.dispatch(Net.call(), on: Net.pool).outcome
        _ = await client.isDrained()
        stream.finish()
        let diary = Diary()
        await LogSink(.error) { diary.write($0) }.follow(stream)
        #expect(diary.lines.last == "  < ab")
    }

    /// The server sends a secret back under no name: in a header, in the URL of the request, and at the place
    /// where the log cuts the body.
    @Test func aKnownValueIsMaskedWhereverItOccurs() async {
        let start = String(repeating: "a", count: LogLines.bodyLimit - 2)
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 2 * LogLines.bodyLimit
        let client = NetClient(
            transport: ScriptedTransport { _ in
                .answer(401, headers: ["X-Echo": "got k3y-k3y"], body: Array((start + "k3y-k3y").utf8))
            }, behaviour: behaviour, time: clock.source)
        let stream = client.events()
        _ = await client.dispatch(Net.call("/k3y-k3y"), on: Net.pool).outcome
        _ = await client.isDrained()
        stream.finish()
        var secrets = KnownSecrets()
        secrets.learn(["k3y-k3y"])
        let sink = LogSink(.debug) { _ in }
        var lines: [String] = []
        for await batch in stream {
            guard case .events(let events) = batch else { continue }
            for event in events { lines += sink.lines(event, hiding: secrets) }
        }
        #expect(!lines.contains { $0.contains("k3") }, "\(lines)")
        #expect(lines.first == "#1 GET http://api.test/v1/\(Secret.mask)")
        #expect(lines.contains("  < X-Echo: got \(Secret.mask)"))
        #expect(lines.last == "  < \(start)\(Secret.mask.prefix(2))…")
    }
}
