// Wakes the I/O thread at a time, by a timerfd, because a caller that takes its turn may set an earlier time
// while it sleeps.

import CCurl
import Glibc

/// An open timerfd, and the time it is set to.
final class CurlTimer {
    let descriptor: Int32
    /// In nanoseconds of the monotonic clock.
    private var armed = UInt64.max

    /// `nil` when the system has no descriptor left; `errno` gives the reason.
    init?() {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sets the timer to a time, unless it expires before that anyway: a turn too many costs less than a
    /// system call for each request, whose limits are minutes and never expire.
    func arm(_ deadline: UInt64, at now: UInt64) {
        if armed <= now { armed = .max }
        guard deadline < armed else { return }
        armed = deadline
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
