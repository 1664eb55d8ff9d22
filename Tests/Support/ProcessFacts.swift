// What the kernel says of the test process itself: descriptors, threads, TCP connections.

import Foundation

public enum ProcessFacts {
    /// Open descriptors of this process that are sockets, pipes, epolls or eventfds: what a transport may leak.
    public static func descriptors() -> Int { descriptorKinds().values.reduce(0, +) }

    /// The same by kind, such as `socket` and `anon_inode:[eventfd]`. Without timers: those are of Swift's runtime, which opens one for each clock
    /// when somebody first sleeps by it, and keeps it.
    public static func descriptorKinds() -> [String: Int] {
        // The folder is listed through a descriptor of its own, which is no leak.
        let names = links(under: "/proc/self/fd").filter {
            ($0.contains(":[") || $0.hasPrefix("anon_inode:")) && $0 != "anon_inode:[timerfd]"
        }
        return names.reduce(into: [:]) { $0[$1.hasPrefix("anon_inode:") ? $1 : String($1.prefix { $0 != ":" }), default: 0] += 1 }
    }

    /// Bytes of memory that this process has in use now.
    public static func residentBytes() -> Int {
        let pages = text(of: "/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// How many threads of this process have that name.
    public static func threads(named name: String) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.filter { text(of: "/proc/self/task/\($0)/comm") == name + "\n" }.count
    }

    /// States of a TCP connection, as in `/proc/net/tcp`.
    public enum State: String, Sendable {
        case established = "01"
        case synSent = "02"
    }

    /// Connections in that state whose other end is the port. Over IPv4.
    public static func connections(toPort port: Int, _ state: State) -> Int {
        let suffix = ":" + String(format: "%04X", port)
        return text(of: "/proc/self/net/tcp").split(separator: "\n").dropFirst().count { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[2].hasSuffix(suffix) && words[3] == state.rawValue
        }
    }

    /// What the epolls of this process watch each connection to the port for: `POLLIN`, `POLLOUT` or both. Over IPv4.
    public static func watchedEvents(toPort port: Int) -> [UInt32] {
        let suffix = ":" + String(format: "%04X", port)
        let lines = text(of: "/proc/self/net/tcp").split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
        let sockets = Set(lines.filter { $0.count > 9 && $0[2].hasSuffix(suffix) }.map { "socket:[\($0[9])]" })
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        func link(_ file: some StringProtocol) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
        }
        return files.filter { link($0) == "anon_inode:[eventpoll]" }.flatMap { epoll in
            // tfd:        9 events:       19 data: …
            text(of: "/proc/self/fdinfo/\(epoll)").split(separator: "\n").compactMap { line -> UInt32? in
                let words = line.split(separator: " ")
                guard words.count > 3, words[0] == "tfd:", words[2] == "events:", link(words[1]).map(sockets.contains) == true
                else {
                    return nil
                }
                return UInt32(words[3], radix: 16).map { $0 & UInt32(POLLIN | POLLOUT) }
            }
        }
    }

    /// Foundation reads only the first page of a file of /proc. Empty when it cannot be opened: a thread may end meanwhile.
    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = read(file, &block, block.count), count > 0 { text.append(contentsOf: block[..<count]) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func links(under folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }
}
