// Keeps cookies, apart by family, environment and account; writes those that last to a file of its owner's. libcurl's own engine stays off.
//
// The file is written on a thread of the jar's own: another program may hold its lock, and a disk may be slow, while calls go on.

import Dispatch
import Synchronization

/// A cookie jar (RFC 6265). Its methods may be called from any thread.
public final class CookieJar: Sendable {
    private struct State {
        var shelf = CookieShelf()
        /// What the file holds.
        var written: [CookieFile.Entry] = []
        /// A writing is queued that will see every change until now.
        var isWritingQueued = false
        /// How often an account has logged in or out: what belongs to one time is nothing for the next.
        var times: [AccountScope: Int] = [:]
    }

    private let state = Mutex(State())
    private let file: String?
    private let suffixes: PublicSuffixes
    private let wallClock: @Sendable () -> Duration
    private let onProblem: (@Sendable (String) -> Void)?
    private let writer = DispatchQueue(label: "netlayer.cookies.writer", qos: .utility)

    /// Reads what an earlier run has kept: neither session cookies nor expired ones (B-BA-11). What cannot be read is as if it were not there.
    /// - Parameters:
    ///   - file: where cookies with an expiry are kept (0600, replaced in one step); `nil` keeps none. Its folder must be there.
    ///   - suffixes: the domains that no cookie may be set for; by default the newest list of this machine.
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - onProblem: told when the file cannot be read or written, from any thread. The jar works on, and loses nothing in memory: what could not be
    ///     written is written with the next change that can be.
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
        do throws(FileProblem) { entries = CookieFile.read(try PrivateFile.read(file) ?? []) } catch { onProblem?(error.detail) }
        let now = wallClock()
        state.withLock { state in
            for entry in entries { state.shelf.restore(entry.cookie, in: entry.scope, now: now) }
            state.written = entries
        }
    }

    // MARK: What is kept

    /// The cookies of a scope, or of all, by domain, path and name; none that has expired.
    public func cookies(in scope: AccountScope? = nil) -> [Cookie] {
        let now = wallClock()
        let shelf = state.withLock { $0.shelf }
        return shelf.scopes.filter { scope == nil || $0.key == scope }.values.flatMap(\.values).filter { !$0.isExpired(at: now) }
            .sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) }
    }

    /// Whose cookies there are.
    public var scopes: [AccountScope] { state.withLock { Array($0.shelf.scopes.keys) }.sorted { "\($0)" < "\($1)" } }

    /// Removes one.
    public func remove(_ cookie: Cookie, in scope: AccountScope) { change { $0.remove(cookie.id, in: scope) } }

    /// Removes those of a scope, or all.
    public func removeAll(in scope: AccountScope? = nil) { change { $0.removeAll(in: scope) } }

    /// Somebody logs in or out: what there was goes, and what calls of before still bring is not kept.
    func end(_ scope: AccountScope) {
        state.withLock { state in
            state.times[scope, default: 0] += 1
            state.shelf.removeAll(in: scope)
        }
        write()
    }

    func time(of scope: AccountScope) -> Int { state.withLock { $0.times[scope] ?? 0 } }

    // MARK: On the wire

    /// The value of the `Cookie` field for a request; `nil` when none goes there.
    public func header(for url: URI, in scope: AccountScope) -> Secret? {
        CookiePairs.header(pairs(for: url, in: scope))
    }

    /// Keeps what the `Set-Cookie` fields of an answer say, whatever its status.
    /// - Parameters:
    ///   - fields: the values of the `Set-Cookie` fields, one cookie each.
    ///   - url: of the request that was answered.
    ///   - scope: whose cookies they are; no other scope is sent them.
    public func store(_ fields: [String], from url: URI, in scope: AccountScope) {
        guard !fields.isEmpty else { return }
        let now = wallClock()
        change { $0.store(fields, from: url, in: scope, now: now, suffixes: suffixes) }
    }

    /// The same for a call that began at a time; nothing is kept of one of before.
    func store(_ fields: [String], from url: URI, in scope: AccountScope, time: Int) {
        let now = wallClock()
        let isKept = state.withLock { state in
            guard state.times[scope] ?? 0 == time else { return false }
            state.shelf.store(fields, from: url, in: scope, now: now, suffixes: suffixes)
            return true
        }
        if isKept { write() }
    }

    func pairs(for url: URI, in scope: AccountScope, time: Int? = nil) -> [CookiePairs.Pair] {
        let now = wallClock()
        return state.withLock { state in
            guard !state.shelf.scopes.isEmpty, time.map({ $0 == state.times[scope] ?? 0 }) ?? true else { return [] }
            return state.shelf.cookies(for: url, in: scope, now: now).map { cookie in
                CookiePairs.Pair(
                    name: cookie.name,
                    text: cookie.name.isEmpty ? cookie.value.reveal() : "\(cookie.name)=\(cookie.value.reveal())")
            }
        }
    }

    // MARK: The file

    private func change(_ body: (inout CookieShelf) -> Void) {
        state.withLock { body(&$0.shelf) }
        write()
    }

    /// Returns when all that has changed until now is in the file, or cannot be written.
    /// - Parameters:
    ///   - limit: how long that is waited for at most: another program may hold the file's lock.
    ///   - time: by which clock.
    /// - Returns: whether it ended in time.
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

    /// Has the file written some time soon. What changes until then is written with it.
    private func write() {
        guard file != nil else { return }
        let isNew = state.withLock { state in
            defer { state.isWritingQueued = true }
            return !state.isWritingQueued
        }
        if isNew { writer.async { [self] in writeNow() } }
    }

    /// On the writer's queue. Nothing is written where nothing lasting has changed.
    private func writeNow() {
        let now = wallClock()
        guard let file, let (mine, base) = toWrite(now) else { return }
        do throws(FileProblem) {
            // Another program may have written it since: what it changed stays changed.
            let merged = try PrivateFile.alone(file) { () throws(FileProblem) in
                let theirs = CookieFile.read(try PrivateFile.read(file) ?? [])
                let merged = CookieFile.merged(mine, theirs, base: base)
                try PrivateFile.write(try Self.text(merged), to: file)
                return merged
            }
            state.withLock { state in
                state.written = merged
                state.shelf.adopt(merged, insteadOf: mine, now: now)
            }
        } catch {
            // `written` stays what the file holds: the next change writes this one too.
            onProblem?(error.detail)
        }
    }

    private static func text(_ entries: [CookieFile.Entry]) throws(FileProblem) -> [UInt8] {
        do throws(JSONValue.WritingError) { return try CookieFile.text(entries) } catch {
            throw FileProblem("the cookies cannot be written: \(error)", 0)
        }
    }

    /// What is to be written, and what the file held when this program saw it last.
    private func toWrite(_ now: Duration) -> (mine: [CookieFile.Entry], base: [CookieFile.Entry])? {
        state.withLock { state in
            state.isWritingQueued = false
            let entries = CookieFile.entries(state.shelf, now: now)
            // Being sent changes only when it was used: not worth a file.
            guard !entries.elementsEqual(state.written, by: { $0.isSame(as: $1) }) else { return nil }
            return (entries, state.written)
        }
    }
}

