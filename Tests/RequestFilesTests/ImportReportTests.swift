import Testing

@testable import RequestFiles

struct ImportReportTests {
    @Test func placesAreWrittenAsUsersLookThemUp() {
        #expect("\(ImportPlace(file: "users.http", line: 12))" == "users.http:12")
        #expect("\(ImportPlace(line: 7, pointer: "/item/0"))" == "#/item/0 (line 7)")
        #expect(
            "\(ImportNote(.skipped, ImportPlace(file: "a.bru"), "no method", hint: "write one"))" == "a.bru: no method; write one"
        )
        #expect("\(ImportError(ImportPlace(), "no collection"))" == "no collection")
    }
}
