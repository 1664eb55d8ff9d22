// Makes a document out of another one and the differences; and random documents with small differences.

import Document
import TestSupport

/// Applies the differences to the old document. Of the new one it takes what was added or changed, and nothing else.
struct DiffPatch {
    private let old: JSONDocument
    private let new: JSONDocument
    private var gone: Set<Int> = []
    private var changed: [Int: Int] = [:]
    private var moved: [Int: String] = [:]
    /// By the address of what is around it in the new document: address and number.
    private var added: [String: [(pointer: String, node: Int)]] = [:]

    init(_ diff: JSONDiff, _ old: JSONDocument, _ new: JSONDocument) {
        (self.old, self.new) = (old, new)
        for entry in diff.entries {
            switch (entry.kind, entry.old, entry.new) {
            case (.removed, let node?, _): gone.insert(node)
            case (.changed, let node?, let other?): changed[node] = other
            case (.moved, let node?, _): moved[node] = diff.newPointer(entry)
            case (.added, _, let node?):
                let pointer = diff.newPointer(entry) ?? ""
                added[Self.parent(pointer), default: []].append((pointer, node))
            default: break
            }
        }
    }

    private static func parent(_ pointer: String) -> String {
        String(pointer[..<(pointer.lastIndex(of: "/") ?? pointer.startIndex)])
    }
    private static func last(_ pointer: String) -> String { JSONPointer.tokens(pointer)?.last ?? "" }
    private func text(_ node: Int) -> String { new.node(node)?.source ?? "" }

    func apply() -> String { rebuilt(old.root, "") }

    private func rebuilt(_ node: JSONNode, _ pointer: String) -> String {
        if let other = changed[node.id] { return text(other) }
        let arrivals = added[pointer] ?? []
        switch node.kind {
        case .object:
            let stay = node.members.filter { !gone.contains($0.value.id) }.map {
                ($0.key, rebuilt($0.value, JSONPointer.append(pointer, $0.key)))
            }
            return JSONLiteral.object(
                (stay + arrivals.map { (Self.last($0.pointer), text($0.node)) }).map { (key: $0.0, json: $0.1) })
        case .array:
            let stay = node.elements.filter { !gone.contains($0.id) }
            var slots = [String?](repeating: nil, count: stay.count + arrivals.count)
            for arrival in arrivals { Int(Self.last(arrival.pointer)).map { slots[$0] = text(arrival.node) } }
            for element in stay { moved[element.id].map { slots[Int(Self.last($0)) ?? 0] = rebuilt(element, $0) } }
            for element in stay where moved[element.id] == nil {
                let place = slots.firstIndex { $0 == nil } ?? 0
                slots[place] = rebuilt(element, JSONPointer.append(pointer, String(place)))
            }
            return JSONLiteral.array(slots.map { $0 ?? "\"nothing\"" })
        case .string, .number, .true, .false, .null: return node.source
        }
    }
}

/// A document that can be changed a little.
indirect enum DiffValue {
    case scalar(String)
    case array([DiffValue])
    case object([(key: String, value: DiffValue)])

    var text: String {
        switch self {
        case .scalar(let text): text
        case .array(let elements): JSONLiteral.array(elements.map(\.text))
        case .object(let members): JSONLiteral.object(members.map { (key: $0.key, json: $0.value.text) })
        }
    }

    static func random(_ random: inout SplitMix64, depth: Int) -> DiffValue {
        let count = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: return .scalar(RandomJSON.number(&random))
        case 1: return .scalar(["true", "null", "\"\"", "\"a\"", "\"b/~\"", "1", "2", "3"].randomElement(using: &random) ?? "1")
        case 2: return .array((0..<count).map { _ in .random(&random, depth: depth - 1) })
        case 3:
            return .array(
                (0..<count).map {
                    .object([(key: "id", value: .scalar("\($0)")), (key: "v", value: .random(&random, depth: depth - 1))])
                })
        default:
            return .object(
                ["a", "b", "c/d", "", "é"].shuffled(using: &random).prefix(count).map { ($0, .random(&random, depth: depth - 1)) }
            )
        }
    }

    func mutated(_ random: inout SplitMix64) -> DiffValue {
        let isHere = Int.random(in: 0..<4, using: &random) == 0
        switch self {
        case .scalar: return isHere ? .random(&random, depth: 1) : self
        case .array(let elements):
            var elements = elements.map { $0.mutated(&random) }
            if isHere { elements.shuffle(using: &random) }
            if isHere, !elements.isEmpty { elements.remove(at: Int.random(in: elements.indices, using: &random)) }
            if Bool.random(using: &random) {
                elements.insert(.random(&random, depth: 1), at: Int.random(in: 0...elements.count, using: &random))
            }
            return .array(elements)
        case .object(let members):
            var members = members.map { (key: $0.key, value: $0.value.mutated(&random)) }
            if isHere { members.shuffle(using: &random) }
            if isHere { members = members.dropLast() + [(key: "new", value: .random(&random, depth: 1))] }
            return .object(members)
        }
    }
}
