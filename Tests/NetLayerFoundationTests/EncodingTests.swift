import FoundationEssentials
import NetLayer
import NetLayerFoundation
import Testing

@Suite struct EncodingTests {
    struct Filter: Encodable {
        var page = 2
        var tags = ["a b", "c"]
        var exact = true
        var after: String?
    }

    @Test func propertiesBecomeParameters() throws {
        let parameters = try [Parameter](encoding: Filter(), in: .form)
        #expect(
            Set(parameters) == [
                Parameter("page", "2", in: .form), Parameter("tags", "a b", in: .form), Parameter("tags", "c", in: .form),
                Parameter("exact", "true", in: .form),
            ])
        #expect(parameters.filter { $0.name == "tags" }.map(\.value) == ["a b", "c"])
    }

    @Test func membersOfABodyKeepTheirTypes() throws {
        struct Search: Encodable {
            var page = 2
            var tags = ["a b", "c"]
            var exact = true
            var after: String?
            var span = ["from": 0.5]
        }
        let parameters = try [Parameter](encoding: Search(), in: .json)
        #expect(
            Set(parameters) == [
                Parameter("page", json: 2), Parameter("tags", json: ["a b", "c"]), Parameter("exact", json: true),
                Parameter("span", json: ["from": 0.5]),
            ])
        #expect(throws: ParameterEncodingError(name: "count")) {
            try [Parameter](encoding: ["count": UInt64.max], in: .json)
        }
    }

    @Test func whatHasNoSingleTextIsRefused() {
        #expect(throws: ParameterEncodingError(name: "filter")) { try [Parameter](encoding: ["filter": ["a": 1]]) }
        #expect(throws: ParameterEncodingError(name: "")) { try [Parameter](encoding: [1, 2]) }
    }

    @Test func aBodyKeepsItsMembers() throws {
        #expect(try RequestBody.json(encoding: ["page": 2]) == .json(["page": 2]))
        #expect(try RequestBody.json(encoding: ["ratio": 0.1]) == .json(["ratio": 0.1]))
    }

    @Test func aNumberThatDoesNotFitStaysExact() throws {
        #expect(
            try RequestBody.json(encoding: ["count": UInt64.max])
                == .bytes([UInt8](#"{"count":18446744073709551615}"#.utf8), contentType: "application/json"))
    }

    @Test func theEncoderGivesNamesTheirForm() throws {
        struct Order: Encodable { var itemNumber = 1 }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try RequestBody.json(encoding: Order(), with: encoder) == .json(["item_number": 1]))
        #expect(try [Parameter](encoding: Order(), with: encoder) == [Parameter("item_number", "1", in: .query)])
    }
}
