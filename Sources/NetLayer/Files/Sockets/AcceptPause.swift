// The pause of a thread that cannot accept connections: it must not spin.

import Glibc

enum AcceptPause {
    /// Waits while no more files can be opened; the client's connection stays in the backlog. Ends early when
    /// the descriptor `stop` becomes readable.
    static func pauseAccepting(after code: Int32, until stop: Int32) {
        var only = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        poll(&only, 1, milliseconds(after: code))
    }

    /// 0 where the next connection can be accepted at once.
    static func milliseconds(after code: Int32) -> Int32 { [EMFILE, ENFILE, ENOMEM].contains(code) ? 100 : 0 }
}
