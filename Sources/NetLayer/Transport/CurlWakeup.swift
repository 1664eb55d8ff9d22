// Wakes the I/O thread by an eventfd. Only holders of this object write to it, so no thread ever writes to a
// descriptor that belongs to another file by now.

import CCurl
import Glibc

/// An open eventfd. It is closed when its last holder releases it: the loop whose epoll watches it, or a
/// thread that is about to write to it.
final class CurlWakeup: Sendable {
    let descriptor: Int32

    /// `nil` when the system has no descriptor left; `errno` gives the reason.
    init?() {
        let opened = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Every write wakes the sleeping reader, which need not read: epoll is edge-triggered.
    func notifyReader() { eventfd_write(descriptor, 1) }
}
