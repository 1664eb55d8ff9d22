// The common convention for success or failure in a body: one member with a code, another with a message.

import Document

/// Where a body has its code, and which codes mean success.
public struct BusinessCode: Sendable, Hashable {
    /// The JSON pointer (RFC 6901) of the code: a number, a string or a boolean.
    public var code: String
    /// The codes that mean success, as written in the body. Every other code is a failure.
    public var success: Set<String>
    /// The JSON pointer of the message for the user; `nil` without one.
    public var message: String?

    /// - Parameters:
    ///   - code: the JSON pointer of the code.
    ///   - success: the codes that mean success, as written in the body.
    ///   - message: the JSON pointer of the message for the user.
    public init(code: String, success: Set<String> = ["200"], message: String? = "/msg") {
        (self.code, self.success, self.message) = (code, success, message)
    }

    /// The verdict of a body; ``BusinessRule/Verdict/nothing`` when it has no code.
    public func verdict(on root: JSONNode) -> BusinessRule.Verdict {
        guard let code = root.resolve(pointer: code) else { return .nothing }
        switch code.kind {
        case .object, .array, .null: return .nothing
        case .string, .number, .true, .false: break
        }
        if success.contains(code.displayText) { return .success }
        let words = message.flatMap { root.resolve(pointer: $0)?.string } ?? ""
        return .failure(BusinessFailure(code: code.displayText, message: words))
    }
}
