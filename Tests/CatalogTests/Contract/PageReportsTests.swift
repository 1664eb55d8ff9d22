// The reports of the pages of a list make one report.

import Testing

@testable import Catalog

@Suite struct PageReportsTests {
    private func page(_ pointers: [String]) -> ContractReport {
        var report = ContractReport()
        report.hasSchema = true
        report.response = "200"
        report.mismatches = pointers.map {
            ContractMismatch(.body(node: 7), pointer: $0, message: "must be a number", came: "", rule: .init(pointer: "/x"))
        }
        return report
    }

    @Test func placesNameTheirPage() {
        let sum = ContractReport().adding(page([]), number: 1, limits: .contract)
            .adding(page(["/items/3/price", ""]), number: 2, limits: .contract)
        #expect(sum.mismatches.map(\.place) == ["page 2 /items/3/price", "page 2"])
        #expect(sum.mismatches.allSatisfy { $0.part == .body(node: -1) } && sum.response == "200")
        #expect(sum.status == .differs(2))
    }

    @Test func placesOutsideOfTheBodyStayAsTheyAre() {
        var report = ContractReport()
        report.mismatches = [ContractMismatch(.status, message: "must be 200", came: "500", rule: .init(pointer: ""))]
        #expect(ContractReport().adding(report, number: 3, limits: .contract).mismatches.map(\.place) == ["status"])
    }

    @Test func theSumHasLimits() {
        var sum = ContractReport()
        for number in 1...5 {
            sum = sum.adding(page(["/a", "/b"]), number: number, limits: ContractLimits(mismatches: 4))
        }
        #expect(sum.mismatches.count == 4 && sum.stop == .mismatches && sum.summary == "differs in more than 4 places")
    }
}
