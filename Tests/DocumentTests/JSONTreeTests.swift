// The rows of a tree, against the slow and obvious way to make them.

import Document
import TestSupport
import Testing

struct JSONTreeTests {
    private struct Row: Equatable {
        var id: Int
        var depth: Int
        var key: String?
        var place: Int
        var isOpen: Bool
        var parent: Int?
    }

    /// By recursion over the values, as a person would write it down.
    private func rows(_ node: JSONNode, _ folds: JSONFolds) -> [Row] {
        var rows: [Row] = []
        func add(_ node: JSONNode, _ depth: Int, _ key: String?, _ place: Int, _ parent: Int?) {
            let isOpen = node.count > 0 && folds.isOpen(node.id, depth: depth)
            let row = rows.count
            rows.append(Row(id: node.id, depth: depth, key: key, place: place, isOpen: isOpen, parent: parent))
            guard isOpen else { return }
            for (place, member) in node.members.enumerated() { add(member.value, depth + 1, member.key, place, row) }
            for (place, element) in node.elements.enumerated() { add(element, depth + 1, nil, place, row) }
        }
        add(node, 0, nil, 0, nil)
        return rows
    }

    private func rows(_ tree: JSONTree) -> [Row] {
        (0..<tree.count).map { number in
            let row = tree[number]
            return Row(
                id: row.value.id, depth: row.depth, key: row.key.map { $0.string ?? "?" }, place: row.place, isOpen: row.isOpen,
                parent: tree.ancestors(of: number).last)
        }
    }

    @Test(arguments: 1...60)
    func rowsAreThoseOfTheObviousWayHoweverItIsFolded(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = try JSONDocument(Array(RandomJSON.text(&random, depth: 6).utf8))
        var folds = JSONFolds(openDepth: Int.random(in: 0...4, using: &random))
        var tree = JSONTree(document, folds: folds)
        for _ in 1...20 {
            #expect(rows(tree) == rows(document.root, folds))
            if Int.random(in: 0..<6, using: &random) == 0 {
                folds = JSONFolds(openDepth: Int.random(in: 0...6, using: &random))
            } else {
                // Also of what is hidden, and of what cannot be folded.
                let all = rows(document.root, .allOpen)
                for _ in 0...Int.random(in: 0...1, using: &random) {
                    guard let row = all.randomElement(using: &random) else { continue }
                    folds.setOpen(row.id, depth: row.depth, open: Bool.random(using: &random))
                }
            }
            tree.refold(folds)
        }
    }

    @Test(arguments: 1...30)
    func aHiddenNodeIsFoundInTheFoldedContainerAroundIt(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = try JSONDocument(Array(RandomJSON.text(&random, depth: 6).utf8))
        let tree = JSONTree(document, folds: JSONFolds(openDepth: Int.random(in: 0...3, using: &random)))
        let visible = rows(tree).map(\.id)
        for row in rows(document.root, .allOpen) {
            let around = document.ancestors(of: row.id) + [row.id]
            #expect(tree[tree.findRow(of: row.id)].value.id == around.last { visible.contains($0) })
        }
    }

    @Test(arguments: 1...30)
    func everyPointerLeadsToItsNode(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Of two equal keys a pointer means the last: a document without such is written here.
        let text =
            "[" + (0..<3).map { _ in RandomJSON.text(&random, depth: 0) }.joined(separator: ",")
            + #",{"a/b":[1,{"~":[{}]}],"":2}]"#
        let document = try JSONDocument(Array(text.utf8))
        let tree = JSONTree(document, folds: .allOpen)
        for row in 0..<tree.count {
            let id = tree[row].value.id
            #expect(document.root.resolve(pointer: document.pointer(to: id))?.id == id)
            #expect(document.ancestors(of: id).count == tree[row].depth)
        }
        #expect(document.node(-1) == nil && document.node(document.nodeCount) == nil)
    }

    @Test func theTreeOfAnInnerNodeKnowsNothingOfWhatIsAroundIt() throws {
        let document = try JSONDocument(Array(#"{"a": {"b": [1, 2]}, "c": 3}"#.utf8))
        let inner = try #require(document.root.resolve(pointer: "/a"))
        let tree = JSONTree(document, root: inner.id, folds: .allOpen)
        #expect((0..<tree.count).map { tree[$0].value.source } == [#"{"b": [1, 2]}"#, "[1, 2]", "1", "2"])
        #expect((0..<tree.count).map { tree[$0].depth } == [0, 1, 2, 2])
        #expect(tree[0].key == nil)
    }

    @Test func aHundredThousandLevelsNeedNoStack() throws {
        let depth = 100_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let document = try JSONDocument(Array(text.utf8))
        #expect(JSONTree.openDepth(for: document) == 2)
        var tree = JSONTree(document, folds: .allOpen)
        #expect(tree.count == depth && tree[depth - 1].depth == depth - 1)
        #expect(tree.ancestors(of: depth - 1).count == depth - 1)
        tree.refold(JSONFolds(openDepth: 1))
        #expect(tree.count == 2)
    }

    @Test func aLargeDocumentIsOpenAsFarAsItIsShort() throws {
        func depth(_ text: String) throws -> Int { JSONTree.openDepth(for: try JSONDocument(Array(text.utf8)), rows: 10) }
        #expect(try depth("[1, [2]]") == .max)
        let row = #"{"a": 1, "b": 2}"#
        #expect(try depth("[\(Array(repeating: row, count: 20).joined(separator: ","))]") == 1)
        #expect(try depth("[\(Array(repeating: "[[[[[]]]]]", count: 4).joined(separator: ","))]") == 2)
        #expect(try depth("{\((1...20).map { "\"\($0)\": \($0)" }.joined(separator: ","))}") == 1)
    }
}
