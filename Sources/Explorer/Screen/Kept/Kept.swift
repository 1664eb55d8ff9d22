// What the program keeps between requests, as values: stored answers and cookies. Who keeps them is outside; here they are listed and let go.

import Canvas
import NetLayer

/// What is wanted of what is kept. Everything is answered by the list as it is then.
public enum KeptOrder: Sendable, Hashable {
    case listCache
    case removeCached(CachedEntry.ID)
    case clearCache
    case clearExpired
    case listCookies
    case removeCookie(KeptCookie)
    case clearCookies
}

/// What is kept now.
public enum Kept: Sendable, Hashable {
    case cache([CachedEntry], CacheReport)
    /// - Parameter now: since 1970-01-01 UTC.
    case cookies([KeptCookie], now: Duration)
}

/// A cookie, and for whom it is.
public struct KeptCookie: Sendable, Hashable {
    public var cookie: Cookie
    public var scope: AccountScope

    public init(_ cookie: Cookie, in scope: AccountScope) {
        self.cookie = cookie
        self.scope = scope
    }
}

extension ListState {
    /// Another list is there: what was selected stays so where it is still there, else what stands in its place.
    /// - Parameter place: where it is now.
    mutating func follow(_ place: Int?, count: Int, height: Int) {
        if let place { selected = place }
        clamp(count: count, height: height)
    }
}

extension Model {
    /// The list has come; nobody may wait for it any more.
    mutating func receive(_ kept: Kept) {
        switch kept {
        case .cache(let entries, let report):
            guard var box = dialogs.open as? CacheBox else { return }
            box.take(entries, report, height: KeptTable.listHeight(view.size))
            dialogs.open = box
        case .cookies(let cookies, let now):
            guard var box = dialogs.open as? CookieBox else { return }
            box.take(cookies, now: now, height: KeptTable.listHeight(view.size))
            dialogs.open = box
        }
    }

    /// A key that all these dialogs have: it moves in the list, or closes the dialog.
    /// - Returns: the list as it is then; `nil` when there is none any more, or the key is none of those.
    mutating func steer(_ list: ListState, count: Int, by key: Key) -> ListState? {
        switch view.keymap.command(for: key, in: .tasks) {
        case .back, .quit, .interrupt:
            dialogs.open = nil
            return nil
        case let command:
            let height = KeptTable.listHeight(view.size)
            guard let distance = command?.distance(height: height) else { return nil }
            var list = list
            list.move(by: distance, count: count, height: height)
            return list
        }
    }
}
