// Which `Accept` an operation's responses make.

import NetLayer
import Testing

@testable import Catalog

@Suite struct AcceptedTypesTests {
    @Test(
        "Accept of documented responses",
        arguments: [
            ([("200", ["application/vnd.api+json"])], "application/vnd.api+json, */*;q=0.1"),
            (
                [("400", ["application/problem+json"]), ("200", ["text/csv", "application/json"])],
                "application/json, text/csv, application/problem+json, */*;q=0.1"
            ),
            ([("200", ["application/json"]), ("201", ["application/json"])], "application/json, */*;q=0.1"),
            ([("204", [])], nil), ([("200", []), ("default", ["application/json"])], nil), ([("200", ["*/*"])], nil),
            ([("200", ["image/*"])], "image/*, */*;q=0.1"), ([("200", ["a,b", "no type"])], nil), ([], nil),
        ] as [([(String, [String])], String?)])
    func accept(_ responses: [(String, [String])], _ expected: String?) {
        let fields = responses.map { ResponseField(status: $0.0, description: "", contentTypes: $0.1) }
        let operation = Operation(responses: fields)
        #expect(operation.accept == expected)
        var plan = RequestPlan(id: "x", path: "/x")
        operation.addAccept(to: &plan)
        #expect(plan.usualHeaders.first("Accept")?.value.revealed == expected && plan.headers.isEmpty)
    }
}
