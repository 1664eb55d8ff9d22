// Data that the program stores between requests, as values: cached responses and cookies. The runtime stores
// them; the screen lists and removes them.

import Canvas
import NetLayer

/// Orders for stored data. The reply to each is the list as it is then.
public enum KeptOrder: Sendable, Hashable {
    case listCache
    case removeCached(CachedEntry.ID)
    case clearCache
    case clearExpired
    case listCookies
    case removeCookie(KeptCookie)
    case clearCookies
    /// Stores removed cookies again, except those that have expired or have a successor.
    case restoreCookies([KeptCookie])
}

/// The stored data as it is now.
public enum Kept: Sendable, Hashable {
    case cache([CachedEntry], CacheReport)
    /// - Parameter now: since 1970-01-01 UTC.
    case cookies([KeptCookie], now: Duration)
    /// These cookies were removed; the list of the others follows.
    case removedCookies([KeptCookie])
}

/// A cookie, and the account that it belongs to.
public struct KeptCookie: Sendable, Hashable {
    public var cookie: Cookie
    public var scope: AccountScope

    public init(_ cookie: Cookie, in scope: AccountScope) {
        self.cookie = cookie
        self.scope = scope
    }
}

extension ListState {
    /// The list has changed: the selected entry stays selected; if it is gone, the
    /// entry in its place is selected.
    /// - Parameter place: its index now; `nil` when it is gone.
    mutating func follow(_ place: Int?, count: Int, height: Int) {
        if let place { selected = place }
        clamp(count: count, height: height)
    }
}

extension Model {
    /// Receives a list; the dialog that asked for it may have been closed.
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
        case .removedCookies(let cookies):
            guard !cookies.isEmpty else { return }
            undoStack.record(.cookies(cookies))
            say(cookies.count == 1 ? "1 cookie is removed: \(undoHint)" : "\(cookies.count) cookies are removed: \(undoHint)")
        }
    }

    /// Handles a key that all these dialogs share: it moves in the list, or closes the dialog.
    /// - Returns: the moved list; `nil` when the dialog is closed, or when the key is none of those.
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
