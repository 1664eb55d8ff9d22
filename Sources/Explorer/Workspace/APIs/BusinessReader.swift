// Reads how the responses of an API signal success and failure in their bodies.

import Document
import NetLayer

enum BusinessReader {
    static let options = ["code", "success", "message", "data"]

    /// - Returns: the rule, and the pointer to the list in a response.
    static func readRule(_ node: ConfigNode) -> (rule: BusinessCode?, data: String?) {
        let options = node.options(Self.options)
        let data = options["data"].flatMap { $0.readPointer() }
        guard let code = options["code"] else {
            node.complain("\(node.name) has no code", "write 'code: /errcode', the code's place in the body")
            return (nil, data)
        }
        guard let success = options["success"] else {
            node.complain("\(node.name) has no codes of success", "write 'success: [0]'")
            return (nil, data)
        }
        let codes = success.node.kind == .array ? success.node.elements.map(\.displayText) : [success.node.displayText]
        if codes.isEmpty { success.complain("'success' is empty", "write the codes that mean success: [0]") }
        guard let place = code.readPointer(), !codes.isEmpty else { return (nil, data) }
        return (BusinessCode(code: place, success: Set(codes), message: options["message"].flatMap { $0.readPointer() }), data)
    }
}
