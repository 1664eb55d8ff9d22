// What wakes the I/O thread: an eventfd. Whoever holds this object may write to it, so nobody ever writes to a number that is another file by now.

import CCurl
import Glibc

/// An open eventfd. It is closed when its last holder lets go: the loop whose epoll watches it, or who is just about to write to it.
final class CurlWakeup: Sendable {
    let descriptor: Int32

    /// `nil` when the system has no descriptor left; `errno` says so.
    init?() {
        let opened = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Every write is work for the sleeping reader, who need not read it: it is watched for writes.
    func ring() { eventfd_write(descriptor, 1) }
}
