// The system resources that the program needs from the start: with less, its libraries would end it silently.

import Glibc
import Workbench

enum SystemLimits {
    /// Open files before anything is sent or read: for signals, for the dispatch queues,
    /// and one to read from.
    private static let files = 6
    /// Bytes of address space for threads and mapped files. They use no memory before their first use.
    private static let addresses = 512 << 20

    /// - Throws: a refusal that names the user's limit that is too low. Exit code 64.
    static func require() throws(Refusal) {
        guard canOpenFiles else {
            throw Self.refusal("the limit of open files is too low", "Raise it: ulimit -n 256")
        }
        guard hasAddresses else {
            throw Self.refusal(
                "the memory limit is too low", "Explorer needs \(addresses >> 20) MB of address space: ulimit -v unlimited")
        }
    }

    private static var canOpenFiles: Bool {
        let files = (0..<files).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        files.forEach { if $0 >= 0 { close($0) } }
        return files.allSatisfy { $0 >= 0 }
    }

    /// Reserves the address space in one piece, and releases it.
    private static var hasAddresses: Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return true }
        let place = mmap(nil, addresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let place, place != MAP_FAILED else { return false }
        munmap(place, addresses)
        return true
    }

    private static func refusal(_ what: String, _ hint: String) -> Refusal { Refusal(usage: "\(what).", [hint]) }
}
