// The messages of an entry as they were on the wire: header fields, bodies, sizes.

import Document
import NetLayer

enum HARMessage {
    /// The header fields of a message, without the pseudo-fields of HTTP/2.
    /// - Parameter cookies: some programs write the cookies of a request beside its header fields only.
    static func headers(of message: JSONNode, cookies: Bool = false) -> Headers {
        var fields: [HeaderField] = []
        if let list = message["headers"] {
            for field in list.elements {
                guard let name = field["name"]?.string, !name.isEmpty, name.utf8.first != UInt8(ascii: ":") else { continue }
                fields.append(HeaderField(name, field.memberText("value") ?? ""))
            }
        }
        if cookies, let list = message["cookies"], list.count > 0, !fields.contains(where: { $0.name.lowercased() == "cookie" }) {
            let pairs = list.elements.map { "\($0.memberText("name") ?? "")=\($0.memberText("value") ?? "")" }
            fields.append(HeaderField("Cookie", pairs.joined(separator: "; ")))
        }
        return Headers(fields)
    }

    /// - Returns: `nil` without a status: the request got no response.
    static func response(_ message: JSONNode) -> RecordedExchange.Response? {
        guard let status = message["status"]?.int, (100...999).contains(status) else { return nil }
        return RecordedExchange.Response(
            status: status, reason: message["statusText"]?.string ?? "", version: version(message["httpVersion"]?.string ?? ""),
            headers: headers(of: message), body: responseBody(message["content"]))
    }

    static func requestBody(_ request: JSONNode) -> RecordedExchange.Body {
        guard let data = request["postData"], data.kind == .object else { return .empty }
        let size = request["bodySize"]?.int ?? 0
        let text = bytes(of: data, size: size)
        if !text.isEmpty { return .bytes(text) }
        let type = data["mimeType"]?.string?.lowercased() ?? ""
        if let params = data["params"], params.count > 0, !type.hasPrefix("multipart/") {
            let pairs = params.elements.map { param in
                [param.memberText("name"), param.memberText("value")]
                    .map { PercentCoding.encode($0 ?? "", for: .queryItem) }.joined(separator: "=")
            }
            return .bytes(Array(pairs.joined(separator: "&").utf8))
        }
        return size > 0 ? .absent(size: size, why: absence) : .empty
    }

    private static func responseBody(_ content: JSONNode?) -> RecordedExchange.Body {
        guard let content else { return .empty }
        let size = content["size"]?.int ?? 0
        let text = bytes(of: content, size: size)
        if !text.isEmpty { return .bytes(text) }
        return size > 0 ? .absent(size: size, why: absence) : .empty
    }

    private static let absence = "the archive was saved without it"

    /// The text of a member, which may be base64. A text that only claims to be base64 is read as it is.
    /// - Parameter size: the bytes of the body, as the archive says; 0 where it says nothing.
    private static func bytes(of content: JSONNode, size: Int) -> [UInt8] {
        guard let text = content["text"]?.string else { return [] }
        if content["encoding"]?.string?.lowercased() == "base64", let bytes = Base64Decoder.decode(text) { return bytes }
        let type = content["mimeType"]?.string?.lowercased() ?? ""
        // Some programs count characters: where the type says UTF-8, the size says nothing else.
        guard size > 0, size < text.utf8.count, !type.contains("utf-8"), !type.contains("json"),
            let bytes = latin1(text), bytes.count == size
        else { return Array(text.utf8) }
        // mitmproxy writes a body of unknown encoding as text in Latin-1. Its size shows it.
        return bytes
    }

    /// `nil` for a text with a character that Latin-1 does not have.
    private static func latin1(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// The bytes of a message on the wire; `nil` where the archive does not say them.
    static func wireSize(of message: JSONNode) -> Int64? {
        if let whole = message["_transferSize"]?.int, whole > 0 { return Int64(min(whole, largestSize)) }
        guard let body = message["bodySize"]?.int, body >= 0 else { return nil }
        return Int64(min(max(0, message["headersSize"]?.int ?? 0), largestSize) + min(body, largestSize))
    }

    /// A size that is larger is a mistake, and sums of it would overflow.
    private static let largestSize = 1 << 50

    /// The protocol as this program names it: `HTTP/2` for `h2` and `HTTP/2.0`.
    private static func version(_ text: String) -> String {
        let lower = text.lowercased()
        if lower.hasPrefix("h2") || lower.hasPrefix("http/2") { return "HTTP/2" }
        if lower.hasPrefix("h3") || lower.hasPrefix("http/3") { return "HTTP/3" }
        return lower.hasPrefix("http/") ? text.uppercased() : "HTTP/1.1"
    }
}
