// Values of a document as a list of their own: what is in it, and where that stands in the whole.

import Testing

@testable import Document

@Suite struct JSONSelectionTests {
    private let whole: JSONDocument

    init() throws {
        whole = try JSONDocument(Array(#"{"a": [{"n": 1, "m": [2]}, 3], "b/c": "x"}"#.utf8))
    }

    private func select(_ path: String, limit: Int = JSONSelection.mostNodes) throws -> JSONSelection {
        JSONSelection(whole.nodes(at: try JSONPath(path)).map { UInt32($0.id) }, of: whole, limit: limit)
    }

    @Test func elementsStandInTheOrderOfTheQuery() throws {
        let selection = try select("$['b/c','a','b/c']")
        #expect(selection.document.root.elements.map(\.source) == [#""x""#, #"[{"n": 1, "m": [2]}, 3]"#, #""x""#])
        #expect(selection.document.root.kind == .array && selection.count == 3 && !selection.isCut)
        #expect(selection.makeText(of: 0) == "[\"x\",\n[{\"n\": 1, \"m\": [2]}, 3],\n\"x\"]")
    }

    @Test func everyValueKnowsWhereItStandsInTheWhole() throws {
        let selection = try select("$..*")
        #expect(selection.pointer(to: 0) == nil && selection.pointer(to: selection.document.nodeCount) == nil)
        for id in 1..<selection.document.nodeCount {
            let original = try #require(selection.original(of: id))
            #expect(selection.document.node(id)?.source == whole.node(original)?.source)
            #expect(selection.pointer(to: id) == whole.pointer(to: original))
        }
        #expect(selection.document.root.elements.map { selection.pointer(to: $0.id) }.contains("/b~1c"))
    }

    @Test func oneListIsItself() throws {
        let selection = try select("$.a")
        #expect(selection.isOneList && selection.count == 2 && selection.pointer(to: 1) == "/a/0")
        #expect(try select("$.a[0]").count == 1 && select("$.a[0]").isOneList == false)
    }

    @Test func tooManyAreCut() throws {
        let selection = try select("$[*,*,*]", limit: 1)
        #expect(selection.isCut && selection.document.nodeCount <= whole.nodeCount + 1 && selection.count > 0)
        #expect(try select("$", limit: 1).isCut == false, "the whole is never too much")
        #expect(try select("$.none").count == 0)
    }

    @Test func whatIsInsideAContainerIsKnown() throws {
        let list = try #require(whole.root["a"])
        #expect(try select("$.a[*].n").isInside(list.id) && select("$.a").isInside(list.id))
        #expect(try !select("$..*").isInside(list.id) && !select("$['b/c']").isInside(list.id))
    }
}
