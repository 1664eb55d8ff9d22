// Numbers by their value, exact at any length.

import Testing

@testable import Document

struct JSONDecimalTests {
    private func decimal(_ text: String) -> JSONDecimal { JSONDecimal(Array(text.utf8)[...]) }

    @Test(arguments: [
        ["0", "-0", "0.00", "0e99999999999999999999", "-0.0e-7"], ["1", "1.0", "1e0", "10e-1", "0.1E+1", "0.001e3", "1000e-3"],
        ["-12.5", "-1.25e1", "-125e-1"], ["100", "1e2", "1.00e+2", "0.01e4"],
    ])
    func oneNumberInManySpellingsIsOne(_ spellings: [String]) {
        for spelling in spellings {
            #expect(decimal(spelling) == decimal(spellings[0]), "\(spelling)")
            #expect(decimal(spelling).hashValue == decimal(spellings[0]).hashValue)
            #expect(!(decimal(spelling) < decimal(spellings[0])) && !(decimal(spellings[0]) < decimal(spelling)))
        }
    }

    @Test func theyAreOrderedByValue() {
        let ordered = [
            "-1e400", "-123456789012345678901234567891", "-123456789012345678901234567890", "-2", "-1.5", "-1e-400", "0",
            "1e-400", "0.09", "0.1",
            "0.11", "1", "9", "10", "11", "9007199254740992", "9007199254740993", "1e400",
        ].map(decimal)
        for (place, one) in ordered.enumerated() {
            for (otherPlace, other) in ordered.enumerated() {
                #expect((one < other) == (place < otherPlace))
                #expect((one == other) == (place == otherPlace))
            }
        }
    }
}
