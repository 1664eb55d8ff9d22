// The elements of a document, flat; and how they are written as JSON. No depth uses the program's stack.

import Document

struct XMLTree {
    private struct Node {
        /// Of elements; -1 for a text.
        var name: Int
        var text = ""
        var attributes: [(name: String, value: String)] = []
        var firstChild = -1
        var lastChild = -1
        var next = -1
    }

    private var nodes: [Node] = []
    /// The open elements, the innermost last.
    private var open: [Int] = []
    private var names: [String] = []
    private var places: [String: Int] = [:]

    var isEmpty: Bool { nodes.isEmpty }

    // MARK: Reading

    mutating func open(_ name: String) {
        let place = places[name] ?? names.count
        if place == names.count {
            names.append(name)
            places[name] = place
        }
        open.append(append(Node(name: place)))
    }

    mutating func attribute(_ name: String, _ value: String) {
        guard let element = open.last else { return }
        nodes[element].attributes.append((name, value))
    }

    mutating func close() { _ = open.popLast() }

    /// Blank space between elements is layout. What an entity cuts in two is one text.
    mutating func text(_ text: String) {
        guard let element = open.last else { return }
        let last = nodes[element].lastChild
        if last >= 0, nodes[last].name < 0 {
            nodes[last].text += text
        } else if text.utf8.contains(where: { $0 > 0x20 }) {
            _ = append(Node(name: -1, text: text))
        }
    }

    private mutating func append(_ node: Node) -> Int {
        let place = nodes.count
        nodes.append(node)
        guard let parent = open.last else { return place }
        let last = nodes[parent].lastChild
        if last < 0 { nodes[parent].firstChild = place } else { nodes[last].next = place }
        nodes[parent].lastChild = place
        return place
    }

    // MARK: Writing

    private struct Frame {
        /// The next child; -1 after the last.
        var next: Int
        /// The name of the array that is open.
        var array = -1
        var isFirst: Bool
    }

    /// The document as a JSON text.
    var json: [UInt8] {
        var output = Array("{".utf8)
        var frames: [Frame] = []
        output += JSONLiteral.string(names[nodes[0].name]).utf8
        output += ": ".utf8
        begin(0, &output, &frames)
        while let frame = frames.last {
            if frame.next < 0 {
                output += (frame.array >= 0 ? "]}" : "}").utf8
                frames.removeLast()
            } else {
                write(frame.next, &output, &frames)
            }
        }
        return output + Array("}".utf8)
    }

    /// A child of the innermost frame.
    private func write(_ child: Int, _ output: inout [UInt8], _ frames: inout [Frame]) {
        let node = nodes[child]
        let place = frames.count - 1
        frames[place].next = node.next
        let continues = frames[place].array >= 0 && frames[place].array == node.name
        if !continues {
            if frames[place].array >= 0 { output += "]".utf8 }
            frames[place].array = -1
        }
        if !frames[place].isFirst { output += ", ".utf8 }
        frames[place].isFirst = false
        guard node.name >= 0 else { return output += "\"#text\": \(JSONLiteral.string(node.text))".utf8 }
        if !continues {
            output += JSONLiteral.string(names[node.name]).utf8
            output += ": ".utf8
            if node.next >= 0, nodes[node.next].name == node.name {
                frames[place].array = node.name
                output += "[".utf8
            }
        }
        begin(child, &output, &frames)
    }

    /// The value of an element: whole when it is a text, else its beginning.
    private func begin(_ element: Int, _ output: inout [UInt8], _ frames: inout [Frame]) {
        let node = nodes[element]
        let only = node.firstChild == node.lastChild ? node.firstChild : -2
        if node.attributes.isEmpty, only == -1 || only >= 0 && nodes[only].name < 0 {
            output += JSONLiteral.string(only >= 0 ? nodes[only].text : "").utf8
            return
        }
        let members = node.attributes.map { "\(JSONLiteral.string("@" + $0.name)): \(JSONLiteral.string($0.value))" }
        output += ("{" + members.joined(separator: ", ")).utf8
        frames.append(Frame(next: node.firstChild, isFirst: members.isEmpty))
    }
}
