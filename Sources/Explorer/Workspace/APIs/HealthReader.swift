// Reads the health check of services: a path, or a mapping.

import NetLayer

enum HealthReader {
    static let options = ["path", "method", "status", "contains", "timeout", "interval", "fall", "shortens-open"]

    static func readHealthCheck(_ node: ConfigNode) -> HealthCheck? {
        guard node.node.kind == .object else { return readPath(node).map(HealthCheck.init) }
        let options = node.options(Self.options)
        guard let given = options["path"] else {
            node.complain("health has no path", "write 'path: /health'")
            return nil
        }
        guard let path = readPath(given) else { return nil }
        var health = HealthCheck(path: path)
        if options["method"]?.readWord(["GET", "HEAD"]) == "HEAD" { health.method = .head }
        health.statuses = options["status"].flatMap(readStatuses) ?? health.statuses
        health.bodyContains = options["contains"]?.readText()
        health.timeout = options["timeout"]?.readDuration() ?? health.timeout
        health.interval = options["interval"]?.readInterval("failover/health/interval")
        health.fall = options["fall"]?.readCount(1...1_000) ?? health.fall
        health.shortensOpen = options["shortens-open"]?.readFlag() ?? health.shortensOpen
        return health
    }

    /// A path that is appended to the base URL of each service, so it has no host of its own.
    private static func readPath(_ node: ConfigNode) -> String? {
        guard let text = node.node.string, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("#"),
            !text.contains(where: \.isWhitespace)
        else {
            node.complain(
                "'\(node.node.displayText)' is not a health path",
                "write a path of the services that begins with a slash: /health")
            return nil
        }
        return text
    }

    /// `200`, `200-299`, `2xx`.
    static func readStatuses(_ node: ConfigNode) -> ClosedRange<Int>? {
        let text = node.node.displayText
        if text.count == 3, text.hasSuffix("xx"), let hundred = text.first?.wholeNumberValue, (1...5).contains(hundred) {
            return hundred * 100...hundred * 100 + 99
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard let low = ends.first, let high = ends.last, ends.count <= 2, (100...599).contains(low), (low...599).contains(high)
        else {
            node.complain("status '\(text)' is not a status", "write 200, 200-299 or 2xx")
            return nil
        }
        return low...high
    }
}
