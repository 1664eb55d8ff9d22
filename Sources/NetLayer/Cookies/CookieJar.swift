// Stores cookies separately by family, environment and account, and writes the persistent ones to a file that
// only its owner can read. libcurl's own cookie engine stays off.
//
// The jar writes the file on a thread of its own: another program may hold the file's lock, and a disk may be
// slow, while calls go on.

import Dispatch
import Synchronization

/// A cookie jar (RFC 6265). Its methods may be called from any thread.
public final class CookieJar: Sendable {
    private struct State {
        var cookieStore = CookieStore()
        /// The entries that the file holds.
        var written: [CookieFile.Entry] = []
        /// A queued write will include every change up to now.
        var isWritingQueued = false
        /// How often an account has logged in or out. Cookies of one login session do not
        /// carry over to the next.
        var loginSessions: [AccountScope: Int] = [:]
    }

    private let state = Mutex(State())
    private let file: String?
    private let suffixes: PublicSuffixes
    private let wallClock: @Sendable () -> Duration
    private let onProblem: (@Sendable (String) -> Void)?
    private let writer = DispatchQueue(label: "netlayer.cookies.writer", qos: .utility)

    /// Reads the cookies that an earlier run stored, except session cookies and expired ones. An unreadable
    /// file or entry counts as absent.
    /// - Parameters:
    ///   - file: where the jar stores cookies with an expiry date (mode 0600, replaced atomically); `nil`
    ///     stores none. Its folder must exist.
    ///   - suffixes: the domains for which no cookie may be set; by default the newest list of this machine.
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - onProblem: called when the file cannot be read or written, from any thread. The jar
    ///     goes on working and loses nothing in memory: the next write that succeeds also writes
    ///     the changes that failed before.
    public init(
        file: String? = nil, suffixes: PublicSuffixes = .system, wallClock: @escaping @Sendable () -> Duration = WallClock.system,
        onProblem: (@Sendable (String) -> Void)? = nil
    ) {
        self.file = file
        self.suffixes = suffixes
        self.wallClock = wallClock
        self.onProblem = onProblem
        guard let file else { return }
        var entries: [CookieFile.Entry] = []
        do throws(FileProblem) { entries = CookieFile.parse(try PrivateFile.readContent(file) ?? []) } catch {
            onProblem?(error.detail)
        }
        let now = wallClock()
        state.withLock { state in
            for entry in entries { state.cookieStore.restore(entry.cookie, in: entry.scope, now: now) }
            state.written = entries
        }
    }

    // MARK: Stored cookies

    /// The unexpired cookies of a scope, or of all scopes, by domain, path and name.
    public func cookies(in scope: AccountScope? = nil) -> [Cookie] {
        let now = wallClock()
        let shelf = state.withLock { $0.cookieStore }
        return shelf.scopes.filter { scope == nil || $0.key == scope }.values.flatMap(\.values).filter { !$0.isExpired(at: now) }
            .sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) }
    }

    /// The scopes that have cookies.
    public var scopes: [AccountScope] { state.withLock { Array($0.cookieStore.scopes.keys) }.sorted { "\($0)" < "\($1)" } }

    /// Removes one cookie.
    public func remove(_ cookie: Cookie, in scope: AccountScope) { change { $0.remove(cookie.id, in: scope) } }

    /// Stores a removed cookie again, unless it has expired or another one has taken its place.
    package func restore(_ cookie: Cookie, in scope: AccountScope) {
        let now = wallClock()
        change { $0.restore(cookie, in: scope, now: now) }
    }

    /// Removes the cookies of a scope, or all cookies.
    public func removeAll(in scope: AccountScope? = nil) { change { $0.removeAll(in: scope) } }

    /// Ends a login session, at a login or logout: removes its cookies, and ignores cookies that calls of
    /// that session still receive.
    func endLoginSession(_ scope: AccountScope) {
        state.withLock { state in
            state.loginSessions[scope, default: 0] += 1
            state.cookieStore.removeAll(in: scope)
        }
        write()
    }

    func loginSession(of scope: AccountScope) -> Int { state.withLock { $0.loginSessions[scope] ?? 0 } }

    // MARK: On the wire

    /// The value of the `Cookie` field for a request; `nil` when no cookie applies.
    public func header(for url: URI, in scope: AccountScope) -> Secret? {
        CookiePairs.header(pairs(for: url, in: scope))
    }

    /// Stores the cookies of a response's `Set-Cookie` fields, whatever the response's status.
    /// - Parameters:
    ///   - fields: the values of the `Set-Cookie` fields, one cookie each.
    ///   - url: the URL of the request that received this response.
    ///   - scope: the scope that owns the cookies; requests of other scopes do not send them.
    public func store(_ fields: [String], from url: URI, in scope: AccountScope) {
        guard !fields.isEmpty else { return }
        let now = wallClock()
        change { $0.store(fields, from: url, in: scope, now: now, suffixes: suffixes) }
    }

    /// Does the same for a call that began in login session `time`. Stores nothing
    /// once that session has ended.
    func store(_ fields: [String], from url: URI, in scope: AccountScope, time: Int) {
        let now = wallClock()
        let isKept = state.withLock { state in
            guard state.loginSessions[scope] ?? 0 == time else { return false }
            state.cookieStore.store(fields, from: url, in: scope, now: now, suffixes: suffixes)
            return true
        }
        if isKept { write() }
    }

    func pairs(for url: URI, in scope: AccountScope, time: Int? = nil) -> [CookiePairs.Pair] {
        let now = wallClock()
        return state.withLock { state in
            guard !state.cookieStore.scopes.isEmpty, time.map({ $0 == state.loginSessions[scope] ?? 0 }) ?? true else {
                return []
            }
            return state.cookieStore.cookies(for: url, in: scope, now: now).map { cookie in
                CookiePairs.Pair(
                    name: cookie.name,
                    text: cookie.name.isEmpty ? cookie.value.reveal() : "\(cookie.name)=\(cookie.value.reveal())")
            }
        }
    }

    // MARK: The file

    private func change(_ body: (inout CookieStore) -> Void) {
        state.withLock { body(&$0.cookieStore) }
        write()
    }

    /// Returns when the file holds all changes made until now, or when they cannot be written.
    /// - Parameters:
    ///   - limit: the longest time to wait: another program may hold the file's lock.
    ///   - time: the clock that measures `limit`.
    /// - Returns: whether the write ended in time.
    @discardableResult
    public func flush(within limit: Duration = .seconds(2), by time: TimeSource = .continuous) async -> Bool {
        let landing = Landing<Bool>()
        writer.async { landing.land(true) }
        let watchdog = Task.detached {
            try await time.sleep(time.now() + limit)
            landing.land(false)
        }
        defer { watchdog.cancel() }
        return await landing.value()
    }

    /// Schedules a write of the file. The same write includes later changes up to its start.
    private func write() {
        guard file != nil else { return }
        let isNew = state.withLock { state in
            defer { state.isWritingQueued = true }
            return !state.isWritingQueued
        }
        if isNew { writer.async { [self] in writeNow() } }
    }

    /// Runs on the writer's queue. Writes nothing unless a persistent cookie has changed.
    private func writeNow() {
        let now = wallClock()
        guard let file, let (mine, base) = toWrite(now) else { return }
        do throws(FileProblem) {
            // Another program may have written the file since: its changes must survive.
            let merged = try PrivateFile.withLock(file) { () throws(FileProblem) in
                let theirs = CookieFile.parse(try PrivateFile.readContent(file) ?? [])
                let merged = CookieFile.merged(mine, theirs, base: base)
                try PrivateFile.write(try Self.serialize(merged), to: file)
                return merged
            }
            state.withLock { state in
                state.written = merged
                state.cookieStore.adopt(merged, insteadOf: mine, now: now)
            }
        } catch {
            // `written` stays equal to the file's content, so the next change writes this one too.
            onProblem?(error.detail)
        }
    }

    private static func serialize(_ entries: [CookieFile.Entry]) throws(FileProblem) -> [UInt8] {
        do throws(JSONValue.WritingError) { return try CookieFile.serialize(entries) } catch {
            throw FileProblem("the cookies cannot be written: \(error)", 0)
        }
    }

    /// The entries to write, and the entries that the file held when this program last read or wrote it.
    private func toWrite(_ now: Duration) -> (mine: [CookieFile.Entry], base: [CookieFile.Entry])? {
        state.withLock { state in
            state.isWritingQueued = false
            let entries = CookieFile.entries(state.cookieStore, now: now)
            // Sending a cookie changes only its time of last use, which does not justify a write.
            guard !entries.elementsEqual(state.written, by: { $0.isSame(as: $1) }) else { return nil }
            return (entries, state.written)
        }
    }
}

