// Lists as tables: which array is the list, which columns it has, and the order of its rows.

import Document
import TestSupport
import Testing

struct JSONTableTests {
    private func document(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8)) }
    private func table(_ text: String) throws -> JSONTable { try #require(JSONTable(try document(text))) }

    private func texts(_ table: JSONTable) -> [[String]] {
        (0..<table.count).map { table.cells($0).map { $0.map(JSONTable.makeText) ?? "-" } }
    }

    @Test(arguments: [
        ("[]", ""), ("[1]", ""), (#"[{"a": 1}]"#, ""), ("{}", nil), ("1", nil), (#""x""#, nil), ("null", nil),
        (#"{"data": [{"a": 1}], "meta": {"n": 1}}"#, "/data"), (#"{"items": [1, 2]}"#, "/items"),
        (#"{"results": [[1], [2]]}"#, "/results"), (#"{"data": []}"#, "/data"),
        // Of two usual names the one of objects.
        (#"{"values": [1], "items": [{"a": 1}]}"#, "/items"),
        (#"{"hits": {"total": 1, "hits": [{"a": 1234567890, "b": 1234567890}]}}"#, "/hits/hits"),
        (#"{"_embedded": {"lamps": [{"a": 1234567890, "b": 1234567890}]}}"#, "/_embedded/lamps"),
        (#"{"a": {"b": {"c": {"d": [{"long": 12345678901234567890}]}}}}"#, nil),
        // A thing that has a list is not a list.
        (#"{"id": 1, "items": [{"a": 1}], "description": "a thing that is described at length"}"#, nil),
        (#"{"id": 1, "tags": ["a", "b"], "name": "lamp"}"#, nil),
        (#"{"id": 1, "title": "one thing with a name that is long", "labels": [{"id": 1}, {"id": 2}]}"#, nil),
    ])
    func theListIsWhatTheAnswerIsAbout(_ text: String, _ pointer: String?) throws {
        let document = try document(text)
        #expect(JSONList.findList(in: document).map { document.pointer(to: $0.id) } == pointer)
    }

    @Test func columnsAreAllKeysInTheOrderOfTheirAppearance() throws {
        let table = try table(#"[{"id": 1, "name": "a"}, {"name": "b", "price": 2.5, "id": 2}, {"price": null}]"#)
        #expect(table.columns.map(\.title) == ["id", "name", "price"])
        #expect(table.columns.map(\.isNumeric) == [true, false, true])
        #expect(texts(table) == [["1", "a", "-"], ["2", "b", "2.5"], ["-", "-", "null"]])
    }

    @Test func objectsInObjectsShowWhatTellsMost() throws {
        let table = try table(
            #"[{"user": null, "at": {"x": 1, "y": 2}}, {"user": {"id": 7, "a": 1, "b": 2, "login": "ada", "c": []}, "at": "here"}]"#
        )
        #expect(table.columns.map(\.title) == ["user.login", "at.x", "at.y"])
        #expect(texts(table) == [["null", "1", "2"], ["ada", "here", "here"]])
    }

    @Test func whatIsNoScalarIsShort() throws {
        let table = try table(#"[{"a": [], "b": [1, "x", null], "c": [{"d": 1}], "e": {"f": [1]}, "g": "two\nlines"}]"#)
        #expect(texts(table) == [["[0]", "1, x, null", "[1]", "{1}", "two\nlines"]])
    }

    @Test func listsOfListsAndOfScalarsHaveColumnsToo() throws {
        #expect(texts(try table("[[1, 2], [3], []]")) == [["1", "2"], ["3", "-"], ["-", "-"]])
        let scalars = try table(#"[1, "a", null]"#)
        #expect(scalars.columns.map(\.title) == ["value"])
        #expect(texts(scalars) == [["1"], ["a"], ["null"]])
        let mixed = try table(#"[{"a": 1}, 2, [3]]"#)
        #expect(mixed.columns.map(\.title) == ["a", "0", "value"])
        #expect(texts(mixed) == [["1", "-", "-"], ["-", "-", "2"], ["-", "3", "-"]])
    }

    @Test func aTableHasAtMostSixtyColumns() throws {
        let wide = (0..<200).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        #expect(try table("[{\(wide)}]").columns.map(\.title) == (0..<60).map { "k\($0)" })
        #expect(try table("[[\((0..<200).map(String.init).joined(separator: ","))]]").columns.count == 60)
    }

    @Test(arguments: 1...60)
    func everyCellIsWhatTheKeySays(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rows = (0...Int.random(in: 0...12, using: &random)).map { _ in
            "{"
                + ["id", "name", "size", "id"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
                .map { "\"\($0)\": \(RandomJSON.text(&random, depth: 0))" }.joined(separator: ",") + "}"
        }
        let table = try table("[\(rows.joined(separator: ","))]")
        for place in 0..<table.count {
            let cells = table.cells(place)
            for (index, column) in table.columns.enumerated() {
                let expected = table.element(place)[column.title]
                #expect(cells[index]?.id == expected?.id)
                #expect(table.cell(place, column: index)?.id == expected?.id)
            }
            #expect(cells.compactMap { $0 }.count == Set(table.element(place).members.map(\.key)).count)
        }
    }

    /// An obvious sort: rows with a value first, of one kind together, equals as they came.
    @Test(arguments: 1...60)
    func sortingIsStableAndPutsWhatIsMissingLast(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = (0..<30).map { _ in
            ["1", "2.5", "-3", "10", "1e1", #""b""#, #""A""#, #""a""#, "true", "false", "null", "", "[1]", "[]"].randomElement(
                using: &random) ?? ""
        }
        let table = try table(
            "[" + (["{\"v\": 0}"] + values.map { $0.isEmpty ? "{}" : "{\"v\": \($0)}" }).joined(separator: ",") + "]")
        for isDescending in [false, true] {
            let order = table.places(in: JSONTableOrder(column: 0, isDescending: isDescending)).map(Int.init)
            #expect(order.sorted() == Array(0..<table.count))
            let keys = order.map { key(table.cell($0, column: 0)) }
            for (index, (left, right)) in zip(keys, keys.dropFirst()).enumerated() {
                guard let right else { continue }
                let left = try #require(left, "nothing comes after what is missing")
                if left == right {
                    #expect(order[index] < order[index + 1])
                } else {
                    #expect(left.lexicographicallyPrecedes(right) != isDescending)
                }
            }
        }
        #expect(table.places(in: JSONTableOrder(column: 9)).map(Int.init) == Array(0..<table.count))
    }

    /// From 2⁵³ on neighbours have the same double.
    @Test func largeNumbersAreSortedByAllTheirDigits() throws {
        let values = [
            "9007199254740993", "9007199254740992", "1e400", "9007199254740994", "-9007199254740993", "9007199254740991",
            "-9007199254740992", "10000000000000001", "1e16", "7", "1e401", "9.007199254740992e15",
        ]
        let table = try table("[" + values.map { "{\"id\": \($0)}" }.joined(separator: ",") + "]")
        func sorted(_ isDescending: Bool) -> [String] {
            table.places(in: JSONTableOrder(column: 0, isDescending: isDescending)).map { values[Int($0)] }
        }
        #expect(
            sorted(false) == [
                "-9007199254740993", "-9007199254740992", "7", "9007199254740991", "9007199254740992", "9.007199254740992e15",
                "9007199254740993", "9007199254740994", "1e16", "10000000000000001", "1e400", "1e401",
            ])
        #expect(
            sorted(true) == [
                "1e401", "1e400", "10000000000000001", "1e16", "9007199254740994", "9007199254740993", "9007199254740992",
                "9.007199254740992e15", "9007199254740991", "7", "-9007199254740992", "-9007199254740993",
            ])
    }

    private func key(_ node: JSONNode?) -> [Double]? {
        switch node?.kind {
        case .number: [0, node?.double ?? 0]
        case .string: [1] + (node?.string ?? "").lowercased().utf8.map(Double.init)
        case .false: [2, 0]
        case .true: [2, 1]
        case .array, .object: [3, Double(node?.count ?? 0)]
        case .null, nil: nil
        }
    }

    @Test func theSampleIsFromAllOverTheTable() throws {
        let table = try table("[" + (0..<10_000).map(String.init).joined(separator: ",") + "]")
        #expect(table.sample.count <= 210 && table.sample.first == 0 && (table.sample.last ?? 0) > 9_800)
        #expect(Set(table.sample).count == table.sample.count)
    }
}
