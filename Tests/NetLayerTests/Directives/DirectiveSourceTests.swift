import Glibc
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Files, URLs and sockets that are listened to.
@Suite(.within(minutes: 1)) struct DirectiveSourceTests {
    private static let good = "pool=main;to=1;epoch=1\n"

    private func seen(_ text: String, _ stamp: String = "1") -> DirectiveWatch.ReadResult {
        .text(text, isVouched: true, stamp: stamp)
    }

    // MARK: What is seen twice

    @Test func whatIsGoodIsFollowedOnce() {
        var watch = DirectiveWatch()
        #expect(watch.evaluate(.nothing) == .nothing)
        #expect(watch.evaluate(seen(Self.good)) == .follow(Self.good, isVouched: true))
        #expect(watch.evaluate(seen(Self.good)) == .nothing)
        #expect(watch.evaluate(.problem("gone")) == .nothing)
        #expect(watch.evaluate(seen(Self.good)) == .nothing, "what came between was no news")
        #expect(watch.evaluate(seen(Self.good, "2")) == .follow(Self.good, isVouched: true))
    }

    @Test func whatIsBadIsRefusedWhenItStaysSo() {
        var watch = DirectiveWatch()
        let half = seen("pool=main;to=1;epoch=1")
        #expect(watch.evaluate(half) == .nothing)
        #expect(watch.isDoubtful)
        #expect(watch.evaluate(seen("pool=main;to=1;epoch=12")) == .nothing, "it is still being written")
        #expect(watch.evaluate(seen("pool=main;to=1;epoch=12\n")) == .follow("pool=main;to=1;epoch=12\n", isVouched: true))
        #expect(!watch.isDoubtful)
        #expect(watch.evaluate(half) == .nothing)
        #expect(watch.evaluate(half) == .refuse(.malformed("its line has no end: a line break is missing")))
        #expect(watch.evaluate(half) == .nothing, "told once")
        #expect(watch.evaluate(.problem("no")) == .nothing)
        #expect(watch.evaluate(.problem("no")) == .refuse(.unreadable("no")))
        let json = #" {"pool":"main","to":1,"epoch":3}"#
        #expect(watch.evaluate(seen(json)) == .follow(json, isVouched: true), "JSON says itself where it ends")
    }

    // MARK: A file

    @Test(.rows("HH-F6")) func aFileIsFollowedFromSecondToSecond() async throws {
        let folder = try TemporaryFolder()
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.file(path: folder.path("control"))], for: remote.pool)
        func tick() async {
            #expect(await eventually { !remote.clock.deadlines.isEmpty })
            remote.clock.advance(by: .seconds(1))
            #expect(await eventually { !remote.clock.deadlines.isEmpty })
        }
        await tick()
        #expect(remote.directives.isEmpty, "a file that is missing yet is no mistake")
        try folder.file("control", "pool=main;to=1;epoch=1")
        await tick()
        #expect(remote.active == 0, "half written")
        try folder.file("control", "pool=main;to=1;epoch=12\n")
        await tick()
        #expect(remote.active == 1 && remote.directives == [.init(epoch: 12)])
        try folder.file("control", "{\"pool\": \"main\", \"to\"")
        await tick()
        #expect(remote.directives.count == 1)
        await tick()
        #expect(remote.directives.count == 2)
        guard case .malformed? = remote.directives.last?.refusal else {
            Issue.record("\(remote.directives)")
            return
        }
        try folder.file("control", #"{"pool": "main", "to": "c", "epoch": 13}"#)
        await tick()
        #expect(remote.active == 2)
        listener.stop()
        #expect(await eventually { remote.clock.deadlines.isEmpty })
    }

    @Test func aFileThatEverybodyMayWriteToVouchesForNothing() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("control", Self.good)
        func isVouched(_ mode: mode_t) -> Bool? {
            chmod(path, mode)
            guard case .text(Self.good, let isVouched, _) = ControlFile.readDirective(at: path) else { return nil }
            return isVouched
        }
        #expect(isVouched(0o600) == true)
        #expect(isVouched(0o644) == true)
        #expect(isVouched(0o666) == false)
    }

    @Test func whatIsNoFileOrTooLarge() throws {
        let folder = try TemporaryFolder()
        #expect(ControlFile.readDirective(at: folder.path("none")) == .nothing)
        #expect(ControlFile.readDirective(at: try folder.file("empty", "")) == .nothing)
        #expect(ControlFile.readDirective(at: folder.path) == .problem("\(folder.path) is not a file"))
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(ControlFile.readDirective(at: pipe) == .problem("\(pipe) is not a file"), "and it holds up nobody")
        let large = try folder.file("large", [UInt8](repeating: 0x20, count: 1 << 20))
        guard case .text(let text, _, _) = ControlFile.readDirective(at: large) else {
            Issue.record("not read")
            return
        }
        #expect(text.utf8.count == WrittenDirective.longest + 1)
    }

    // MARK: A URL

    private final class Box: Sendable {
        private let steps = Mutex<[ScriptedTransport.Step]>([])
        var answer: [ScriptedTransport.Step] {
            get { steps.withLock { $0 } }
            set { steps.withLock { $0 = newValue } }
        }
    }

    @Test(.rows("HH-F6")) func aURLIsAskedWithItsTag() async throws {
        let box = Box()
        box.answer = .answer(200, headers: ["ETag": "\"1\""], body: Array(Self.good.utf8))
        let remote = RemotePool { _, _ in box.answer }
        let url = URI("https://control.test/switch")
        let listener = remote.client.listen(to: [.url(url, every: .seconds(10))], for: remote.pool)
        var asked = 1
        func tick() async throws {
            #expect(await eventually { !remote.clock.deadlines.isEmpty && remote.transport.requests.count == asked })
            let pause = try #require(remote.clock.deadlines.first) - remote.clock.now
            #expect(pause >= .seconds(9) && pause <= .seconds(11))
            remote.clock.advance(by: pause)
            asked += 1
            #expect(await eventually { !remote.clock.deadlines.isEmpty && remote.transport.requests.count == asked })
        }
        #expect(await eventually { remote.active == 1 })
        box.answer = .answer(304)
        try await tick()
        #expect(remote.transport.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
        // Two bad answers are told once, and the tag of what was not understood is not remembered.
        box.answer = .answer(200, headers: ["ETag": "\"2\""], body: Array("pool=main;to=2;epoch=2".utf8))
        try await tick()
        try await tick()
        try await tick()
        #expect(remote.transport.requests.suffix(2).map { $0.headers["If-None-Match"] } == ["\"1\"", "\"2\""])
        box.answer = .answer(503)
        try await tick()
        try await tick()
        box.answer = .redirect(302, to: "https://stranger.test/")
        try await tick()
        try await tick()
        #expect(
            remote.directives == [
                .init(epoch: 1), .init(epoch: 0, refusal: .malformed("its line has no end: a line break is missing")),
                .init(epoch: 0, refusal: .unreadable("\(url) answered 503")),
                .init(epoch: 0, refusal: .unreadable("\(url) answered 302")),
            ])
        #expect(remote.transport.requests.allSatisfy { $0.url.host == "control.test" })
        box.answer = .answer(200, body: Array("pool=main;to=2;epoch=2\n".utf8))
        try await tick()
        #expect(remote.active == 2)
        #expect(remote.client.snapshot().ended.isEmpty, "no task of a user's")
        listener.stop()
    }

    @Test func withoutTLSAURLVouchesForNothing() async {
        let remote = RemotePool { _, _ in .answer(200, body: Array(Self.good.utf8)) }
        let listener = remote.client.listen(to: [.url(URI("http://control.test/"))], for: remote.pool)
        #expect(await eventually { remote.directives == [.init(epoch: 1, refusal: .unsigned)] })
        #expect(remote.active == 0)
        listener.stop()
    }

    @Test func aURLIsAskedAsThePoolsServicesAre() async {
        var connection = ConnectionOptions()
        connection.proxy = Secret("http://proxy.test:3128")
        connection.caFile = "/ca.pem"
        connection.unixSocket = "/run/service.sock"
        let remote = RemotePool(connection: connection) { _, _ in .answer(200, body: Array(Self.good.utf8)) }
        let listener = remote.client.listen(to: [.url(URI("https://control.test/"))], for: remote.pool)
        #expect(await eventually { remote.active == 1 })
        // The socket is the service's address, and the control's is another.
        connection.unixSocket = nil
        #expect(remote.transport.requests.map(\.connection) == [connection])
        listener.stop()
    }

    @Test func whereAnyCertificateIsAcceptedAURLVouchesForNothing() async {
        var connection = ConnectionOptions()
        connection.insecure = true
        let remote = RemotePool(connection: connection) { _, _ in .answer(200, body: Array(Self.good.utf8)) }
        let listener = remote.client.listen(to: [.url(URI("https://control.test/"))], for: remote.pool)
        #expect(await eventually { remote.directives == [.init(epoch: 1, refusal: .unsigned)] })
        #expect(remote.active == 0)
        listener.stop()
    }

    @Test func whatComesGoesToTheEnvironmentThatIsInUse() async throws {
        let folder = try TemporaryFolder()
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.file(path: folder.path("control"))], for: remote.pool)
        func active(in environment: Environment) -> Int? { remote.client.status(of: remote.pool, in: environment)?.active }
        for (environment, text) in [(Environment.standard, Self.good), (.test, "pool=main;to=2;epoch=2\n")] {
            listener.selectEnvironment(environment)
            try folder.file("control", text)
            #expect(await eventually { !remote.clock.deadlines.isEmpty })
            remote.clock.advance(by: .seconds(1))
            let expected = environment == .test ? 2 : 1
            #expect(await eventually { active(in: environment) == expected })
        }
        #expect(active(in: .standard) == 1, "what was followed stays")
        listener.stop()
    }
}
