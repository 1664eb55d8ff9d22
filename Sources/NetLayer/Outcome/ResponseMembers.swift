// Responses of logins: JSON as RFC 6749 §5.1 says, or a form, as some servers send it.

import Document

/// Reads the members of a body, whichever of the two it is.
package enum ResponseMembers {
    /// Why a body has no members; a clause without a full stop. Never a part of the body: it may hold a token.
    package struct Problem: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The body as JSON. The `Content-Type` decides; a form becomes an object of texts, in which the first of several
    /// fields of a name counts.
    package static func read(_ response: RawResponse) throws(Problem) -> JSONDocument {
        let type = response.head.headers["Content-Type"] ?? ""
        if isForm(response.body, type), let document = document(ofForm: response.body) { return document }
        do throws(JSONError) {
            return try JSONDocument(response.body)
        } catch {
            let kind = type.isEmpty ? "has no Content-Type" : "is \(MediaType.normalizedName(type).prefix(60))"
            let place = "it is not JSON at line \(error.line), column \(error.column)"
            let problem = response.body.isEmpty ? "its body is empty" : place
            throw Problem(description: "expected JSON or a form; the response \(kind), and \(problem)")
        }
    }

    private static func isForm(_ body: [UInt8], _ type: String) -> Bool {
        switch MediaType.normalizedName(type) {
        // JSON has been seen under the type of its request.
        case "application/x-www-form-urlencoded":
            return body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } != UInt8(ascii: "{")
        // A type that says nothing leaves it to the text: JSON has quotes or brackets, and no form has.
        case "", "text/plain":
            let text = body.reversed().drop { $0 == 0x0A || $0 == 0x0D }
            return text.contains(UInt8(ascii: "=")) && text.allSatisfy(isOfForm)
        default: return false
        }
    }

    private static let others = Array("\"<>[]{}".utf8)

    private static func isOfForm(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !others.contains(byte) }

    private static func document(ofForm body: [UInt8]) -> JSONDocument? {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        for pair in String(decoding: body, as: UTF8.self).split(whereSeparator: { $0 == "&" || $0.isNewline }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                PercentCoding.decode(String(part).replacing("+", with: " "))
            }
            guard let name = parts.first, names.insert(name).inserted else { continue }
            members.append(JSONValue.Member(name, .string(parts.count > 1 ? parts[1] : "")))
        }
        guard let text = try? JSONValue.object(members).serialized() else { return nil }
        return try? JSONDocument(text)
    }
}