extension CookieShelf {
    /// Takes what another program has changed in the file. What this program has changed since it began to write stays as it is now.
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

/// One call's part of a jar.
struct CookieContext: Sendable {
    let jar: CookieJar
    let scope: AccountScope
    /// At which of the account's logins the call began.
    private let time: Int

    init(jar: CookieJar, scope: AccountScope) {
        self.jar = jar
        self.scope = scope
        time = jar.time(of: scope)
    }

    /// What the jar has for a URL.
    func header(for url: URI) -> Secret? { CookiePairs.header(jar.pairs(for: url, in: scope, time: time)) }

    /// The request with what the jar has for its URL; what it has itself of a name wins.
    func adding(to request: WireRequest) -> WireRequest {
        let kept = jar.pairs(for: request.url, in: scope, time: time)
        guard !kept.isEmpty else { return request }
        let own = CookiePairs.parse(request.headers.all("Cookie"))
        let pairs = own + kept.filter { pair in !own.contains { $0.name == pair.name } }
        var request = request
        if let header = CookiePairs.header(pairs) { request.headers.set(HeaderField("Cookie", .secret(header))) }
        return request
    }

    func take(_ head: ResponseHead, from url: URI) {
        let fields = head.headers.all("Set-Cookie")
        if !fields.isEmpty { jar.store(fields, from: url, in: scope, time: time) }
    }
}
