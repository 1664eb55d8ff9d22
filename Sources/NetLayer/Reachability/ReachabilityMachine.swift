// Concludes the network's status from reports and from the outcomes of requests; pure.

struct ReachabilityMachine {
    /// The number of hosts that must fail without a success in between. A single failing
    /// host may be a typing error.
    static let suspiciousHosts = 2
    /// Older failures say nothing about the present.
    static let window = Duration.seconds(60)

    private(set) var status = NetworkStatus.unknown
    private(set) var isSuspected = false
    /// Hosts that failed for a local reason since the last success, and when they last did.
    private var failed: [String: Duration] = [:]

    /// The assumed status, which takes a suspicion as true: for texts, never for decisions.
    var assumedStatus: NetworkStatus { isSuspected ? .notReachable : status }

    /// Another response would change nothing.
    var isSettled: Bool { status == .reachable && !isSuspected && failed.isEmpty }

    /// Applies a status that a source reported.
    mutating func applyReport(_ status: NetworkStatus, at now: Duration) -> NetworkChange? {
        guard self.status != status else { return nil }
        return change(to: status, because: "reported", at: now)
    }

    /// Applies a report of a source that may be wrong: it raises and ends suspicions only.
    mutating func applyHint(_ status: NetworkStatus, at now: Duration) -> NetworkChange? {
        if status == .notReachable {
            guard self.status != .notReachable, !isSuspected else { return nil }
            return suspect(because: "the system reports no network", at: now)
        }
        guard isSuspected else { return nil }
        return change(to: self.status, because: "the system reports a network", at: now)
    }

    /// Applies a response from a host other than this machine: the network is there, whatever was reported.
    mutating func succeeded(_ host: String, at now: Duration) -> NetworkChange? {
        if !failed.isEmpty { failed = [:] }
        guard status != .reachable || isSuspected else { return nil }
        return change(to: .reachable, because: "\(host) answered", at: now)
    }

    /// Applies a request that failed before it reached or left the network: no address, no route.
    mutating func failedLocally(_ host: String, at now: Duration) -> NetworkChange? {
        guard status != .notReachable, !isSuspected else { return nil }
        failed = failed.filter { now - $0.value <= Self.window }
        failed[host] = now
        guard failed.count >= Self.suspiciousHosts else { return nil }
        let hosts = failed.keys.sorted().joined(separator: ", ")
        return suspect(because: "no way to \(hosts)", at: now)
    }

    private mutating func suspect(because reason: String, at now: Duration) -> NetworkChange {
        failed = [:]
        isSuspected = true
        return NetworkChange(time: now, status: status, isSuspected: true, reason: reason)
    }

    private mutating func change(to status: NetworkStatus, because reason: String, at now: Duration) -> NetworkChange {
        self.status = status
        isSuspected = false
        failed = [:]
        return NetworkChange(time: now, status: status, isSuspected: false, reason: reason)
    }
}

extension URI {
    /// Whether the URL leads to this machine, which needs no network: `localhost`, `127.0.0.0/8`, `::1`
    /// (RFC 6761 §6.3, RFC 6890).
    var isLoopback: Bool {
        guard let authority else { return false }
        // Compares bytes: every request calls this, and few are for this machine.
        let start = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority.utf8.index(after: $0) }
        let host = authority.utf8[(start ?? authority.utf8.startIndex)...]
        if host.starts(with: "[::1]".utf8) { return true }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        if name.starts(with: "127.".utf8) {
            return name.allSatisfy { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard let last = name.last, last | 0x20 == UInt8(ascii: "t") else { return false }
        let text = Substring(name).lowercased()
        return text == "localhost" || text.hasSuffix(".localhost")
    }
}
