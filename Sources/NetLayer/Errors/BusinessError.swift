// What an API says of success and failure in the body, whatever its status: read by a rule, kept typed, endpoint by endpoint.

import Document

/// An endpoint's own errors as a type: an enum with a case for every code, also for one that it does not know (B-HH-E4).
///
///     enum TopicError: BusinessError {
///         case gone, locked, other(String)
///         init(code: String, message: String) { … }
///     }
public protocol BusinessError: Error, Sendable, Hashable {
    /// The case for a code. Total: a code that nobody has heard of is a failure too.
    init(code: String, message: String)
    /// What the user reads (HH-E3's domain); `nil` is the server's own message.
    var userMessage: String? { get }
}

extension BusinessError {
    /// Nothing: the server's own message is shown.
    public var userMessage: String? { nil }
}

/// What the body of one answer said.
public struct BusinessFailure: Sendable, Hashable {
    /// As it stands in the body; empty when there was none where one should be.
    public var code: String
    /// The server's words, or the typed error's own.
    public var message: String
    /// The same as the endpoint's own type.
    public var error: (any BusinessError)?

    /// A code, with what is known besides.
    public init(code: String, message: String = "", error: (any BusinessError)? = nil) {
        self.code = code
        self.message = error?.userMessage ?? message
        self.error = error
    }

    /// The typed error follows from the code.
    public static func == (a: BusinessFailure, b: BusinessFailure) -> Bool { a.code == b.code && a.message == b.message }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}

/// How an endpoint, or all of a client, reads success and failure from a body.
public struct BusinessRule: Sendable {
    /// What a body says.
    public enum Verdict: Sendable, Hashable {
        case success
        /// The body says failure.
        case failure(BusinessFailure)
        /// Nothing that this rule understands. An answer that calls itself a success by its status then fails (B-BA-17).
        case nothing
    }

    /// Asked for every answer, of every status.
    public let read: @Sendable (RawResponse) -> Verdict
    private var make: (@Sendable (String, String) -> any BusinessError)?

    /// A rule that asks this closure.
    public init(_ read: @escaping @Sendable (RawResponse) -> Verdict) { self.read = read }

    /// The usual form: a member with a code, another with a message (BA-9).
    /// - Parameters:
    ///   - pointer: where the code stands, as a JSON pointer: a number, a string or a truth value.
    ///   - success: the codes that mean success, as they are written. Every other one is a failure (B-HH-E4).
    ///   - message: where the words for the user stand.
    public static func code(at pointer: String, success: Set<String> = ["200"], message: String? = "/msg") -> BusinessRule {
        let form = BusinessCode(code: pointer, success: success, message: message)
        return BusinessRule { response in
            guard let document = try? JSONDocument(response.body) else { return .nothing }
            return form.verdict(on: document.root)
        }
    }

    /// The same rule with its failures as an endpoint's own type.
    public func typed<E: BusinessError>(_ type: E.Type) -> BusinessRule {
        var rule = self
        rule.make = { E(code: $0, message: $1) }
        return rule
    }

    /// What an answer is a failure by. One that has no content by its status (204, 304) cannot say anything.
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
    /// The endpoint's own error, when it is one of that type: another endpoint's with the same code is not (B-HH-E3).
    public func business<E: BusinessError>(as type: E.Type = E.self) -> E? { business?.error as? E }
}
