// The elements of a document, flat, and their JSON form. No depth uses the program's stack.

import Document

struct XMLTree {
    private struct Node {
        /// The name of an element; -1 for a text.
        var name: Int32
        /// The attributes of an element, or the bytes of a text.
        var range: Range<Int32>
        var firstChild: Int32 = -1
        var lastChild: Int32 = -1
        var next: Int32 = -1
    }

    private struct Attribute {
        let name: Int32
        let value: Range<Int32>
    }

    private var nodes: [Node] = []
    private var attributes: [Attribute] = []
    /// The bytes of all texts and values, in UTF-8.
    private var bytes: [UInt8] = []
    /// The open elements, the innermost last.
    private var open: [Int] = []
    private var names: [String] = []
    private var places: [String: Int32] = [:]
    private var nameBytes = 0
    /// The reason why the document is incomplete.
    var fault: String?

    var isEmpty: Bool { nodes.isEmpty }

    /// The approximate memory in bytes; always below 2 GB, because the indices have 32 bits.
    var memory: Int {
        nodes.count * MemoryLayout<Node>.stride + attributes.count * MemoryLayout<Attribute>.stride + bytes.count + nameBytes
    }

    // MARK: Reading

    mutating func openElement(_ name: String) {
        let none = Int32(attributes.count)
        open.append(append(Node(name: place(of: name), range: none..<none)))
    }

    mutating func addAttribute(_ name: String, _ value: String) {
        guard let element = open.last else { return }
        attributes.append(Attribute(name: place(of: name), value: store(value)))
        nodes[element].range = nodes[element].range.lowerBound..<Int32(attributes.count)
    }

    mutating func closeElement() { _ = open.popLast() }

    /// Adds text. Blank space between elements is layout. Two parts around an entity reference are one text.
    mutating func addText(_ text: String) {
        guard let element = open.last else { return }
        let last = Int(nodes[element].lastChild)
        if last >= 0, nodes[last].name < 0 {
            // No other text was stored in between: attributes belong to elements,
            // and an element would be the last child.
            nodes[last].range = nodes[last].range.lowerBound..<store(text).upperBound
        } else if text.utf8.contains(where: { $0 > 0x20 }) {
            _ = append(Node(name: -1, range: store(text)))
        }
    }

    private mutating func place(of name: String) -> Int32 {
        if let place = places[name] { return place }
        let place = Int32(names.count)
        names.append(name)
        places[name] = place
        // The text, and the overhead of the array, the table and the string.
        nameBytes += name.utf8.count + 80
        return place
    }

    private mutating func store(_ text: String) -> Range<Int32> {
        let start = Int32(bytes.count)
        bytes += text.utf8
        return start..<Int32(bytes.count)
    }

    private mutating func append(_ node: Node) -> Int {
        let place = nodes.count
        nodes.append(node)
        guard let parent = open.last else { return place }
        let last = Int(nodes[parent].lastChild)
        if last < 0 { nodes[parent].firstChild = Int32(place) } else { nodes[last].next = Int32(place) }
        nodes[parent].lastChild = Int32(place)
        return place
    }

    private func string(_ range: Range<Int32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }

    // MARK: Writing

    private struct Frame {
        /// The next child; -1 after the last.
        var next: Int
        /// The name of the open array.
        var array = -1
        var isFirst: Bool
    }

    /// The document as a JSON text.
    var json: [UInt8] {
        var output = Array("{".utf8)
        var frames: [Frame] = []
        output += JSONLiteral.string(names[Int(nodes[0].name)]).utf8
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
        if let fault { output += ", \"#error\": \(JSONLiteral.string(fault))".utf8 }
        output += "}".utf8
        return output
    }

    /// Writes a child of the innermost frame.
    private func write(_ child: Int, _ output: inout [UInt8], _ frames: inout [Frame]) {
        let node = nodes[child]
        let place = frames.count - 1
        frames[place].next = Int(node.next)
        let continues = frames[place].array >= 0 && frames[place].array == Int(node.name)
        if !continues {
            if frames[place].array >= 0 { output += "]".utf8 }
            frames[place].array = -1
        }
        if !frames[place].isFirst { output += ", ".utf8 }
        frames[place].isFirst = false
        guard node.name >= 0 else { return output += "\"#text\": \(JSONLiteral.string(string(node.range)))".utf8 }
        if !continues {
            output += JSONLiteral.string(names[Int(node.name)]).utf8
            output += ": ".utf8
            if node.next >= 0, nodes[Int(node.next)].name == node.name {
                frames[place].array = Int(node.name)
                output += "[".utf8
            }
        }
        begin(child, &output, &frames)
    }

    /// Writes the value of an element: whole when it is a text, else its beginning.
    private func begin(_ element: Int, _ output: inout [UInt8], _ frames: inout [Frame]) {
        let node = nodes[element]
        let only = Int(node.firstChild == node.lastChild ? node.firstChild : -2)
        let own = node.name < 0 ? [] : attributes[Int(node.range.lowerBound)..<Int(node.range.upperBound)]
        if own.isEmpty, only == -1 || only >= 0 && nodes[only].name < 0 {
            output += JSONLiteral.string(only >= 0 ? string(nodes[only].range) : "").utf8
            return
        }
        let members = own.map { "\(JSONLiteral.string("@" + names[Int($0.name)])): \(JSONLiteral.string(string($0.value)))" }
        output += ("{" + members.joined(separator: ", ")).utf8
        frames.append(Frame(next: Int(node.firstChild), isFirst: members.isEmpty))
    }
}
