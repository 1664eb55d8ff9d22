// What the program said in its last line, kept so that a message that came and went can be read again.

/// The notices of a session, oldest first, a bounded number of them.
public struct Messages: Sendable, Hashable {
    struct Message: Sendable, Hashable {
        var at: Duration
        var text: String
        var kind: Notice.Kind
    }

    static let capacity = 200

    private(set) var all: [Message] = []

    /// The same words in a row are one message, as often as they came.
    mutating func add(_ message: Message) {
        if let last = all.last, last.text == message.text, last.kind == message.kind { all.removeLast() }
        all.append(message)
        if all.count > Self.capacity { all.removeFirst(all.count - Self.capacity) }
    }
}
