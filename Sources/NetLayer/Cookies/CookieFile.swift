// The cookies that outlive the program, as a file: those with an expiry, each with whose it is.

import Document

enum CookieFile {
    /// One cookie and whose it is.
    struct Entry: Sendable, Hashable {
        var scope: AccountScope
        var cookie: Cookie

        struct Place: Hashable {
            var scope: AccountScope
            var id: CookieID
        }

        var place: Place { Place(scope: scope, id: cookie.id) }

        /// Being used is no difference, nor are the fractions of seconds that the file does not have.
        func isSame(as other: Self) -> Bool { asKept == other.asKept }

        private var asKept: Self {
            var entry = self
            entry.cookie.usedAt = .zero
            entry.cookie.createdAt = .seconds(seconds(cookie.createdAt))
            entry.cookie.expiresAt = cookie.expiresAt.map { .seconds(seconds($0)) }
            return entry
        }
    }

    /// What the file is to hold: what this program has changed since it saw it last, and else what others have made of it.
    /// - Parameters:
    ///   - mine: what this program has.
    ///   - theirs: what the file holds now.
    ///   - base: what it held when this program saw it last.
    static func merged(_ mine: [Entry], _ theirs: [Entry], base: [Entry]) -> [Entry] {
        func byPlace(_ entries: [Entry]) -> [Entry.Place: Entry] {
            Dictionary(entries.map { ($0.place, $0) }, uniquingKeysWith: { _, last in last })
        }
        let (mine, theirs, base) = (byPlace(mine), byPlace(theirs), byPlace(base))
        func areSame(_ a: Entry?, _ b: Entry?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return a.isSame(as: b)
        }
        return Set(mine.keys).union(theirs.keys).compactMap { place -> Entry? in
            let own = mine[place]
            return areSame(own, base[place]) && !areSame(own, theirs[place]) ? theirs[place] : own
        }.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }

    /// What of a shelf is kept. Session cookies are not (B-BA-11).
    static func entries(_ shelf: CookieShelf, now: Duration) -> [Entry] {
        shelf.scopes.flatMap { scope, cookies in
            cookies.values.filter { $0.expiresAt != nil && !$0.isExpired(at: now) }.map { Entry(scope: scope, cookie: $0) }
        }.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }

    private static func key(_ entry: Entry) -> [String] {
        [
            entry.scope.family, entry.scope.environment.rawValue, entry.scope.account, entry.cookie.domain, entry.cookie.path,
            entry.cookie.name,
        ]
    }

    static func text(_ entries: [Entry]) throws(JSONValue.WritingError) -> [UInt8] {
        try JSONValue.object([.init("version", 1), .init("cookies", .array(entries.map(value)))]).serialized()
    }

    private static func value(_ entry: Entry) -> JSONValue {
        let cookie = entry.cookie
        var members: [JSONValue.Member] = [
            .init("family", .string(entry.scope.family)), .init("environment", .string(entry.scope.environment.rawValue)),
            .init("account", .string(entry.scope.account)), .init("name", .string(cookie.name)),
            .init("value", .string(cookie.value.reveal())), .init("domain", .string(cookie.domain)),
            .init("path", .string(cookie.path)), .init("hostOnly", .bool(cookie.isHostOnly)),
            .init("secure", .bool(cookie.isSecure)), .init("httpOnly", .bool(cookie.isHTTPOnly)),
            .init("created", .integer(seconds(cookie.createdAt))), .init("used", .integer(seconds(cookie.usedAt))),
        ]
        if let expires = cookie.expiresAt { members.append(.init("expires", .integer(seconds(expires)))) }
        if let sameSite = cookie.sameSite { members.append(.init("sameSite", .string(sameSite.rawValue))) }
        return .object(members)
    }

    /// What can be read of a file: an entry that lacks something is left out.
    static func read(_ bytes: [UInt8]) -> [Entry] {
        guard let list = (try? JSONDocument(bytes))?.root["cookies"] else { return [] }
        return list.elements.compactMap { node in
            func text(_ name: String) -> String? { node[name]?.string }
            guard let name = text("name"), let value = text("value"), let domain = text("domain"), let path = text("path"),
                let expires = node["expires"]?.int, let created = node["created"]?.int
            else { return nil }
            let scope = AccountScope(
                family: text("family") ?? "", environment: Environment(rawValue: text("environment") ?? ""),
                account: text("account") ?? "")
            return Entry(
                scope: scope,
                cookie: Cookie(
                    name: name, value: Secret(value), domain: domain, path: path, expiresAt: .seconds(expires),
                    isHostOnly: node["hostOnly"]?.bool ?? true, isSecure: node["secure"]?.bool ?? false,
                    isHTTPOnly: node["httpOnly"]?.bool ?? false, sameSite: text("sameSite").flatMap(Cookie.SameSite.init),
                    createdAt: .seconds(created), usedAt: .seconds(node["used"]?.int ?? created)))
        }
    }

    private static func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }
}
