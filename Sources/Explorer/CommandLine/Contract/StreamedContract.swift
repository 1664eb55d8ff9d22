// The check of a response that arrives in pieces. It buffers the body up to a limit.

import Catalog
import NetLayer

struct StreamedContract: Sendable {
    /// The largest body that is checked. Bytes.
    private static let limit = 128 << 20

    private let contract: Contract?
    private let head: ResponseHead
    private let needsBody: Bool
    private var body: [UInt8] = []
    private var size = 0

    init(_ check: ContractCheck, _ head: ResponseHead) {
        (contract, self.head) = (check.contract, head)
        needsBody = check.contract?.needsBody(status: head.status, headers: head.headers) ?? false
    }

    mutating func append(_ piece: [UInt8]) {
        size += piece.count
        guard needsBody else { return }
        if size > Self.limit { body = [] } else { body += piece }
    }

    /// Holds the complete response against its contract.
    func finish() -> ContractFinding {
        let response = ContractResponse(status: head.status, headers: head.headers, body: content)
        return ContractFinding(report: contract?.report(on: response))
    }

    private var content: ContractResponse.Body {
        if size == 0 { return .empty }
        if !needsBody { return .other }
        return size > Self.limit ? .unread("the body is larger than 128 MB") : ContractResponse.Body(body, head.headers)
    }
}
