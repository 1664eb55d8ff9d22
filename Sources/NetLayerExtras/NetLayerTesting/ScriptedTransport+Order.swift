// Responses in the order of the requests.

import NetLayer
import Synchronization

extension ScriptedTransport {
    /// Responds to the first request with the first script, to the second with the second, and so on. A
    /// request after the last script fails with ``NetError/Kind/transport``.
    ///
    ///     let transport = ScriptedTransport(inOrder: .answer(503), .answer(200, json: "[]"))
    public convenience init(inOrder scripts: [Step]...) {
        let turn = Turn(scripts)
        self.init { _ in turn.next() }
    }

    private final class Turn: Sendable {
        private let scripts: [[Step]]
        private let count = Mutex(0)

        init(_ scripts: [[Step]]) { self.scripts = scripts }

        func next() -> [Step] {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number <= scripts.count else {
                return .failure(.transport, "request \(number) has no script: there are \(scripts.count)")
            }
            return scripts[number - 1]
        }
    }
}
