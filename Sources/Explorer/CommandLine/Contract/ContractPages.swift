// The pages of a list, each held against the contract of its operation. Their results are one result.

import Catalog
import NetLayer

struct ContractPages {
    private let check: ContractCheck?
    private var report: ContractReport?
    private var count = 0

    /// - Parameter check: `nil` checks nothing.
    init(_ check: ContractCheck?) { self.check = check }

    mutating func add(_ response: RawResponse) {
        count += 1
        guard let page = check.flatMap({ ContractFinding(response, $0.contract).report }) else { return }
        report = (report ?? ContractReport()).adding(page, number: count, limits: .contract)
    }

    /// The result; `nil` when nothing was to be checked, and when no page has arrived.
    var finding: ContractFinding? { check == nil || count == 0 ? nil : ContractFinding(report: report) }
}
