// The jar: whose cookies are whose, what outlives the program, and what goes over the wire.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CookieJarTests {
    private static let now = Duration.seconds(1_600_000_000)
    private let scope = AccountScope(family: "shop")
    private let url = URI("http://api.test/v1/items")

    @Test(.rows("B-BA-11")) func nobodysCookiesAreAnothers() {
        let jar = CookieJar(wallClock: { Self.now })
        let others = [
            AccountScope(family: "other"), AccountScope(family: "shop", environment: .test),
            AccountScope(family: "shop", account: "bob"),
        ]
        for (number, scope) in ([scope] + others).enumerated() { jar.store(["a=\(number)"], from: url, in: scope) }
        #expect(jar.header(for: url, in: scope)?.reveal() == "a=0")
        #expect(jar.header(for: url, in: others[2])?.reveal() == "a=3")
        jar.removeAll(in: others[2])
        #expect(jar.header(for: url, in: others[2]) == nil && jar.cookies().count == 3)
        if let cookie = jar.cookies(in: scope).first { jar.remove(cookie, in: scope) }
        #expect(jar.cookies(in: scope).isEmpty && jar.scopes.count == 2)
        jar.removeAll()
        #expect(jar.cookies().isEmpty && jar.scopes.isEmpty)
    }

    /// A call that began before a login, or before a logout, neither takes along nor leaves anything (BA-14).
    @Test(.rows("BA-14")) func whatBeganBeforeALogoutLeavesNothing() {
        let jar = CookieJar(wallClock: { Self.now })
        jar.store(["a=1"], from: url, in: scope)
        let before = CookieContext(jar: jar, scope: scope)
        #expect(before.header(for: url)?.reveal() == "a=1")
        jar.endLoginSession(scope)
        before.storeCookies(ResponseHead(status: 200, headers: ["Set-Cookie": "a=late"]), from: url)
        #expect(jar.cookies().isEmpty)
        let after = CookieContext(jar: jar, scope: scope)
        after.storeCookies(ResponseHead(status: 200, headers: ["Set-Cookie": "a=2"]), from: url)
        #expect(after.header(for: url)?.reveal() == "a=2" && before.header(for: url) == nil)
    }

    /// Two programs have one file: what one changes the other neither loses nor brings back.
    @Test func programsThatShareAFileLoseNothing() async throws {
        let folder = try TemporaryFolder()
        func open() -> CookieJar { CookieJar(file: folder.path("cookies"), wallClock: { Self.now + .milliseconds(300) }) }
        func names() -> [String] { open().cookies().map { "\($0.name)=\($0.value.reveal())" } }
        let first = open()
        first.store(["old=1; Max-Age=600"], from: url, in: scope)
        await first.flush()
        let (one, two) = (open(), open())
        one.store(["a=1; Max-Age=600"], from: url, in: scope)
        await one.flush()
        two.store(["b=1; Max-Age=600"], from: url, in: scope)
        await two.flush()
        #expect(names() == ["a=1", "b=1", "old=1"])
        #expect(two.cookies().map(\.name) == ["a", "b", "old"], "and the second has what the first has kept")
        one.store(["old=; Max-Age=0", "b=2; Max-Age=600"], from: url, in: scope)
        await one.flush()
        #expect(names() == ["a=1", "b=2"])
        two.store(["c=1; Max-Age=600"], from: url, in: scope)
        await two.flush()
        #expect(names() == ["a=1", "b=2", "c=1"])
        #expect(two.header(for: url, in: scope)?.reveal() == "a=1; b=2; c=1")
    }

    @Test(.rows("BA-14", "B-BA-11")) func whatLastsSurvivesARestartAndNothingElse() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("cookies")
        let clock = VirtualClock()
        func open() -> CookieJar { CookieJar(file: path, wallClock: { Self.now + clock.now }) }
        let full = "full=é\"; Max-Age=3600; Domain=api.test; Path=/v1; HttpOnly; SameSite=Strict"
        let jar = open()
        jar.store([full, "session=1", "short=1; Max-Age=10", "gone=1; Max-Age=60"], from: url, in: scope)
        jar.store(["bobs=1; Max-Age=60"], from: url, in: AccountScope(family: "shop", environment: .test, account: "bob"))
        jar.store(["gone=; Max-Age=0"], from: url, in: scope)
        await jar.flush()
        #expect(try folder.mode("cookies") == 0o600 && folder.names().sorted() == ["cookies", "cookies.lock"])
        clock.advance(by: .seconds(10))
        let again = open()
        #expect(again.cookies(in: scope).map(\.name) == ["full"])
        #expect(again.cookies(in: scope) == jar.cookies(in: scope).filter { $0.name == "full" })
        #expect(again.cookies(in: AccountScope(family: "shop", environment: .test, account: "bob")).map(\.name) == ["bobs"])
        // A logout is no less lasting.
        again.removeAll(in: scope)
        await again.flush()
        #expect(open().cookies(in: scope).isEmpty && open().cookies().count == 1)
    }

    @Test func nothingIsWrittenWhereNothingThatLastsHasChanged() async throws {
        let folder = try TemporaryFolder()
        let jar = CookieJar(file: folder.path("cookies"), wallClock: { Self.now })
        jar.store(["session=1"], from: url, in: scope)
        await jar.flush()
        #expect(try folder.names().isEmpty)
        jar.store(["a=1; Max-Age=60"], from: url, in: scope)
        await jar.flush()
        let first = try folder.bytes("cookies")
        try folder.file("cookies", Array("{}".utf8))
        jar.store(["a=1; Max-Age=60"], from: url, in: scope)
        _ = jar.header(for: url, in: scope)
        await jar.flush()
        #expect(try folder.text("cookies") == "{}")
        jar.store(["a=2; Max-Age=60"], from: url, in: scope)
        await jar.flush()
        #expect(try folder.bytes("cookies").count == first.count)
    }

    @Test func aFileThatCannotBeReadOrWrittenIsToldAndDoesNotMatter() async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let tell: @Sendable (String) -> Void = { text in told.withLock { $0.append(text) } }
        let jar = CookieJar(file: folder.path("none/cookies"), wallClock: { Self.now }, onProblem: tell)
        jar.store(["a=1; Max-Age=60"], from: url, in: scope)
        #expect(jar.header(for: url, in: scope)?.reveal() == "a=1")
        await jar.flush()
        #expect(told.withLock { $0.count } == 1)
        try folder.file("torn", Array(#"{"cookies": [{"name": "a"}, {"name": "b", "#.utf8))
        #expect(CookieJar(file: folder.path("torn"), wallClock: { Self.now }).cookies().isEmpty)
    }

    /// A write that fails is no word of another program: it deletes nothing, and what it would have kept comes with the next.
    @Test func aWriteThatFailsLosesNothing() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("later/cookies")
        let jar = CookieJar(file: path, wallClock: { Self.now })
        jar.store(["login=1; Max-Age=600"], from: url, in: scope)
        await jar.flush()
        try FileManager.default.createDirectory(atPath: folder.path("later"), withIntermediateDirectories: false)
        jar.store(["seen=1; Max-Age=600"], from: url, in: scope)
        await jar.flush()
        #expect(jar.header(for: url, in: scope)?.reveal() == "login=1; seen=1")
        #expect(CookieJar(file: path, wallClock: { Self.now }).cookies().map(\.name) == ["login", "seen"])
    }

    /// Another program that holds the file's lock holds nobody up, in any number of jars.
    @Test func aHeldLockHoldsNobodyUp() async throws {
        let folder = try TemporaryFolder()
        let jars = (0..<3).map { CookieJar(file: folder.path("cookies\($0)"), wallClock: { Self.now }) }
        let locks = (0..<3).map { open(folder.path("cookies\($0).lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        for lock in locks { #expect(flock(lock, LOCK_EX) == 0) }
        for (number, jar) in jars.enumerated() {
            let transport = ScriptedTransport { _ in .answer(200, headers: ["Set-Cookie": "sid=\(number); Max-Age=600"]) }
            let client = NetClient(transport: transport, cookies: jar)
            for _ in 0..<3 { #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200) }
            #expect(await jar.flush(within: .milliseconds(1)) == false)
        }
        for lock in locks { close(lock) }
        for jar in jars { #expect(await jar.flush(within: .seconds(20))) }
        #expect(try (0..<3).allSatisfy { try folder.text("cookies\($0)").contains("sid") })
    }

    /// What was changed while the file was being written is newer than what another program has written.
    @Test func whatChangesWhileTheFileIsWrittenStays() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("cookies")
        let (one, other) = (CookieJar(file: path, wallClock: { Self.now }), CookieJar(file: path, wallClock: { Self.now }))
        one.store(["a=1; Max-Age=600"], from: url, in: scope)
        await one.flush()
        other.store(["a=2; Max-Age=600"], from: url, in: scope)
        await other.flush()
        let lock = open(path + ".lock", O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX) == 0)
        one.store(["b=1; Max-Age=600"], from: url, in: scope)
        #expect(await one.flush(within: .milliseconds(50)) == false, "it waits for the lock with what there was")
        one.store(["a=3; Max-Age=600"], from: url, in: scope)
        close(lock)
        await one.flush(within: .seconds(20))
        #expect(one.header(for: url, in: scope)?.reveal().contains("a=3") == true)
    }

    // MARK: On the wire

    private func client(_ jar: CookieJar, _ transport: ScriptedTransport) -> NetClient {
        NetClient(transport: transport, cookies: jar, time: VirtualClock().source)
    }

    @Test(.rows("BA-14", "B-BA-11")) func redirectsAndFailuresSetCookiesAndEachHopIsAskedFor() async throws {
        let transport = ScriptedTransport { request in
            switch request.url.path {
            case "/v1/login": .answer(302, headers: ["Set-Cookie": "sid=1; Path=/", "Location": "/v1/home"])
            case "/v1/home": .answer(302, headers: ["Set-Cookie": "home=1; Path=/v1", "Location": "http://other.test/x"])
            case "/v1/wrong": .answer(403, headers: ["Set-Cookie": "wrong=1; Path=/"])
            default: .answer(200, headers: ["Set-Cookie": "theirs=1; Path=/"])
            }
        }
        let jar = CookieJar(wallClock: { Self.now })
        let client = client(jar, transport)
        let plan = Net.plan("/login") { $0.parameters = [Parameter("mine", .plain("0"), in: .cookie)] }
        _ = try await client.send(Endpoint(plan), on: AuthStage.pool)
        #expect(transport.requests.map { $0.headers["Cookie"] } == ["mine=0", "mine=0; sid=1", nil])
        _ = await client.failure { client throws(NetError) in _ = try await client.send(Net.call("/wrong"), on: AuthStage.pool) }
        _ = try await client.send(Net.call("/x"), on: AuthStage.pool)
        #expect(transport.requests.last?.headers["Cookie"]?.split(separator: "; ").sorted() == ["home=1", "sid=1", "wrong=1"])
        #expect(transport.requests.last?.headers.first("Cookie")?.value.isSecret == true)
        // Of a name that the call has itself, its own goes.
        let own = Net.plan("/x") { $0.parameters = [Parameter("sid", .plain("own"), in: .cookie)] }
        _ = try await client.send(Endpoint(own), on: AuthStage.pool)
        #expect(transport.requests.last?.headers["Cookie"]?.hasPrefix("sid=own; ") == true)
        #expect(transport.requests.last?.headers["Cookie"]?.contains("sid=1") == false)
        // The stranger has its own, and a plan for strangers has none.
        _ = try await client.send(Net.call("http://other.test/x"), on: AuthStage.pool)
        #expect(transport.requests.last?.headers["Cookie"] == "theirs=1")
        _ = try await client.send(Endpoint(Net.plan("http://other.test/x") { $0.isForThirdParty = true }), on: AuthStage.pool)
        #expect(transport.requests.last?.headers["Cookie"] == nil)
    }

    @Test func aCancelledCallSetsNoCookies() async {
        let transport = Net.hanging()
        let jar = CookieJar(wallClock: { Self.now })
        let client = client(jar, transport)
        let handle = client.dispatch(Net.call("/x"), on: AuthStage.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play([.head(ResponseHead(status: 200, headers: ["Set-Cookie": "sid=1; Path=/"]))])
        handle.cancel()
        #expect(await client.isDrained())
        #expect(jar.cookies().isEmpty)
    }

    /// Its reader has the head, and may stop reading at any time.
    @Test func aStreamSetsItsCookiesHoweverMuchOfItIsRead() async throws {
        let transport = Net.hanging()
        let jar = CookieJar(wallClock: { Self.now })
        let client = client(jar, transport)
        let handle = client.stream(Net.plan("/x"), on: AuthStage.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play([.head(ResponseHead(status: 200, headers: ["Set-Cookie": "sid=1; Path=/"]))])
        let response = try await handle.value
        #expect(response.head.status == 200)
        handle.cancel()
        #expect(await client.isDrained())
        #expect(jar.cookies().map(\.name) == ["sid"])
    }

    @Test func withoutAJarNothingIsKept() async throws {
        let transport = ScriptedTransport { _ in .answer(200, headers: ["Set-Cookie": "a=1"]) }
        let client = NetClient(transport: transport)
        for _ in 0..<2 { _ = try await client.send(Net.call(), on: AuthStage.pool) }
        #expect(transport.requests.allSatisfy { $0.headers["Cookie"] == nil })
    }
}