extension CookieStore {
    /// Adopts the changes that another program made to the file. Changes that this program made
    /// since the write began stay.
    fileprivate mutating func adopt(_ merged: [CookieFile.Entry], insteadOf mine: [CookieFile.Entry], now: Duration) {
        guard !merged.elementsEqual(mine, by: { $0.isSame(as: $1) }) else { return }
        let own = Dictionary(mine.map { ($0.place, $0) }, uniquingKeysWith: { _, last in last })
        let current = Dictionary(CookieFile.entries(self, now: now).map { ($0.place, $0) }, uniquingKeysWith: { _, last in last })
        func isUnchanged(_ place: CookieFile.Entry) -> Bool {
            switch (own[place.place], current[place.place]) {
            case (nil, nil): true
            case (let old?, let new?): old.isSame(as: new)
            case (nil, _?), (_?, nil): false
            }
        }
        let kept = Set(merged.map(\.place))
        for entry in mine where !kept.contains(entry.place) && isUnchanged(entry) { remove(entry.cookie.id, in: entry.scope) }
        for entry in merged where own[entry.place].map({ !$0.isSame(as: entry) }) ?? true {
            guard isUnchanged(entry) else { continue }
            remove(entry.cookie.id, in: entry.scope)
            restore(entry.cookie, in: entry.scope, now: now)
        }
    }
}

/// The part of a jar that one call uses.
struct CookieContext: Sendable {
    let jar: CookieJar
    let scope: AccountScope
    /// The account's login session in which the call began.
    private let loginSession: Int

    init(jar: CookieJar, scope: AccountScope) {
        self.jar = jar
        self.scope = scope
        loginSession = jar.loginSession(of: scope)
    }

    /// The `Cookie` field that the jar has for a URL.
    func header(for url: URI) -> Secret? { CookiePairs.header(jar.pairs(for: url, in: scope, time: loginSession)) }

    /// Adds the jar's cookies for the request's URL. A cookie that the request already has wins
    /// over one of that name.
    func adding(to request: WireRequest) -> WireRequest {
        let kept = jar.pairs(for: request.url, in: scope, time: loginSession)
        guard !kept.isEmpty else { return request }
        let own = CookiePairs.parse(request.headers.allValues("Cookie"))
        let pairs = own + kept.filter { pair in !own.contains { $0.name == pair.name } }
        var request = request
        if let header = CookiePairs.header(pairs) { request.headers.set(HeaderField("Cookie", .secret(header))) }
        return request
    }

    func storeCookies(_ head: ResponseHead, from url: URI) {
        let fields = head.headers.allValues("Set-Cookie")
        if !fields.isEmpty { jar.store(fields, from: url, in: scope, time: loginSession) }
    }
}
