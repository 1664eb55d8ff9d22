// Validates the method of a request: a token (RFC 9110 §5.6.2). Other texts could
// inject lines into the request.

enum RequestMethod {
    static let refusal = "the method is not a valid token"
    static let hint = "write one such as GET"

    /// The method may contain variables; their values are checked when the request is sent.
    static func isValid(_ method: String) -> Bool {
        let bytes = Array(method.utf8)
        let spans = VariableText.outerSpans(bytes)
        return !bytes.isEmpty
            && bytes.indices.allSatisfy { index in
                let byte = bytes[index]
                return ShellByte.isName(byte) || "!#$%&'*+-.^`|~".utf8.contains(byte) || spans.contains { $0.contains(index) }
            }
    }
}
