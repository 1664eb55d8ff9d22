// An answer as a saved request looks at it: what it captures of it, and what it expects.

import Document
import NetLayer

/// What came of a request.
public struct SavedAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// Its header fields.
    public var headers: Headers
    /// After content decoding.
    public var body: [UInt8]
    /// From the start of the request to its last byte, retries included.
    public var elapsed: Duration
    private let document: JSONDocument?
    private let sent: [WireRequest]

    /// An answer and how long it took.
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: its header fields.
    ///   - body: after content decoding.
    ///   - elapsed: from the start of the request to its last byte.
    ///   - sent: the requests that it is for: it may echo what they carry in secret.
    public init(status: Int, headers: Headers, body: [UInt8], elapsed: Duration, sent: [WireRequest] = []) {
        self.init(status: status, headers: headers, document: try? JSONDocument(body), elapsed: elapsed, sent: sent)
        self.body = body
    }

    /// An answer whose body has been read already.
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: its header fields.
    ///   - document: the body; `nil` where it is no JSON.
    ///   - elapsed: from the start of the request to its last byte.
    ///   - sent: the requests that it is for: it may echo what they carry in secret.
    public init(status: Int, headers: Headers, document: JSONDocument?, elapsed: Duration, sent: [WireRequest] = []) {
        self.status = status
        self.headers = headers
        self.elapsed = elapsed
        self.document = document
        self.sent = sent
        body = []
    }

    /// What the body says of its own success; `nil` where it says nothing.
    func check(_ business: BusinessCode) -> AnswerCheck? { document.flatMap { business.check($0.root) } }

    /// The values that a path finds; `nil` where the body is no JSON.
    func nodes(at path: JSONPath) -> [JSONNode]? { document?.nodes(at: path) }

    /// A text of it as it may be told of: what was sent in secret and what its own names say is secret are masked.
    /// - Parameter secrets: more of them.
    func told(_ text: String, hiding secrets: KnownSecrets) -> String {
        var known = secrets
        for request in sent { known.learn(request) }
        var own = KnownSecrets()
        if let document {
            own.learn(AnswerSecrets(in: Array(document.root.source.utf8)).values.filter(text.contains))
        }
        // Values first: half of one, cut by what a name seems to say, would not be known.
        let shown = own.redacted(known.redacted(text))
        return String(decoding: AnswerSecrets(in: Array(shown.utf8)).masked, as: UTF8.self)
    }

    /// What a cookie was set to.
    func cookie(_ name: String) -> String? {
        for field in headers.all("Set-Cookie").reversed() {
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

/// A value that a request takes from its answer, for those that follow.
public struct AnswerCapture: Sendable, Hashable {
    /// Where in the answer it stands.
    public enum Place: Sendable, Hashable {
        case json(JSONPath)
        case header(String)
        case cookie(String)
    }

    /// The variable that gets it.
    public var name: String
    /// Where it stands.
    public var place: Place
    /// It is never shown.
    public var isSecret: Bool

    /// A capture into that variable.
    public init(_ name: String, _ place: Place, isSecret: Bool = false) {
        self.name = name
        self.place = place
        self.isSecret = isSecret
    }

    /// The value. What is called like a credential is a secret, and so is every cookie.
    /// - Throws: ``VariableError`` where the answer has none.
    public func value(in answer: SavedAnswer) throws(VariableError) -> FieldValue {
        switch place {
        case .json(let path):
            guard let nodes = answer.nodes(at: path) else {
                throw VariableError("\(name) cannot be captured: the body is no JSON", "take it from a header or cookie")
            }
            guard let node = nodes.first else {
                throw VariableError("\(name) cannot be captured: \(path.source) finds nothing", "look at the answer's body")
            }
            let isHidden = isSecret || SensitiveNames.isSecretMember(name) || SensitiveNames.isSecretMember(path.lastName)
            return isHidden ? .secret(Secret(node.displayText)) : .plain(node.displayText)
        case .header(let header):
            guard let field = answer.headers.first(header) else {
                throw VariableError("\(name) cannot be captured: there is no header \(header)", "look at the answer's headers")
            }
            return isSecret ? .secret(Secret(field.value.revealed)) : field.value
        case .cookie(let cookie):
            guard let value = answer.cookie(cookie) else {
                throw VariableError("\(name) cannot be captured: no cookie \(cookie) was set", "look at the answer's headers")
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
