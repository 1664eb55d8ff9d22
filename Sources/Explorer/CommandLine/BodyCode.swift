// The business code in the body of a streamed response. It buffers the body up to a limit.

import ArgumentParser
import Catalog
import Document
import NetLayer

struct BodyCode: Sendable {
    /// The largest body that is checked. Bytes.
    private static let limit = 16 << 20

    private let rule: BusinessCode?
    private var body: [UInt8] = []
    private var isTooLong = false

    /// - Parameter rule: `nil` buffers nothing.
    init(_ rule: BusinessCode?) { self.rule = rule }

    mutating func append(_ piece: [UInt8]) {
        guard rule != nil, !isTooLong else { return }
        isTooLong = body.count + piece.count > Self.limit
        if isTooLong { body = [] } else { body += piece }
    }

    /// The exit code of the command. Reports a failure that only the body shows, and a body
    /// too large to check.
    func exitCode(_ head: ResponseHead) -> ExitCode {
        let code = ExitCode(status: head.status)
        guard let rule else { return code }
        if isTooLong {
            StandardError.write("explorer: the body is larger than 16 MB: its success code was not checked")
            return code
        }
        guard let problem = rule.problem(in: body) else { return code }
        StandardError.write("explorer: \(problem)")
        return code == .success ? .badData : code
    }
}
