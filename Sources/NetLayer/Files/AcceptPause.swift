// What a thread that accepts connections does when it cannot: it must not spin.

import Glibc

enum AcceptPause {
    /// While no more files can be opened the caller stays at the door. Ends early when the leash is pulled.
    static func rest(after code: Int32, until leash: Int32) {
        var only = pollfd(fd: leash, events: Int16(POLLIN), revents: 0)
        poll(&only, 1, milliseconds(after: code))
    }

    /// 0 where the next caller may be let in.
    static func milliseconds(after code: Int32) -> Int32 { [EMFILE, ENFILE, ENOMEM].contains(code) ? 100 : 0 }
}
