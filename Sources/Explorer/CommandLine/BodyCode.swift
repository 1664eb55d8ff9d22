// What the body of one answer says of its own success, while it is streamed: it is kept for that as long as it is not too large.

import ArgumentParser
import Catalog
import Document
import NetLayer

struct BodyCode: Sendable {
    /// Bytes; of a longer body nobody looks at what it says.
    private static let limit = 16 << 20

    private let rule: BusinessCode?
    private var body: [UInt8] = []
    private var isTooLong = false

    /// - Parameter rule: `nil` keeps nothing.
    init(_ rule: BusinessCode?) { self.rule = rule }

    mutating func take(_ piece: [UInt8]) {
        guard rule != nil, !isTooLong else { return }
        isTooLong = body.count + piece.count > Self.limit
        if isTooLong { body = [] } else { body += piece }
    }

    /// How the command ends. A failure that only the body tells is said, and so is a body that could not be looked at.
    func end(_ head: ResponseHead) -> ExitCode {
        let code = ExitCode(status: head.status)
        guard let rule else { return code }
        if isTooLong {
            Complaint.write("explorer: the body is larger than 16 MB: what it says of its success is not looked at")
            return code
        }
        guard let problem = rule.problem(in: body) else { return code }
        Complaint.write("explorer: \(problem)")
        return code == .success ? .badData : code
    }
}
