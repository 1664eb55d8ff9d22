// A request as the endpoints see it.
import Foundation

struct Request: Sendable {
    let method: String
    /// The path, percent-encoded as received.
    let path: String
    /// The query in its order. Names stay as received; values are decoded.
    let query: [(name: String, value: String)]
    let headers: Fields
    let body: RequestBody
    /// The values of the path's template, as received.
    var parameters: [String: String] = [:]
    private let input: SocketInput

    init(_ head: RequestHead, from input: SocketInput) throws(BadMessage) {
        var target = head.target.prefix { $0 != "#" }
        // The absolute form (RFC 9112, section 3.2.2) begins with a host.
        if let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") {
            target = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = head.method
        path = parts[0].isEmpty ? "/" : String(parts[0])
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (halves[0], halves.count > 1 ? halves[1].removingPercentEncoding ?? halves[1] : "")
        }
        headers = head.fields
        body = try RequestBody(input, fields: head.fields)
        self.input = input
    }

    /// Performs the work, and cancels it when the client closes the connection meanwhile.
    func whileClientStays(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await body.skip()
        try await withThrowingTaskGroup { group in
            group.addTask { try await work() }
            group.addTask {
                try await input.waitForEnd()
                throw CancellationError()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
