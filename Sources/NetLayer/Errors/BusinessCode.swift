// The usual form in which a body says success or failure: a member with a code, and another one with words.

import Document

/// Where a body's own code stands, and which codes mean success.
public struct BusinessCode: Sendable, Hashable {
    /// Where the code stands, as a JSON pointer (RFC 6901): a number, a string or a truth value.
    public var code: String
    /// The codes that mean success, as they are written. Every other one is a failure (B-HH-E4).
    public var success: Set<String>
    /// Where the words for the user stand, as a JSON pointer; `nil` for nowhere.
    public var message: String?

    /// - Parameters:
    ///   - code: where the code stands, as a JSON pointer.
    ///   - success: the codes that mean success, as they are written.
    ///   - message: where the words for the user stand, as a JSON pointer.
    public init(code: String, success: Set<String> = ["200"], message: String? = "/msg") {
        (self.code, self.success, self.message) = (code, success, message)
    }

    /// What a body says: nothing where it has no code.
    public func verdict(on root: JSONNode) -> BusinessRule.Verdict {
        guard let code = root.at(pointer: code) else { return .nothing }
        switch code.kind {
        case .object, .array, .null: return .nothing
        case .string, .number, .true, .false: break
        }
        if success.contains(code.displayText) { return .success }
        let words = message.flatMap { root.at(pointer: $0)?.string } ?? ""
        return .failure(BusinessFailure(code: code.displayText, message: words))
    }
}
