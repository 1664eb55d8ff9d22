// The report of a verification as lines, for a terminal and for the screen.

import Catalog

public enum VerifyText {
    /// A line of the report.
    public enum Line: Sendable, Hashable {
        case title(String)
        /// A finding.
        case fault(String)
        /// What belongs to the finding above: its rule, its case, its request.
        case detail(label: String, text: String)
        case note(String)
        case empty
    }

    /// The width of the labels of details.
    public static let labelWidth = 9

    public static func lines(_ report: VerifyReport) -> [Line] {
        var lines: [Line] = [.title(summary(report))]
        for endpoint in report.endpoints where endpoint.sent > 0 || !endpoint.findings.isEmpty {
            guard !endpoint.findings.isEmpty || !notes(endpoint).isEmpty else { continue }
            lines += [.empty, .title(heading(endpoint))]
            for finding in endpoint.findings { lines += self.lines(finding) }
            lines += notes(endpoint).map(Line.note)
        }
        let untried = report.endpoints.filter { $0.sent == 0 }
        if !untried.isEmpty {
            lines += [.empty, .title("Not tried: \(count(untried.count, "endpoint"))")]
            lines += untried.map { endpoint -> Line in
                let reasons = endpoint.obstacles.isEmpty ? ["its turn did not come"] : endpoint.obstacles
                return .note("\(endpoint.name): \(reasons.joined(separator: "; "))")
            }
        }
        return lines
    }

    /// `Shop: 42 requests to 7 of 9 endpoints, 3 findings`.
    public static func summary(_ report: VerifyReport) -> String {
        let (tried, all) = (report.tried, report.endpoints.count)
        let endpoints = tried == all ? count(all, "endpoint") : "\(tried) of \(count(all, "endpoint"))"
        let end = report.isCancelled ? ", cancelled" : ""
        return "\(report.title): \(count(report.sent, "request")) to \(endpoints), \(count(report.findings, "finding"))\(end)"
    }

    private static func heading(_ endpoint: VerifyReport.Endpoint) -> String {
        let id = endpoint.id == endpoint.name ? "" : " (\(endpoint.id))"
        let forbidden = endpoint.forbidden > 0 ? ", \(endpoint.forbidden) of them forbidden" : ""
        let findings = count(endpoint.findings.count, "finding")
        return "\(endpoint.name)\(id): \(count(endpoint.sent, "request"))\(forbidden), \(findings)"
    }

    private static func lines(_ finding: VerifyFinding) -> [Line] {
        let fault = finding.fault
        let times = finding.times > 1 ? " (\(finding.times) times)" : ""
        var lines: [Line] = [.fault(fault.words + times)]
        if let rule = fault.rule { lines.append(.detail(label: "rule", text: rule.words)) }
        lines.append(.detail(label: "case", text: finding.caseName))
        // The lines of a long command belong together.
        for (index, line) in finding.request.split(separator: "\n").enumerated() {
            lines.append(.detail(label: index == 0 ? "request" : "", text: String(line)))
        }
        return lines
    }

    private static func notes(_ endpoint: VerifyReport.Endpoint) -> [String] {
        let remarks = endpoint.remarks.sorted { $0.key.rawValue < $1.key.rawValue }
        return remarks.map { "\($0.key.rawValue): \(count($0.value, "request"))" } + endpoint.obstacles
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
