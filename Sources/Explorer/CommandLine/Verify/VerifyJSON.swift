// The report of a verification as one JSON object.

import Catalog
import Workbench

enum VerifyJSON {
    private typealias Member = (String, JSONText.Value)

    static func format(_ report: VerifyReport) -> String {
        let members: [Member] = [
            ("title", .string(report.title)), ("requests", number(report.sent)), ("findings", number(report.findings)),
            ("cancelled", .bool(report.isCancelled)), ("endpoints", .array(report.endpoints.map(value))),
        ]
        return JSONText.object(members) + "\n"
    }

    private static func value(_ endpoint: VerifyReport.Endpoint) -> JSONText.Value {
        let remarks = endpoint.remarks.sorted { $0.key.rawValue < $1.key.rawValue }.map { remark, count -> JSONText.Value in
            let members: [Member] = [("remark", .string(remark.rawValue)), ("requests", number(count))]
            return .object(members)
        }
        let members: [Member] = [
            ("id", .string(endpoint.id)), ("method", .string(endpoint.method.rawValue)), ("path", .string(endpoint.path)),
            ("allowed", number(endpoint.allowed)), ("forbidden", number(endpoint.forbidden)),
            ("findings", .array(endpoint.findings.map(value))), ("remarks", .array(remarks)),
            ("not_tried", .array(endpoint.obstacles.map { .string($0) })),
        ]
        return .object(members)
    }

    private static func value(_ finding: VerifyFinding) -> JSONText.Value {
        let fault = finding.fault
        let members: [Member] = [
            ("kind", .string(fault.kind.rawValue)), ("place", .string(fault.place)), ("message", .string(fault.message)),
            ("came", fault.came.isEmpty ? .null : .string(fault.came)), ("rule", fault.rule.map(ContractJSON.value) ?? .null),
            ("case", .string(finding.caseName)), ("requests", number(finding.times)), ("request", .string(finding.request)),
        ]
        return .object(members)
    }

    private static func number(_ value: Int) -> JSONText.Value { .number(String(value)) }
}
