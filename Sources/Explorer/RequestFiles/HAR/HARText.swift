// A request as an HTTP archive (HAR 1.2) with one entry, which browsers, proxies
// and other clients can import.

import Document
import NetLayer

/// Writes a request as an archive, and the parts that all entries have in common. The request has not been
/// sent, so its response has the status 0, as browsers write it.
///
/// Secrets appear as `$NAME`.
package enum HARText {
    /// The limit of bytes from files in an archive.
    static let longestFiles = 8 << 20

    /// The archive: JSON with a line break at the end.
    /// - Parameters:
    ///   - request: the archive's one entry.
    ///   - comment: a name for the request; empty for none.
    ///   - date: when it was written, in the format of RFC 3339.
    ///   - version: the version of the program that writes it.
    ///   - revealsSecrets: prints secrets as they are.
    package static func makeArchive(
        _ request: WireRequest, comment: String = "", date: String, version: String, revealsSecrets: Bool = false
    ) -> String {
        var names = SecretNames(reveals: revealsSecrets)
        let text = entry(
            started: date, time: "0", request: self.request(request, &names), response: response(),
            timings: [("send", "0"), ("wait", "0"), ("receive", "0")], comment: comment)
        var writer = HARWriter(version: version)
        let written = writer.append(json: text)
        return String(decoding: writer.opening + written + writer.closing, as: UTF8.self)
    }

    // MARK: Entries

    /// An entry. Empty texts are left out.
    /// - Parameters:
    ///   - started: in the format of RFC 3339.
    ///   - time: the whole time in milliseconds.
    static func entry(
        started: String, time: String, request: String, response: String, timings: [(String, String)],
        serverAddress: String = "", comment: String
    ) -> String {
        var members = [
            ("startedDateTime", string(started)), ("time", time), ("request", request), ("response", response), ("cache", "{}"),
            ("timings", object(timings)),
        ]
        if !serverAddress.isEmpty { members.append(("serverIPAddress", string(serverAddress))) }
        if !comment.isEmpty { members.append(("comment", string(comment))) }
        return object(members)
    }

    /// A response; by default the one of a request that got none, as browsers write it.
    /// - Parameters:
    ///   - headers: pairs.
    ///   - redirect: the target of a redirect; empty for none.
    ///   - errorKind: the kind of the failure in one word. A member of its own, in the place of browsers' `_error`.
    static func response(
        status: Int = 0, reason: String = "", version: String = "HTTP/1.1", _ headers: [String] = [],
        content: [(String, String)]? = nil, redirect: String = "", comment: String = "", errorKind: String? = nil
    ) -> String {
        var members = [
            ("status", "\(status)"), ("statusText", string(reason)), ("httpVersion", string(version)), ("cookies", "[]"),
            ("headers", ExportJSON.array(headers)),
            ("content", object(content ?? [("size", "0"), ("mimeType", string("x-unknown"))])),
            ("redirectURL", string(redirect)), ("headersSize", "-1"), ("bodySize", "-1"),
        ]
        if !comment.isEmpty { members.append(("comment", string(comment))) }
        if let errorKind { members.append(("_error", string(errorKind))) }
        return object(members)
    }

    /// The members of a request before its body.
    /// - Parameter headers: pairs.
    static func requestHead(method: String, url: String, version: String, _ headers: [String]) -> [(String, String)] {
        [
            ("method", string(method)), ("url", string(url)), ("httpVersion", string(version)), ("cookies", "[]"),
            ("headers", ExportJSON.array(headers)), ("queryString", ExportJSON.array(pairs(URI(url).query ?? ""))),
        ]
    }

    private static func request(_ request: WireRequest, _ names: inout SecretNames) -> String {
        let url = names.maskURL(request.url).dollars
        let headers = request.headers.fields.map { makePair($0.name, names.maskHeaderValue($0).dollars) }
        var members = requestHead(method: request.method.rawValue, url: url, version: "HTTP/1.1", headers)
        if let data = HARBodyText(request, &names).members { members.append(("postData", object(data))) }
        return object(members + [("headersSize", "-1"), ("bodySize", "\(request.body.count)")])
    }

    /// The pairs of a query or a form, decoded.
    static func pairs(_ text: String) -> [String] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = halves.map { PercentCoding.decode(String($0).replacing("+", with: " ")) }
            return self.makePair(plain[0], plain.count > 1 ? plain[1] : "")
        }
    }

    static func object(_ members: [(String, String)]) -> String { ExportJSON.object(members.map { ($0.0, $0.1) }) }
    static func string(_ text: String) -> String { ExportJSON.string(text) }

    static func makePair(_ name: String, _ value: String) -> String {
        object([("name", string(name)), ("value", string(value))])
    }
}
