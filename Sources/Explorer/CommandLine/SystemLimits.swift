// What the program needs of the system before it can do anything: with less, libraries beneath it would end it without a word.

import Glibc
import Workbench

enum SystemLimits {
    /// Files that are open at the same time before anything is sent or read: signals, the queues' own, one to read from.
    private static let files = 6
    /// Bytes of addresses that threads and mapped files need. Nothing of it is memory before it is used.
    private static let addresses = 512 << 20

    /// - Throws: which of the user's limits is too low. Exit code 64.
    static func require() throws(Refusal) {
        guard canOpenFiles else {
            throw Self.refusal("too few files may be open at once", "Allow more of them: ulimit -n 256")
        }
        guard hasAddresses else {
            throw Self.refusal(
                "the limit of its memory is too low", "It needs addresses for \(addresses >> 20) MB: ulimit -v unlimited")
        }
    }

    private static var canOpenFiles: Bool {
        let files = (0..<files).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        files.forEach { if $0 >= 0 { close($0) } }
        return files.allSatisfy { $0 >= 0 }
    }

    /// Asks for the addresses in one piece, and gives them back.
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
