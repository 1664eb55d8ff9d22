// The success or failure that a body reports, as one more check of the response: `200 {"errcode": 500}`
// is a failure.

import Document
import NetLayer

extension BusinessCode {
    /// Throws an error for a body that reports a failure.
    /// - Throws: a ``NetError/Kind/validation`` with the server's message.
    public func refuse(_ body: [UInt8]) throws(NetError) {
        if let problem = problem(in: body) { throw NetError(.validation, detail: problem) }
    }

    /// The failure that a body reports; `nil` where it reports none.
    public func problem(in body: [UInt8]) -> String? { (try? JSONDocument(body)).flatMap { check($0.root)?.problem } }

    /// The result that the body reports; `nil` where it has no code. A failure has the server's own message.
    public func check(_ root: JSONNode) -> ResponseCheck? {
        let expected = "\(code) is \(success.sorted().joined(separator: " or "))"
        switch verdict(on: root) {
        case .nothing: return nil
        case .success: return ResponseCheck(expected, found: root.resolve(pointer: code)?.displayText ?? "")
        case .failure(let failure):
            let what = "\(code) is \(failure.code)"
            // The server's message first: a row has little room.
            let problem = failure.message.isEmpty ? what : "\(failure.message) (\(what))"
            return ResponseCheck(expected, found: failure.code, problem: problem)
        }
    }

    /// The form of `--business`: `/errcode=0,200 /msg`, where the pointer to the message is optional.
    /// - Returns: `nil` for other forms.
    public init?(line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard (1...2).contains(parts.count), let equals = parts[0].lastIndex(of: "=") else { return nil }
        let success = parts[0][parts[0].index(after: equals)...].split(separator: ",").map(String.init)
        self.init(code: String(parts[0][..<equals]), success: Set(success), message: parts.count > 1 ? parts[1] : nil)
        let pointers = [code] + (message.map { [$0] } ?? [])
        guard !success.isEmpty, pointers.allSatisfy({ $0.hasPrefix("/") && JSONPointer.tokens($0) != nil }) else { return nil }
    }
}
