// Values that are made up at the moment of sending.

import NetLayer
import Testing

@testable import Catalog

struct DynamicValuesTests {
    private struct Counting: RandomNumberGenerator {
        var state: UInt64 = 0
        mutating func next() -> UInt64 {
            state &+= 0x0101_0101_0101_0101
            return state
        }
    }

    private func filled(_ text: String) -> String {
        var plan = RequestPlan(id: "r", path: "/", headers: ["X": text])
        var values = DynamicValues(now: 784_111_777, chance: Counting())
        values.resolveVariables(&plan)
        return plan.headers["X"] ?? ""
    }

    @Test(arguments: [
        ("{{$timestamp}}", "784111777"), ("{{ $timestamp -1 d }}", "784025377"),
        ("{{$isoTimestamp}}", "1994-11-06T08:49:37.000Z"),
        ("{{$datetime iso8601 1 h}}", "1994-11-06T09:49:37.000Z"), ("{{$datetime rfc1123}}", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("{{$unknown}}", "{{$unknown}}"), ("{{name}}", "{{name}}"), ("a{{$timestamp}}b", "a784111777b"),
    ]) func timesAreThoseOfTheClock(_ text: String, _ expected: String) { #expect(filled(text) == expected) }

    @Test func identifiersAreOfVersionFour() throws {
        let id = filled("{{$guid}}")
        #expect(try /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/.wholeMatch(in: id) != nil)
        #expect(filled("{{$guid}} {{$uuid}}").prefix(36) != filled("{{$guid}} {{$uuid}}").suffix(36))
    }

    @Test func numbersStayBetweenTheirEnds() {
        for _ in 0..<50 { #expect((3..<5).contains(Int(filled("{{$randomInt 3 5}}")) ?? 0)) }
        #expect(filled("{{$randomInt 5 5}}") == "{{$randomInt 5 5}}")
        #expect(filled("{{$random.alphabetic(7)}}").count == 7)
        #expect(filled("{{$random.hexadecimal(99999999)}}").count == 10_000)
    }

    @Test func everyPlaceOfAPlanIsFilled() throws {
        let text = "{{$timestamp}}"
        var plan = RequestPlan(
            id: "r", path: "/\(text)?a=\(text)", parameters: [Parameter("q", .secret(Secret(text)), in: .query)],
            body: .bytes(Array(text.utf8), contentType: "text/plain"))
        var values = DynamicValues(now: 5, chance: Counting())
        values.resolveVariables(&plan)
        #expect(plan.path == "/5?a=5" && plan.parameters.first?.value == .secret(Secret("5")))
        #expect(plan.body == .bytes([UInt8(ascii: "5")], contentType: "text/plain"))
    }
}
