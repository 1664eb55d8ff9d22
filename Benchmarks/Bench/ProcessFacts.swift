// The kernel's facts about another process.

import Foundation

/// The threads of a process at one moment.
struct ThreadFacts {
    private var nanoseconds: [String: UInt64] = [:]
    private var switches: [String: Int] = [:]
    private let processClock: UInt64

    /// - Throws: an error when the process is gone.
    init(of pid: pid_t) throws {
        let tasks = "/proc/\(pid)/task"
        for thread in try FileManager.default.contentsOfDirectory(atPath: tasks) {
            // A thread may end between the listing and here.
            guard let schedule = ProcessFacts.text("\(tasks)/\(thread)/schedstat"),
                let status = ProcessFacts.text("\(tasks)/\(thread)/status")
            else { continue }
            nanoseconds[thread] = schedule.split(separator: " ").first.flatMap { UInt64($0) }
            switches[thread] = ProcessFacts.number("voluntary_ctxt_switches", in: status)
        }
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw MeasurementError.broken("process \(pid) is gone")
        }
        processClock = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// CPU milliseconds since then: the sum of the current threads or the process's own clock, which includes
    /// ended threads; whichever is larger.
    func milliseconds(since earlier: ThreadFacts) -> Double {
        let threads = nanoseconds.reduce(UInt64(0)) { $0 + $1.value - (earlier.nanoseconds[$1.key] ?? 0) }
        return Double(max(threads, processClock - earlier.processClock)) / 1e6
    }

    /// How often a thread went to sleep since then. A thread that has ended meanwhile counts at least once.
    func switches(since earlier: ThreadFacts) -> Int {
        let ended = earlier.switches.keys.count { switches[$0] == nil }
        return switches.reduce(ended) { $0 + $1.value - (earlier.switches[$1.key] ?? 0) }
    }
}

enum ProcessFacts {
    /// Resident memory in MB (a million bytes).
    static func resident(_ pid: pid_t) throws -> Double {
        guard let kilobytes = text("/proc/\(pid)/status").flatMap({ number("VmRSS", in: $0) }) else {
            throw MeasurementError.broken("process \(pid) is gone")
        }
        return Double(kilobytes * 1_024) / 1e6
    }

    /// CPU seconds of this process so far.
    static func ownCPU() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The number of sockets that this process has open.
    static func ownSockets() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            // A socket that was closed since the listing has no target.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("socket:") ?? false
        }
    }

    static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// The number on the line `name: 12 kB`.
    static func number(_ name: String, in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
