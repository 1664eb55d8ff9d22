// The file of persistent cookies: those with an expiry date, each with the account scope that owns it.

import Document

enum CookieFile {
    /// One cookie and the scope that owns it.
    struct Entry: Sendable, Hashable {
        var scope: AccountScope
        var cookie: Cookie

        struct Place: Hashable {
            var scope: AccountScope
            var id: CookieID
        }

        var place: Place { Place(scope: scope, id: cookie.id) }

        /// The last use does not count as a difference, nor do fractions of a second, which
        /// the file does not store.
        func isSame(as other: Self) -> Bool { asKept == other.asKept }

        private var asKept: Self {
            var entry = self
            entry.cookie.usedAt = .zero
            entry.cookie.createdAt = .seconds(seconds(cookie.createdAt))
            entry.cookie.expiresAt = cookie.expiresAt.map { .seconds(seconds($0)) }
            return entry
        }
    }

    /// Merges the cookies of this program with those of the file. Changes that this program made since it
    /// last read the file win; elsewhere the changes of other programs count.
    /// - Parameters:
    ///   - mine: the cookies of this program.
    ///   - theirs: the cookies that the file holds now.
    ///   - base: the cookies that the file held when this program last read or wrote it.
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
        }.sorted { sortKey($0).lexicographicallyPrecedes(sortKey($1)) }
    }

    /// The cookies of a `CookieStore` that the file stores. Session cookies are not stored.
    static func entries(_ shelf: CookieStore, now: Duration) -> [Entry] {
        shelf.scopes.flatMap { scope, cookies in
            cookies.values.filter { $0.expiresAt != nil && !$0.isExpired(at: now) }.map { Entry(scope: scope, cookie: $0) }
        }.sorted { sortKey($0).lexicographicallyPrecedes(sortKey($1)) }
    }

    private static func sortKey(_ entry: Entry) -> [String] {
        [
            entry.scope.family, entry.scope.environment.rawValue, entry.scope.account, entry.cookie.domain, entry.cookie.path,
            entry.cookie.name,
        ]
    }

    static func serialize(_ entries: [Entry]) throws(JSONValue.WritingError) -> [UInt8] {
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

    /// Reads the entries of a file. Skips an entry that lacks a required member.
    static func parse(_ bytes: [UInt8]) -> [Entry] {
        guard let list = (try? JSONDocument(bytes))?.root["cookies"] else { return [] }
        return list.elements.compactMap { node in
            func stringMember(_ name: String) -> String? { node[name]?.string }
            guard let name = stringMember("name"), let value = stringMember("value"), let domain = stringMember("domain"),
                let path = stringMember("path"),
                let expires = node["expires"]?.int, let created = node["created"]?.int
            else { return nil }
            let scope = AccountScope(
                family: stringMember("family") ?? "", environment: Environment(rawValue: stringMember("environment") ?? ""),
                account: stringMember("account") ?? "")
            return Entry(
                scope: scope,
                cookie: Cookie(
                    name: name, value: Secret(value), domain: domain, path: path, expiresAt: .seconds(expires),
                    isHostOnly: node["hostOnly"]?.bool ?? true, isSecure: node["secure"]?.bool ?? false,
                    isHTTPOnly: node["httpOnly"]?.bool ?? false, sameSite: stringMember("sameSite").flatMap(Cookie.SameSite.init),
                    createdAt: .seconds(created), usedAt: .seconds(node["used"]?.int ?? created)))
        }
    }

    private static func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }
}
