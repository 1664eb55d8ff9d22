// Short messages at the bottom of the screen, and the log of all of them.

/// The notice that is shown, and the notices that wait behind it.
public struct NoticeState: Sendable {
    public internal(set) var shown: Notice?
    var waiting: [Notice] = []
    /// All messages of the session.
    public internal(set) var log = Messages()
    /// The machine has no way to other hosts, as far as is known. The first line shows it.
    var isOffline = false
}

/// A message that disappears after a time.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case info, warning, error }
    public var text: String
    public var kind: Kind
    public var until: Duration
}

extension Model {
    /// Shows a line at the bottom that disappears without a key, and logs it.
    mutating func say(_ text: String, _ kind: Notice.Kind = .info) {
        notices.log.add(.init(at: now, text: text, kind: kind))
        show(text, kind)
    }

    /// Shows a notice without logging it.
    mutating func show(_ text: String, _ kind: Notice.Kind) {
        let next = Notice(text: text, kind: kind, until: now + (kind == .info ? .seconds(4) : .seconds(8)))
        // Two warnings at the same time are shown one after the other. A notice in response
        // to a key is shown at once.
        if kind != .info, let notice = notices.shown, notice.kind != .info, notice.text != text {
            notices.waiting = Array((notices.waiting + [next]).suffix(5))
        } else {
            notices.shown = next
        }
    }
}
