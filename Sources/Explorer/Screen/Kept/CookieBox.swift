// The dialog of cookies: the origin and the lifetime of each. Values are dots until the user asks for them.

import Canvas
import NetLayer

struct CookieBox: Sendable, Hashable {
    private(set) var cookies: [KeptCookie] = []
    private(set) var isLoaded = false
    private var moment = Duration.zero
    var reveals = false
    var list = ListState()

    var selected: KeptCookie? { cookies.indices.contains(list.selected) ? cookies[list.selected] : nil }

    mutating func take(_ cookies: [KeptCookie], now: Duration, height: Int) {
        let before = selected
        (self.cookies, moment, isLoaded) = (cookies, now, true)
        let place = cookies.firstIndex { $0.cookie.id == before?.cookie.id && $0.scope == before?.scope }
        list.follow(place, count: cookies.count, height: height)
    }

    private static let columns = [
        Column(title: "domain", minimum: 16, ideal: 20, maximum: 40, priority: 8),
        Column(title: "path", minimum: 4, ideal: 8, maximum: 30, priority: 4),
        Column(title: "name", minimum: 8, ideal: 14, maximum: 40, priority: 9),
        Column(title: "value", minimum: 8, ideal: 16, maximum: 200, priority: 7),
        Column(title: "ends", minimum: 8, ideal: 11, maximum: 12, priority: 6),
        Column(title: "for", minimum: 18, ideal: 22, maximum: 40, priority: 3),
        Column(title: "env", minimum: 4, ideal: 8, maximum: 16, priority: 1),
    ]

    var content: KeptTable.Content {
        KeptTable.Content(
            title: cookies.isEmpty ? "Cookies" : "Cookies · \(cookies.count)", columns: Self.columns, count: cookies.count,
            row: { row(cookies[$0]) }, list: list,
            empty: isLoaded ? "No server has set a cookie, or all have expired." : "Looking …",
            foot: ("Sent to the servers that set them, by this API in this environment", .muted))
    }

    private func row(_ kept: KeptCookie) -> [KeptTable.Cell] {
        let cookie = kept.cookie
        let flags = [
            cookie.isSecure ? "https" : nil, cookie.isHTTPOnly ? "no script" : nil,
            cookie.sameSite.map { "same site \($0.rawValue)" },
        ].compactMap { $0 }
        let ends = cookie.expiresAt.map { "in \(Quantity.span(max(.zero, $0 - moment)))" } ?? "session"
        let value = reveals ? cookie.value.reveal() : Secret.mask
        return [
            (cookie.isHostOnly ? cookie.domain : ".\(cookie.domain)", .text), (cookie.path, .muted), (cookie.name, .jsonKey),
            (value, reveals ? .text : .muted), (ends, .muted), (flags.joined(separator: ", "), .muted),
            (kept.scope.environment.rawValue, .muted),
        ]
    }
}

extension Model {
    mutating func showCookies() -> [Effect] {
        dialogs.open = CookieBox()
        return [.kept(.listCookies)]
    }

    /// Handles a key while the dialog is open.
    mutating func perform(_ box: CookieBox, _ key: Key) -> [Effect] {
        var box = box
        switch key {
        case .character("x"): return box.selected.map { [.kept(.removeCookie($0))] } ?? []
        case .character("R"): return [.kept(.listCookies)]
        case .character("v"):
            box.reveals.toggle()
            dialogs.open = box
            return []
        case .character("D"):
            if !box.cookies.isEmpty { dialogs.open = Question.clearCookies(count: box.cookies.count) }
            return []
        default: break
        }
        if view.keymap.command(for: key, in: .tasks) == .undo { return perform(.undo) }
        if let list = steer(box.list, count: box.cookies.count, by: key) {
            box.list = list
            dialogs.open = box
        }
        return []
    }
}

extension CookieBox: TableDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    var hints: [KeyHint] { [("v", "show values"), ("x", "delete"), ("D", "delete all"), ("R", "refresh"), ("esc", "close")] }
}
