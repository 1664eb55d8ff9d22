// What shows that a request may change something: its method, or a part of it that servers take for the method.
// Cautious: a request is safe only if nothing in it says otherwise.

import NetLayer

/// The reason to treat a request as unsafe (RFC 9110 §9.2.1).
public enum UnsafeSign: Sendable, Hashable {
    /// Its method. A method in lower case is another method, and not known to be safe.
    case method(HTTPMethod)
    /// A header field, query parameter or form field that names another method.
    case otherMethod(String)
    /// A part of it that hides from the program what the server reads.
    case hidden(String)

    /// The sign as a sentence without a full stop.
    public var words: String {
        switch self {
        case .method(let method): "\(method) may change something"
        case .otherMethod(let part): "its \(part) may change the method"
        case .hidden(let part): "its \(part) may hide what the server reads"
        }
    }

    /// `nil` for a request that is safe.
    public static func find(in request: WireRequest) -> UnsafeSign? {
        findOtherMethod(request) ?? findHiddenPart(request) ?? (request.method.isSafe ? nil : .method(request.method))
    }

    // MARK: Parts

    /// Names of header fields, in lower case and with `-`: some servers do not distinguish it from `_`.
    private static let fields: Set<String> = [
        "x-http-method-override", "x-http-method", "x-method-override", "x-method", "http-method-override", "method-override",
    ]
    /// Names of query parameters and form fields, in lower case and with `-`.
    private static let parameters = fields.union(["-method", "-httpmethod", "-http-method"])

    private static func findOtherMethod(_ request: WireRequest) -> UnsafeSign? {
        for field in request.headers.fields where fields.contains(canonical(field.name)) && !isSafe(field.value.revealed) {
            return .otherMethod("header \(field.name)")
        }
        for (name, value) in pairs(request.url.query ?? "") where parameters.contains(canonical(name)) && !isSafe(value) {
            return .otherMethod("query parameter \(name)")
        }
        // The body of an unsafe method needs no look: the method is reason enough.
        guard request.method.isSafe else { return nil }
        for parameter in request.parameters where parameters.contains(canonical(parameter.name)) {
            if !isSafe(parameter.value.revealed) { return .otherMethod("parameter \(parameter.name)") }
        }
        return nil
    }

    private static func findHiddenPart(_ request: WireRequest) -> UnsafeSign? {
        // A length that the transport has not written may end the request early: a proxy would take the rest
        // for another request.
        for name in ["Content-Length", "Transfer-Encoding"] where request.headers.first(name) != nil {
            return .hidden("header \(name)")
        }
        guard request.method.isSafe else { return nil }
        switch request.body {
        case .none: return nil
        case .bytes(let bytes):
            let text = PercentCoding.decode(String(decoding: bytes, as: UTF8.self)).lowercased()
            return text.contains("_method") || text.contains("method-override") ? .otherMethod("body") : nil
        case .stream, .sequence:
            let type = request.headers["Content-Type"]?.lowercased() ?? ""
            return type.contains("form") ? .hidden("form, which is read while it is sent,") : nil
        }
    }

    /// `_method[]` and `_method` are one name.
    private static func canonical(_ name: String) -> String {
        String(name.prefix { $0 != "[" }).lowercased().replacing("_", with: "-")
    }

    private static func isSafe(_ method: String) -> Bool {
        HTTPMethod(rawValue: method.filter { !$0.isWhitespace }.uppercased()).isSafe
    }

    private static func pairs(_ query: String) -> [(name: String, value: String)] {
        query.split { $0 == "&" || $0 == ";" }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: Substring?) -> String {
                PercentCoding.decode((part.map(String.init) ?? "").replacing("+", with: " "))
            }
            return (decoded(parts.first), decoded(parts.count > 1 ? parts[1] : nil))
        }
    }
}
