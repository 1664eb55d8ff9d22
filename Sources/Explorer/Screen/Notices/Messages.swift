// The messages of the last line, stored so that the user can read them again.

/// The notices of a session, oldest first, up to a limit.
public struct Messages: Sendable, Hashable {
    struct Message: Sendable, Hashable {
        var at: Duration
        var text: String
        var kind: Notice.Kind
    }

    static let capacity = 200

    private(set) var all: [Message] = []

    /// The same text in a row becomes one message with a count.
    mutating func add(_ message: Message) {
        if let last = all.last, last.text == message.text, last.kind == message.kind { all.removeLast() }
        all.append(message)
        if all.count > Self.capacity { all.removeFirst(all.count - Self.capacity) }
    }
}
