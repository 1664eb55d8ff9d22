// What a body says of its own success, as one more check of the answer: `200 {"errcode": 500}` is a failure.

import Document
import NetLayer

extension BusinessCode {
    /// Refuses a body that tells its own failure.
    /// - Throws: a ``NetError/Kind/validation`` with the server's words.
    public func refuse(_ body: [UInt8]) throws(NetError) {
        if let problem = problem(in: body) { throw NetError(.validation, detail: problem) }
    }

    /// What a body says of its own failure; `nil` where it says none.
    public func problem(in body: [UInt8]) -> String? { (try? JSONDocument(body)).flatMap { check($0.root)?.problem } }

    /// What the body says; `nil` where it has no code. Of a failure the words are the server's own.
    public func check(_ root: JSONNode) -> AnswerCheck? {
        let expected = "\(code) is \(success.sorted().joined(separator: " or "))"
        switch verdict(on: root) {
        case .nothing: return nil
        case .success: return AnswerCheck(expected, found: root.at(pointer: code)?.displayText ?? "")
        case .failure(let failure):
            let what = "\(code) is \(failure.code)"
            // The server's words first: a row has little room.
            let problem = failure.message.isEmpty ? what : "\(failure.message) (\(what))"
            return AnswerCheck(expected, found: failure.code, problem: problem)
        }
    }

    /// As it is written for `--business`: `/errcode=0,200 /msg`, where the pointer to the words may be left out.
    /// - Returns: `nil` where it is written otherwise.
    public init?(line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard (1...2).contains(parts.count), let equals = parts[0].lastIndex(of: "=") else { return nil }
        let success = parts[0][parts[0].index(after: equals)...].split(separator: ",").map(String.init)
        self.init(code: String(parts[0][..<equals]), success: Set(success), message: parts.count > 1 ? parts[1] : nil)
        let pointers = [code] + (message.map { [$0] } ?? [])
        guard !success.isEmpty, pointers.allSatisfy({ $0.hasPrefix("/") && JSONPointer.tokens($0) != nil }) else { return nil }
    }
}
