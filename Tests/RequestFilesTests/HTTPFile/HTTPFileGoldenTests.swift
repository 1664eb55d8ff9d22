// Every real .http file and every file with environments beside them: what is read of each is the project's own text, compared whole.

import Foundation
import TestSupport
import Testing

@testable import RequestFiles

struct HTTPFileGoldenTests {
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func everyRealFileIsReadAsTheGoldenReportSays() throws {
        let paths =
            SharedData.files(under: "httpfiles", suffix: ".http")
            + SharedData.files(under: "collections/slumber", suffix: ".http")
        var lines: [String] = []
        for path in paths {
            let bytes = try SharedData.bytes(path)
            do throws(ImportError) {
                let collection = try HTTPFileReader.readCollection(bytes, file: path)
                #expect(collection.report.requests == collection.requests.count)
                lines.append(GoldenReport.line(path, collection))
            } catch {
                lines.append(GoldenReport.refusal(path, error))
            }
        }
        for path in SharedData.files(under: "httpfiles", suffix: "") where HTTPFileEnvironments.isEnvironmentFile(path) {
            let read = HTTPFileEnvironments.readFiles([(path, try SharedData.bytes(path))])
            let variables = read.environments.map(\.variables.count).reduce(read.shared.count, +)
            lines.append("\(path)\tenvironments\t\(read.environments.count)\t\(variables)\t\(GoldenReport.notes(read.notes))")
        }
        try GoldenText.expect(lines, "collections/httpfile.txt")
    }
}
