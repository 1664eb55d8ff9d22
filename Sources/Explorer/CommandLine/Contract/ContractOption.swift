// `--contract` of send, run and pages: each response is held against its description.

import ArgumentParser
import Catalog
import NetLayer
import Workbench

struct ContractOption: ParsableArguments {
    @Flag(help: "Hold each response against the description, and report what differs: exit code 65.") var contract = false

    /// The check of a request's responses; `nil` when the user did not ask for one.
    func check(_ contract: Contract?) -> ContractCheck? { self.contract ? ContractCheck(contract: contract) : nil }
}

/// The check that the user asked for.
struct ContractCheck: Sendable {
    /// `nil` where no description describes the responses.
    let contract: Contract?
}

/// The result of the check of a response that has arrived.
struct ContractFinding: Sendable {
    /// `nil` where no description describes the response.
    let report: ContractReport?

    /// Whether the response is not as described.
    var differs: Bool { report?.fits == false }
}

extension ContractFinding {
    /// Holds a response in memory against a contract.
    init(_ response: RawResponse, _ contract: Contract?) {
        report = contract?.report(on: ContractResponse(response))
    }

    /// The result for a member of a group; `nil` for a member without a response.
    /// - Parameter contract: what describes the response of a failed member.
    init?(_ result: Result<ContractReport?, NetError>, _ contract: Contract?) {
        switch result {
        case .success(let report): self.init(report: report)
        case .failure(let error):
            guard let response = error.response else { return nil }
            self.init(response, contract)
        }
    }
}
