import Testing

@testable import NetLayer

struct CookiePairsTests {
    /// RFC 6265 §4.2.1; a pair may lack its name, or its value.
    @Test(
        arguments: [
            (["a=1; b=2", "c=3"], ["a", "b", "c"]), (["=1; b"], ["", "b"]), ([" a = 1 ;; ;\tb=2=3"], ["a", "b"]), ([], []),
            (["; ;"], []),
        ] as [([String], [String])])
    func namesOfPairs(_ fields: [String], _ names: [String]) {
        #expect(CookiePairs.parse(fields).map(\.name) == names)
    }
}
