// A request as an HTTP archive (HAR 1.2) with one entry, which browsers, proxies
// and other clients can import.

import Document
import NetLayer

/// Writes a request as an archive. The request has not been sent, so its response has the
/// status 0, as browsers write it.
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
        let creator = object([("name", string("explorer")), ("version", string(version))])
        let response = object([
            ("status", "0"), ("statusText", string("")), ("httpVersion", string("HTTP/1.1")), ("cookies", "[]"),
            ("headers", "[]"),
            ("content", object([("size", "0"), ("mimeType", string("x-unknown"))])), ("redirectURL", string("")),
            ("headersSize", "-1"), ("bodySize", "-1"),
        ])
        var entry = [
            ("startedDateTime", string(date)), ("time", "0"), ("request", self.request(request, &names)), ("response", response),
            ("cache", "{}"), ("timings", object([("send", "0"), ("wait", "0"), ("receive", "0")])),
        ]
        if !comment.isEmpty { entry.append(("comment", string(comment))) }
        let log = object([("version", string("1.2")), ("creator", creator), ("entries", "[\(object(entry))]")])
        return JSONPretty.format(object([("log", log)])) + "\n"
    }

    private static func request(_ request: WireRequest, _ names: inout SecretNames) -> String {
        let url = names.maskURL(request.url).dollars
        let headers = request.headers.fields.map { makePair($0.name, names.maskHeaderValue($0).dollars) }
        var members = [
            ("method", string(request.method.rawValue)), ("url", string(url)), ("httpVersion", string("HTTP/1.1")),
            ("cookies", "[]"), ("headers", ExportJSON.array(headers)),
            ("queryString", ExportJSON.array(pairs(URI(url).query ?? ""))),
        ]
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

    private static func makePair(_ name: String, _ value: String) -> String {
        object([("name", string(name)), ("value", string(value))])
    }
}
