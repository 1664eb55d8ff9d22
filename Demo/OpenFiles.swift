// The limit of open files: Debian's soft limit of 1,024 is too low for a demo with thousands of
// requests in flight.
import Glibc

enum OpenFiles {
    /// Raises the soft limit to the hard one. If that fails, the service works with fewer connections.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
