// What an observer of the client sees of its tasks: each begins once, with a number above all before, and ends once.

import NetLayer
import Synchronization

final class SoakLedger: Sendable {
    struct Book {
        var live: Set<TaskID> = []
        var newest: TaskID?
        var opened = 0
        var ended = 0
        /// The first few; one is enough to fail.
        var faults: [String] = []

        mutating func fault(_ text: String) {
            if faults.count < 20 { faults.append(text) }
        }
    }

    private let state = Mutex(Book())

    var book: Book { state.withLock { $0 } }

    /// Reads to the end of the stream.
    func follow(_ events: EventStream) async {
        var isFirst = true
        for await batch in events {
            state.withLock { book in
                switch batch {
                case .snapshot:
                    if !isFirst { book.fault("events were replaced by a snapshot: the observer was too slow to judge") }
                case .events(let events): events.forEach { Self.take($0, &book) }
                }
            }
            isFirst = false
        }
    }

    private static func take(_ event: NetEvent, _ book: inout Book) {
        let id = event.row.id
        if !book.live.contains(id) {
            if let newest = book.newest, newest >= id {
                return book.fault("task \(id): \(event.kind.rawValue) after its end")
            }
            book.newest = id
            book.opened += 1
            book.live.insert(id)
        }
        if event.kind == .ended {
            if !event.row.state.isEnded { book.fault("task \(id) ended in the state \(event.row.state)") }
            book.ended += 1
            book.live.remove(id)
        }
    }
}
