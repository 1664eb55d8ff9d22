// Schemas that would take for ever if every way through them were walked.

import Catalog
import Testing

struct ManySchemasTests {
    /// Six levels of thirty references each are 700 million ways through; a field needs none of them.
    @Test(arguments: ["allOf", "anyOf", "oneOf"], [3, 30])
    func schemasThatReferToThemselvesManyTimesAreReadAtOnce(_ keyword: String, _ count: Int) throws {
        let references = Array(repeating: "{\"$ref\": \"#/components/schemas/S\"}", count: count).joined(separator: ",")
        let schema = "\"schema\": {\"$ref\": \"#/components/schemas/S\"}"
        let text = description(
            "\"/x\": {\"get\": {\"parameters\": [{\"name\": \"q\", \"in\": \"query\", \(schema)}]}}",
            "\"components\": {\"schemas\": {\"S\": {\"\(keyword)\": [\(references)]}}}")
        let operation = try #require(try read(text).operation(0))
        #expect(operation.parameters.map(\.name) == ["q"])
    }
}
