// Searching thousands of endpoints: what is found does not depend on how it was typed.

import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Canvas
@testable import Screen

@Suite struct EndpointSearchTests {
    private static func endpoints(_ count: Int) -> [EndpointSummary] {
        let nouns = ["issues", "pulls", "users", "orgs", "actions", "runs", "secrets", "teams", "hooks", "labels", "größen"]
        let methods: [HTTPMethod] = [.get, .post, .put, .delete]
        return (0..<count).map { index in
            let (first, second) = (nouns[index % nouns.count], nouns[index / nouns.count % nouns.count])
            return EndpointSummary(
                index: index, method: methods[index % 4], path: "/\(first)/{owner}/\(second)/{id\(index / 121)}",
                id: "\(first)/list-\(second)-\(index)", summary: "What the \(second) of a \(first) are", tags: [first],
                isDeprecated: false, pointer: "")
        }
    }

    @Test func typingAndDeletingFindsWhatAFreshSearchFinds() {
        let endpoints = Self.endpoints(3_000)
        let fresh = EndpointSearch(endpoints)
        var typed = fresh
        var random = SplitMix64(seed: 7)
        var text = ""
        for _ in 0..<150 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: text = String(text.dropLast())
            case 1: text = ["", "issues", "get us", "lis", "größ"].randomElement(using: &random) ?? ""
            default: text.append("isuelrg /ö".randomElement(using: &random) ?? " ")
            }
            var other = fresh
            let query = FuzzyQuery(text)
            #expect(typed.find(query) == other.find(query), "after '\(text)'")
        }
    }

    @Test func twentyThousandEndpointsAreRankedWhole() {
        var search = EndpointSearch(Self.endpoints(20_000))
        #expect(search.count == 20_000)
        #expect(search.find(FuzzyQuery("e")).count == 20_000)
        let teams = search.find(FuzzyQuery("teams"))
        let endpoints = Self.endpoints(20_000)
        #expect(teams.prefix(100).allSatisfy { endpoints[$0].path.contains("/teams/") })
        #expect(Set(teams).count == teams.count)
        let both = search.find(FuzzyQuery("teams labels delete"))
        #expect(both.count > 50)
        #expect(both.allSatisfy { endpoints[$0].method == .delete && endpoints[$0].path.contains("labels") })
    }
}
