// Thousands of connections in one test process need more open files than the usual 1,024.

import Foundation

public enum OpenFiles {
    /// Raises the soft limit to the hard one.
    public static func raiseLimit() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
    }
}
