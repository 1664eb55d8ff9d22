// A response as a saved request sees it, for captures and expectations.

import Document
import NetLayer

/// The response to a request.
public struct SavedResponse: Sendable {
    /// The status code.
    public var status: Int
    /// Its header fields.
    public var headers: Headers
    /// After content decoding.
    public var body: [UInt8]
    /// From the start of the request to its last byte, retries included.
    public var elapsed: Duration
    /// The result of ``hold(against:)``; `nil` where no description describes the response.
    public private(set) var contract: ContractReport?
    private let document: JSONDocument?
    private let sent: [WireRequest]

    /// A response and its duration.
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: its header fields.
    ///   - body: after content decoding.
    ///   - elapsed: from the start of the request to its last byte.
    ///   - sent: the requests that it answers: it may echo their secrets.
    public init(status: Int, headers: Headers, body: [UInt8], elapsed: Duration, sent: [WireRequest] = []) {
        self.init(status: status, headers: headers, document: try? JSONDocument(body), elapsed: elapsed, sent: sent)
        self.body = body
    }

    /// A response whose body was already parsed.
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: its header fields.
    ///   - document: the body; `nil` where it is not JSON.
    ///   - elapsed: from the start of the request to its last byte.
    ///   - sent: the requests that it answers: it may echo their secrets.
    public init(status: Int, headers: Headers, document: JSONDocument?, elapsed: Duration, sent: [WireRequest] = []) {
        self.status = status
        self.headers = headers
        self.elapsed = elapsed
        self.document = document
        self.sent = sent
        body = []
    }

    /// Holds it against what the description says. It takes time in proportion to the body.
    /// - Parameter content: the body; `nil` stands for ``body``.
    public mutating func hold(against contract: Contract, _ content: ContractResponse.Body? = nil) {
        let content = content ?? ContractResponse.Body(body, headers)
        self.contract = contract.report(on: ContractResponse(status: status, headers: headers, body: content))
    }

    /// Why it is not as described; `nil` when it is.
    var contractProblem: String? {
        guard let contract else { return "no description describes this response: there is nothing to check" }
        return contract.problem
    }

    /// The success or failure that the body reports; `nil` where it reports neither.
    func check(_ business: BusinessCode) -> ResponseCheck? { document.flatMap { business.check($0.root) } }

    /// The values that a path finds; `nil` where the body is not JSON.
    func nodes(at path: JSONPath) -> [JSONNode]? { document?.nodes(at: path) }

    /// A text of the response for reports: secrets that were sent, and values with secret names, are masked.
    /// - Parameter secrets: more secrets to mask.
    func masked(_ text: String, hiding secrets: KnownSecrets) -> String {
        var known = secrets
        for request in sent { known.learn(request) }
        var own = KnownSecrets()
        if let document {
            own.learn(ResponseSecrets(in: Array(document.root.source.utf8)).values.filter(text.contains))
        }
        // Mask values first: a value that the masking by names has cut would not be recognised.
        let shown = own.redacted(known.redacted(text))
        return String(decoding: ResponseSecrets(in: Array(shown.utf8)).masked, as: UTF8.self)
    }

    /// The value that a cookie was set to.
    func cookie(_ name: String) -> String? {
        for field in headers.allValues("Set-Cookie").reversed() {
            let pair = field.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
            guard let equals = pair.firstIndex(of: "=") else { continue }
            if Self.trimmed(pair[..<equals]) == name { return Self.trimmed(pair[pair.index(after: equals)...]) }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}

/// A value that a request takes from its response, for later requests.
public struct ResponseCapture: Sendable, Hashable {
    /// The value's place in the response.
    public enum Place: Sendable, Hashable {
        case json(JSONPath)
        case header(String)
        case cookie(String)
    }

    /// The variable that gets it.
    public var name: String
    /// The value's place.
    public var place: Place
    /// Whether the value must never be shown.
    public var isSecret: Bool

    /// A capture into that variable.
    public init(_ name: String, _ place: Place, isSecret: Bool = false) {
        self.name = name
        self.place = place
        self.isSecret = isSecret
    }

    /// The value. A value with a credential's name is secret, and so is every cookie.
    /// - Throws: ``VariableError`` where the response has no such value.
    public func value(in answer: SavedResponse) throws(VariableError) -> FieldValue {
        switch place {
        case .json(let path):
            guard let nodes = answer.nodes(at: path) else {
                throw VariableError("\(name) cannot be captured: the body is not JSON", "take it from a header or cookie")
            }
            guard let node = nodes.first else {
                throw VariableError("\(name) cannot be captured: \(path.source) finds nothing", "check the response's body")
            }
            let isHidden = isSecret || SensitiveNames.isSecretMember(name) || SensitiveNames.isSecretMember(path.lastName)
            return isHidden ? .secret(Secret(node.displayText)) : .plain(node.displayText)
        case .header(let header):
            guard let field = answer.headers.first(header) else {
                throw VariableError("\(name) cannot be captured: there is no header \(header)", "check the response's headers")
            }
            return isSecret ? .secret(Secret(field.value.revealed)) : field.value
        case .cookie(let cookie):
            guard let value = answer.cookie(cookie) else {
                throw VariableError("\(name) cannot be captured: no cookie \(cookie) was set", "check the response's headers")
            }
            return .secret(Secret(value))
        }
    }
}

extension JSONPath {
    /// The name at its end: `token` of `$.data.token` and of `$['token']`.
    var lastName: String {
        let isName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let end = source.reversed().drop { !isName($0) }.prefix(while: isName)
        return String(end.reversed())
    }
}
