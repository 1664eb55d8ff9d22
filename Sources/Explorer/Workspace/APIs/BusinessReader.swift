// Reads how the responses of an API signal success and failure in their bodies.

import Document
import NetLayer

enum BusinessReader {
    static let options = ["code", "success", "message", "data", "relogin"]

    /// What `business:` says.
    struct Reading {
        /// Which bodies are a success.
        var rule: BusinessCode?
        /// The pointer to the list in a response.
        var data: String?
        /// The codes that end a login.
        var endingCodes: Set<String> = []
    }

    /// - Parameter logsIn: the API has a login that its codes may end.
    static func readRule(_ node: ConfigNode, logsIn: Bool) -> Reading {
        let options = node.options(Self.options)
        var reading = Reading(data: options["data"].flatMap { $0.readPointer() })
        if let relogin = options["relogin"] {
            reading.endingCodes = readCodes(relogin, "write the codes that end a login: [11010]")
            if !logsIn { relogin.complain("relogin has no login", "write 'oauth2:' or 'login:' below auth, or remove it") }
        }
        guard let code = options["code"] else {
            node.complain("\(node.name) has no code", "write 'code: /errcode', the code's place in the body")
            return reading
        }
        guard let success = options["success"] else {
            node.complain("\(node.name) has no codes of success", "write 'success: [0]'")
            return reading
        }
        let codes = readCodes(success, "write the codes that mean success: [0]")
        if let both = codes.intersection(reading.endingCodes).sorted().first {
            options["relogin"]?.complain("the code \(both) means success and ends the login", "remove it from one of the two")
        }
        guard let place = code.readPointer(), !codes.isEmpty else { return reading }
        reading.rule = BusinessCode(code: place, success: codes, message: options["message"].flatMap { $0.readPointer() })
        return reading
    }

    /// One code, or a list of them.
    private static func readCodes(_ node: ConfigNode, _ hint: String) -> Set<String> {
        let codes = node.node.kind == .array ? node.node.elements.map(\.displayText) : [node.node.displayText]
        if codes.isEmpty { node.complain("'\(node.name)' is empty", hint) }
        return Set(codes)
    }
}
