// Writes a YAML tree as JSON, with aliases and merge keys expanded.

/// Writes JSON whose values are on the same lines as in the YAML: line breaks go where JSON allows blank
/// space. Readers of the JSON therefore report the user's own line numbers, without a source map.
struct JSONWriter {
    /// The most bytes that aliases and merge keys may add. Real descriptions stay below a hundredth of it.
    static let expansionLimit = 16 << 20
    /// The cost of a value besides its text: about as much as a reader of it uses.
    private static let valueCost = 16

    private let tree: YAMLTree
    private var output: [UInt8] = []
    private var line: UInt32 = 0
    private var expanded = 0
    private var stack: [Frame] = []

    /// A container that is being written.
    private struct Frame {
        enum Content {
            /// The nodes up to `end`; in a mapping keys and values alternate.
            case nodes(end: Int)
            /// The keys and values of a mapping with merge keys, alternating.
            case members([Int])
        }

        var isMapping: Bool
        var content: Content
        /// The next node, or the index in `members`.
        var cursor: Int
        var isKeyNext: Bool
        var isFirst = true
        /// Whether it replaces an alias.
        var isExpansion: Bool
    }

    static func makeJSON(_ tree: YAMLTree) throws(YAMLError) -> [UInt8] {
        guard !tree.nodes.isEmpty else { return Array("null".utf8) }
        var writer = JSONWriter(tree)
        try writer.writeTree()
        return writer.output
    }

    private init(_ tree: YAMLTree) {
        self.tree = tree
        output.reserveCapacity(tree.pool.count + tree.nodes.count * 4)
    }

    private mutating func writeTree() throws(YAMLError) {
        try write(0, isExpansion: false)
        while let frame = stack.last {
            guard let node = nextNode(frame) else {
                output.append(frame.isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                stack.removeLast()
                continue
            }
            let top = stack.count - 1
            if frame.isMapping, frame.isKeyNext {
                if !frame.isFirst { output.append(UInt8(ascii: ",")) }
                stack[top].isFirst = false
                stack[top].isKeyNext = false
                try writeKey(node, isExpansion: frame.isExpansion)
            } else {
                if !frame.isMapping, !frame.isFirst { output.append(UInt8(ascii: ",")) }
                stack[top].isFirst = false
                stack[top].isKeyNext = true
                try write(node, isExpansion: frame.isExpansion)
            }
        }
    }

    /// Returns the next node, and advances.
    private mutating func nextNode(_ frame: Frame) -> Int? {
        let top = stack.count - 1
        switch frame.content {
        case .nodes(let end):
            guard frame.cursor < end else { return nil }
            stack[top].cursor = Int(tree.nodes[frame.cursor].next)
            return frame.cursor
        case .members(let members):
            guard frame.cursor < members.count else { return nil }
            stack[top].cursor += 1
            return members[frame.cursor]
        }
    }

    private mutating func writeKey(_ index: Int, isExpansion: Bool) throws(YAMLError) {
        let node = try scalarKey(index)
        advanceToLine(tree.nodes[index].line)
        try spend(isExpansion ? node.key.count : 0, at: index)
        output += tree.pool[node.key]
        output.append(UInt8(ascii: ":"))
    }

    /// A key's scalar; the key may be an alias of one.
    private func scalarKey(_ index: Int) throws(YAMLError) -> YAMLTree.Node {
        let node = tree.nodes[resolved(index)]
        guard node.kind == .scalar else {
            throw YAMLError(.notJSON, "a key is a list or a mapping, and JSON has only text as keys", line: Int(node.line) + 1)
        }
        return node
    }

    /// An alias never refers to another alias: an anchor names a value.
    private func resolved(_ index: Int) -> Int { tree.nodes[index].kind == .alias ? tree.nodes[index].target : index }

    /// Writes a scalar, or begins a container.
    private mutating func write(_ index: Int, isExpansion: Bool) throws(YAMLError) {
        advanceToLine(tree.nodes[index].line)
        let target = resolved(index)
        let isExpansion = isExpansion || target != index
        let node = tree.nodes[target]
        try spend(isExpansion ? Self.valueCost + node.value.count : 0, at: index)
        switch node.kind {
        case .scalar: output += tree.pool[node.value]
        case .sequence, .mapping:
            let isMapping = node.kind == .mapping
            output.append(isMapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
            let content = node.merges ? Frame.Content.members(try merged(target)) : .nodes(end: Int(node.next))
            let cursor = if case .members = content { 0 } else { target + 1 }
            stack.append(
                Frame(isMapping: isMapping, content: content, cursor: cursor, isKeyNext: true, isExpansion: isExpansion))
        case .alias: break
        }
    }

    /// The members of a mapping with merge keys (yaml.org/type/merge): its own, then the members
    /// of the merged mappings with new keys.
    private mutating func merged(_ mapping: Int) throws(YAMLError) -> [Int] {
        var members: [Int] = []
        var keys: Set<ArraySlice<UInt8>> = []
        var waiting = [mapping]
        var seen: Set<Int> = []
        while let current = waiting.popLast() {
            guard seen.insert(current).inserted else { continue }
            var sources: [Int] = []
            var index = current + 1
            while index < Int(tree.nodes[current].next) {
                let value = Int(tree.nodes[index].next)
                let key = try scalarKey(index)
                if key.merges {
                    sources += try self.sources(value)
                } else if current == mapping || keys.insert(tree.pool[key.key]).inserted {
                    keys.insert(tree.pool[key.key])
                    members += [index, value]
                }
                try spend(current == mapping ? 0 : Self.valueCost, at: mapping)
                index = Int(tree.nodes[value].next)
            }
            waiting += sources.reversed()
        }
        return members
    }

    /// The mappings that a merge key refers to: one, or a list of them.
    private mutating func sources(_ value: Int) throws(YAMLError) -> [Int] {
        let target = resolved(value)
        switch tree.nodes[target].kind {
        case .mapping: return [target]
        case .sequence:
            var sources: [Int] = []
            var index = target + 1
            while index < Int(tree.nodes[target].next) {
                let source = resolved(index)
                guard tree.nodes[source].kind == .mapping else { throw notMergeable(index) }
                // Every mapping of the text may merge the same list.
                try spend(Self.valueCost, at: value)
                sources.append(source)
                index = Int(tree.nodes[index].next)
            }
            return sources
        case .scalar, .alias: throw notMergeable(value)
        }
    }

    private func notMergeable(_ index: Int) -> YAMLError {
        YAMLError(.notJSON, "the merge key << has a value that is not a mapping", line: Int(tree.nodes[index].line) + 1)
    }

    /// Counts the expansion of aliases, so that a few lines cannot become gigabytes.
    private mutating func spend(_ amount: Int, at index: Int) throws(YAMLError) {
        expanded += amount
        guard expanded <= Self.expansionLimit else {
            throw YAMLError(
                .excessive, "its aliases grow to more than \(Self.expansionLimit >> 20) MiB",
                line: Int(tree.nodes[index].line) + 1)
        }
    }

    /// Moves to a line. The content of an alias is on the alias's line.
    private mutating func advanceToLine(_ wanted: UInt32) {
        while line < wanted {
            output.append(UInt8(ascii: "\n"))
            line += 1
        }
    }
}
