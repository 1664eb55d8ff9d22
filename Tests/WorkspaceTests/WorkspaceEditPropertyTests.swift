// Random workspaces and random changes: what is read afterwards is what the change says, no comment is lost, and what is undone by hand is gone.

import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct WorkspaceEditPropertyTests {
    /// Writes a workspace in one of many ways.
    private struct Author {
        var random: SplitMix64
        var names: [String] = []
        private var comments = 0

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }

        /// Said to be about somebody, so that it may go with him.
        private mutating func comment(_ owner: String) -> String {
            comments += 1
            return "# <\(owner)> \(comments)"
        }

        private mutating func note(_ owner: String) -> String { chance(25) ? "   " + comment(owner) : "" }

        mutating func file() -> String {
            let step = pick([2, 4])
            let isBlock = chance(75)
            var lines = ["# <> head", "apis:", "  shop:", "    environments: { release: [https://a.example] }"]
            if isBlock {
                lines += ["    requests:\(note(""))"] + entries(4 + step, step, "", 3)
            } else {
                lines += ["    requests: { " + flowEntries("", 2) + " }\(note(""))"]
            }
            if chance(50), let name = names.first { lines.append("    chains: { c: [\(name), \"\(pick(names))\"] }\(note(""))") }
            if chance(40) { lines += ["    groups:", "      g:"] + names.prefix(3).map { "      - \($0)\(note(""))" } }
            if chance(30) { lines += ["", comment("end"), "persist: true"] }
            return lines.joined(separator: pick(["\n", "\n", "\r\n"])) + pick(["", "\n", "\n"])
        }

        private mutating func entries(_ indent: Int, _ step: Int, _ prefix: String, _ depth: Int) -> [String] {
            let space = String(repeating: " ", count: indent)
            var lines: [String] = []
            for index in 0..<Int.random(in: 1...3, using: &random) {
                let key = pick(["r", "q", "ä", "X-"]) + "\(index)"
                let name = prefix + key
                if chance(20) { lines.append("") }
                if chance(30) { lines.append(space + comment(name)) }
                let written = pick([key, "\"\(key)\"", "'\(key)'"])
                if depth > 1, chance(30) {
                    if chance(50) {
                        lines.append("\(space)\(written): { folder: { \(flowEntries(name + "/", 1)) } }\(note(name))")
                    } else {
                        let inner = String(repeating: " ", count: indent + step)
                        lines += ["\(space)\(written):\(note(name))", "\(inner)folder:\(note(name))"]
                        lines += entries(indent + 2 * step, step, name + "/", depth - 1)
                    }
                    continue
                }
                names.append(name)
                if chance(40) {
                    lines.append("\(space)\(written): \(flow())\(note(name))")
                } else {
                    lines += ["\(space)\(written):\(note(name))"] + block(indent + step, step, name)
                }
            }
            return lines
        }

        private mutating func flowEntries(_ prefix: String, _ count: Int) -> String {
            (0..<count).map { index in
                let name = "\(prefix)f\(index)"
                names.append(name)
                return "f\(index): \(flow())"
            }
            .joined(separator: ", ")
        }

        private mutating func flow() -> String {
            var parts = ["url: \(pick(["/", "\"/a b\"", "'/x'"]))"]
            if chance(40) { parts.append("parameters: { p: \(pick(["1", "[a, \"b\"]", "''"])), q: x }") }
            if chance(30) { parts.append("body: { json: { a: [1, { b: null }] } }") }
            if chance(30) { parts.append("assert: { status: 200 }") }
            return "{ \(parts.joined(separator: ", ")) }"
        }

        private mutating func block(_ indent: Int, _ step: Int, _ owner: String) -> [String] {
            let space = String(repeating: " ", count: indent)
            let inner = space + String(repeating: " ", count: step)
            var lines = ["\(space)url: /x\(note(owner))"]
            if chance(30) { lines.append("\(space)\(comment(owner))") }
            if chance(40) {
                lines += ["\(space)headers:", "\(inner)A: b\(note(owner))", "\(inner)\(comment(owner))", "\(inner)C: \"d\""]
            }
            if chance(25) {
                lines += ["\(space)body: \(pick(["|", ">-", "|+"]))", "\(inner)text # no comment", "", "\(inner)  more"]
            }
            if chance(25) { lines += ["\(space)description: two", "\(inner)lines\(note(owner))"] }
            if chance(25) { lines += ["\(space)capture:", "\(inner)t: { json: $.t }\(note(owner))"] }
            if chance(20) { lines.append("\(space)\(comment(owner))") }
            return lines
        }

        mutating func request(_ name: String) -> WorkspaceRequest {
            var request = WorkspaceRequest(
                name: name, target: .address(pick([.get, .post]), WorkspaceText(literal: pick(["/x", "/y: #"]))))
            let text = { (value: String) in WorkspaceText(literal: value) }
            if chance(50) { request.parameters = ["p", "z", "q"].map { .init($0, text(pick(["1", "b c", "~", "no"]))) } }
            if chance(50) { request.headers = [.init("A", text("b")), .init("C", text(pick(["d", "e"])))] }
            request.body = pick([
                .none, .text(text("a\nb # c\n"), type: nil), .text(text("x"), type: "text/x"),
                .json(text(#"{"a":[1,{"b":false}]}"#)),
                .form([.init("k", text("v")), .init("l", text("w")), .init("k", text("x"))]),
            ])
            request.auth = pick([.inherited, .none])
            request.timeout = pick([nil, .seconds(3), .milliseconds(1200)])
            return request
        }
    }

    private static func work(_ bytes: [UInt8]) throws -> SavedWork {
        try WorkspaceFile(bytes, path: "/w/explorer.yaml").apis.first?.work ?? SavedWork()
    }

    /// Each with whom it is about.
    private static func comments(_ bytes: [UInt8]) -> Set<String> {
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
        return Set(lines.compactMap { line in line.firstRange(of: "# <").map { String(line[$0.upperBound...]) } })
    }

    private static func apply(_ change: SavedChange, to bytes: [UInt8]) throws -> [UInt8] {
        try WorkspaceEdit.apply(change, api: "shop", to: bytes, path: "/w/explorer.yaml")
    }

    @Test func everyChangeIsReadAsItIsMeant() throws {
        var (made, refused) = (0, 0)
        for seed in 0..<150 as Range<UInt64> {
            var author = Author(seed: seed)
            var bytes = Array(author.file().utf8)
            for round in 0..<4 {
                let work = try Self.work(bytes)
                let name = author.pick(work.requests.map(\.name))
                let target = author.pick([
                    "n\(round)", "q0/n\(round)", "n/m/k\(round)", SavedWork.folder(name) + "n\(round)", "no",
                ])
                let changes: [SavedChange] = [
                    .put(author.request(name)), .put(author.request(target)), .remove(name), .move(name, to: target),
                    .copy(name, to: target),
                ]
                let change = author.pick(changes)
                let why = Comment(rawValue: "seed \(seed), round \(round), \(change)\n\(String(decoding: bytes, as: UTF8.self))")
                guard let wanted = try? work.changed(by: change), !wanted.requests.isEmpty || wanted.isEmpty else {
                    #expect(throws: EditProblem.self, why) { try Self.apply(change, to: bytes) }
                    continue
                }
                do {
                    let after = try Self.apply(change, to: bytes)
                    #expect(try Self.work(after).withoutLines == wanted, why)
                    let lost = Self.comments(bytes).subtracting(Self.comments(after))
                    // Comments name whom they were about at first.
                    if round == 0 { #expect(lost.allSatisfy { Self.mayGo($0, change, name) }, "\(lost) \(why)") }
                    bytes = after
                    made += 1
                } catch let problem as EditProblem {
                    #expect(problem.message == "its comments do not fit in braces", "\(problem) \(why)")
                    refused += 1
                }
                guard !wanted.isEmpty else { break }
            }
            guard try !Self.work(bytes).isEmpty else { continue }
            // What is added and taken away again leaves no trace.
            for name in ["zz", "q0/zz", "n/zz/z"] {
                guard let added = try? Self.apply(.put(author.request(name)), to: bytes) else { continue }
                #expect(
                    try Self.apply(.remove(name), to: added) == bytes,
                    "seed \(seed) \(name)\n\(String(decoding: added, as: UTF8.self))")
            }
        }
        #expect(made > 250 && refused < made / 20, "\(made) made, \(refused) refused")
    }

    /// A comment about what is gone: the request, a part of it that was replaced, a folder that is empty without it.
    private static func mayGo(_ comment: String, _ change: SavedChange, _ name: String) -> Bool {
        let owner = String(comment.prefix { $0 != ">" })
        switch change {
        case .remove: return owner == name || name.hasPrefix(owner + "/") || owner.isEmpty
        case .move: return name.hasPrefix(owner + "/")
        case .put(let request): return owner == request.name
        case .copy: return false
        }
    }
}
