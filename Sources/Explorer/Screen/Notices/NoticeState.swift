// Short messages at the bottom of the screen, and the log of all of them.

/// The notice that is shown, and what waits behind it.
public struct NoticeState: Sendable {
    public internal(set) var shown: Notice?
    var waiting: [Notice] = []
    /// All messages of the session.
    public internal(set) var log = Messages()
}

/// A short message that comes and goes.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case info, warning, error }
    public var text: String
    public var kind: Kind
    public var until: Duration
}

extension Model {
    /// A line at the bottom that leaves by itself and takes no key.
    mutating func say(_ text: String, _ kind: Notice.Kind = .info) {
        notices.log.add(.init(at: now, text: text, kind: kind))
        show(text, kind)
    }

    /// The same, of which nothing is kept.
    mutating func show(_ text: String, _ kind: Notice.Kind) {
        let next = Notice(text: text, kind: kind, until: now + (kind == .info ? .seconds(4) : .seconds(8)))
        // Two warnings that come together are read one after the other; what answers a key is seen at once.
        if kind != .info, let notice = notices.shown, notice.kind != .info, notice.text != text {
            notices.waiting = Array((notices.waiting + [next]).suffix(5))
        } else {
            notices.shown = next
        }
    }
}
