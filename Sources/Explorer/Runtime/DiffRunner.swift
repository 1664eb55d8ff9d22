// Compares stored bodies on a separate thread: neither the screen nor the rows of other bodies wait for
// it, and it can be aborted.

import Dispatch
import Document
import NetLayer
import Screen
import Synchronization

final class DiffRunner: Sendable {
    private struct Pair: Equatable {
        var old: TaskID
        var new: TaskID
    }

    private let queue = DispatchQueue(label: "explorer.diffs")
    /// The current comparison; a comparison of other bodies ends soon.
    private let wanted = Mutex<Pair?>(nil)
    /// The last comparison. It keeps the two bodies in memory while the user views it.
    private let made = Mutex<(pair: Pair, content: DiffContent)?>(nil)
    private let bodies: BodyStore
    private let inbox: Inbox

    init(bodies: BodyStore, inbox: Inbox) {
        self.bodies = bodies
        self.inbox = inbox
    }

    /// Reports some differences; `nil` drops the result, and aborts a comparison.
    func ask(_ request: DiffRequest?) {
        let pair = request.map { Pair(old: $0.old, new: $0.new) }
        wanted.withLock { $0 = pair }
        queue.async { [self] in
            guard let request, let pair else { return made.withLock { $0 = nil } }
            guard isWanted(pair) else { return }
            guard let content = content(of: pair) else {
                if isWanted(pair) { inbox.post(.body(.compared(DiffWindow(request, .gone)))) }
                return
            }
            inbox.post(.body(.compared(content.window(request))))
        }
    }

    /// Compares two successive responses of a watched request.
    func compareRounds(_ question: WatchQuestion) {
        queue.async { [self] in
            let content = sides(Pair(old: question.old, new: question.new)).flatMap { DiffContent($0.0, $0.1) }
            inbox.post(.body(.watched(WatchChanges(question, content))))
        }
    }

    private func isWanted(_ pair: Pair) -> Bool { wanted.withLock { $0 == pair } }

    private func content(of pair: Pair) -> DiffContent? {
        if let made = made.withLock({ $0 }), made.pair == pair { return made.content }
        made.withLock { $0 = nil }
        guard let (old, new) = sides(pair), let content = DiffContent(old, new, mayGoOn: { isWanted(pair) }) else { return nil }
        made.withLock { $0 = (pair, content) }
        return content
    }

    /// Two documents are compared as such; else texts as they are shown, and bytes
    /// when one of them is no text.
    private func sides(_ pair: Pair) -> (DiffContent.Side, DiffContent.Side)? {
        if let old = bodies.document(of: pair.old), let new = bodies.document(of: pair.new) { return (.json(old), .json(new)) }
        guard let old = bodies.content(pair.old), let new = bodies.content(pair.new) else { return nil }
        if old.kind == .binary || new.kind == .binary { return (.binary(old.bytes), .binary(new.bytes)) }
        return (
            .text(BodyText.utf8(old.bytes, old.kind, pretty: true, charset: old.charset)),
            .text(BodyText.utf8(new.bytes, new.kind, pretty: true, charset: new.charset))
        )
    }
}
