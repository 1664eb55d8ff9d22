// Success and failure that an API reports in the body, whatever its status. A rule reads them; each
// endpoint has its own type.

import Document

/// An endpoint's own errors as a type: an enum with a case for every code, and one for unknown codes.
///
///     enum TopicError: BusinessError {
///         case gone, locked, other(String)
///         init(code: String, message: String) { … }
///     }
public protocol BusinessError: Error, Sendable, Hashable {
    /// The case for a code. It must accept every code: an unknown code is a failure too.
    init(code: String, message: String)
    /// The text for the user; `nil` shows the server's own message.
    var userMessage: String? { get }
}

extension BusinessError {
    /// `nil`: the server's own message is shown.
    public var userMessage: String? { nil }
}

/// The failure that the body of a response reports.
public struct BusinessFailure: Sendable, Hashable {
    /// The code as in the body; empty when the body lacks an expected code.
    public var code: String
    /// The server's message, or the message of the typed error.
    public var message: String
    /// The failure as the endpoint's own type.
    public var error: (any BusinessError)?

    /// Creates a failure from a code. A typed error's message takes precedence.
    public init(code: String, message: String = "", error: (any BusinessError)? = nil) {
        self.code = code
        self.message = error?.userMessage ?? message
        self.error = error
    }

    /// The code determines the typed error.
    public static func == (a: BusinessFailure, b: BusinessFailure) -> Bool { a.code == b.code && a.message == b.message }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}

/// How an endpoint, or a whole client, reads success and failure from a body.
public struct BusinessRule: Sendable {
    /// What a body reports.
    public enum Verdict: Sendable, Hashable {
        case success
        /// The body reports a failure.
        case failure(BusinessFailure)
        /// The rule does not understand the body. A response with a success status then fails.
        case nothing
    }

    /// Called for every response, with any status.
    public let read: @Sendable (RawResponse) -> Verdict
    private var make: (@Sendable (String, String) -> any BusinessError)?

    /// A rule with this closure.
    public init(_ read: @escaping @Sendable (RawResponse) -> Verdict) { self.read = read }

    /// The common convention: one member with a code, another with a message.
    /// - Parameters:
    ///   - pointer: the JSON pointer of the code: a number, a string or a boolean.
    ///   - success: the codes that mean success, as written in the body. Every other code is a failure.
    ///   - message: the JSON pointer of the message for the user.
    public static func code(at pointer: String, success: Set<String> = ["200"], message: String? = "/msg") -> BusinessRule {
        let form = BusinessCode(code: pointer, success: success, message: message)
        return BusinessRule { response in
            guard let document = try? JSONDocument(response.body) else { return .nothing }
            return form.verdict(on: document.root)
        }
    }

    /// The same rule, with failures as an endpoint's own type.
    public func typed<E: BusinessError>(_ type: E.Type) -> BusinessRule {
        var rule = self
        rule.make = { E(code: $0, message: $1) }
        return rule
    }

    /// The failure of a response; `nil` for a success. A response without content by its status
    /// (204, 304) reports nothing.
    func failure(in response: RawResponse) -> BusinessFailure? {
        let status = response.head.status
        switch read(response) {
        case .success: return nil
        case .failure(let failure):
            guard failure.error == nil, let make else { return failure }
            return BusinessFailure(code: failure.code, message: failure.message, error: make(failure.code, failure.message))
        case .nothing:
            guard status < 400, status != 204, status != 304 else { return nil }
            return BusinessFailure(code: "", error: make?("", ""))
        }
    }
}

extension NetError {
    /// The endpoint's own error, if it has that type. Another endpoint's error with the same code does not.
    public func business<E: BusinessError>(as type: E.Type = E.self) -> E? { business?.error as? E }
}
