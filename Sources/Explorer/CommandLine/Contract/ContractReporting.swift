// Writes the results of `--contract` on standard error, and makes the exit code.

import ArgumentParser
import NetLayer
import Workbench

extension ContractFinding {
    /// Writes the result of a command that sends one request, or the pages of one list.
    /// - Parameters:
    ///   - endpoint: the endpoint of the request.
    ///   - isEvent: as a line of `--events`.
    func write(of endpoint: String, _ task: TaskID? = nil, isEvent: Bool) {
        guard !isEvent else { return StandardError.write(ContractJSON.event(self, of: endpoint, task)) }
        for line in ContractText.lines(self) { StandardError.write("explorer: contract: \(line)") }
    }

    /// Writes what does not fit in one response among many.
    /// - Parameter name: the name of the request.
    func writeBriefly(_ name: String) {
        for line in ContractText.briefLines(self) { StandardError.write("explorer: \(name): contract: \(line)") }
    }

    /// Writes the results of many responses in one line.
    static func writeSummary(_ findings: [ContractFinding]) {
        if let summary = ContractText.summary(findings) { StandardError.write("explorer: contract: \(summary)") }
    }
}

extension ExitCode {
    /// The exit code of requests whose responses were checked.
    func watching(_ findings: [ContractFinding]) -> ExitCode {
        ExitCode(ExitStatus.watching(rawValue, differs: findings.contains(where: \.differs)))
    }
}
