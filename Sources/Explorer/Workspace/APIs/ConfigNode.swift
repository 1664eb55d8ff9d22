// A value of explorer.yaml on its way to a typed one: what does not fit is noted with its line, and reading goes on, so that all is told at once.

import Canvas
import Catalog
import Document

/// Where problems are noted while a file is read.
final class ConfigNotes {
    private(set) var problems: [ConfigProblem] = []
    private(set) var warnings: [ConfigProblem] = []
    /// What the workspace does only when the user agrees.
    private(set) var needs: [TrustNeed] = []
    /// The API that is being read; empty where there is one only, or for all of them.
    var api = ""
    /// The user has agreed.
    let isTrusted: Bool
    /// What it refers to is brought; `false` for whoever only looks at what is written.
    let looksUp: Bool

    init(isTrusted: Bool, looksUp: Bool = true) {
        self.isTrusted = isTrusted
        self.looksUp = looksUp
    }

    /// A workspace that wants more is refused: no user reads so many.
    private static let mostNeeds = 1_000
    private var known: Set<TrustNeed> = []

    /// Whether secrets are sent to the services: something is read or run whose value goes along.
    var holdsSecrets: Bool { needs.contains { $0.kind == .secret || $0.kind == .command } }

    /// Notes that the user has to agree.
    /// - Returns: whether he did; without that, what needs it is left out.
    func asks(_ line: @autoclosure () -> Int, _ kind: TrustNeed.Kind, _ text: String, stamp: String = "") -> Bool {
        guard known.insert(TrustNeed(kind, text, api: api, stamp: stamp)).inserted else { return isTrusted }
        // To find a line costs a walk through the text.
        let line = line()
        if needs.count == Self.mostNeeds {
            complain(line, "the workspace wants more than \(Self.mostNeeds) things that you would have to agree to", "split it")
        }
        if needs.count <= Self.mostNeeds { needs.append(TrustNeed(kind, text, api: api, line: line, stamp: stamp)) }
        return isTrusted
    }

    /// Notes everything outside that texts anywhere in the file refer to: where one reader stops for want of consent, others have not been asked.
    /// - Parameter folder: the workspace's.
    func asksForAll(below root: JSONNode, in folder: String) {
        var open = [root]
        while let node = open.popLast(), needs.count <= Self.mostNeeds {
            // The last is looked at next, so that the first place is told.
            open += (Array(node.elements) + node.members.map(\.value)).reversed()
            guard let text = node.string, text.contains("${") else { continue }
            for reference in (try? WorkspaceText(text))?.outside ?? [] { _ = asks(node.line, reference, in: folder) }
        }
    }

    func asks(_ line: @autoclosure () -> Int, _ reference: OutsideReference, in folder: String) -> Bool {
        let isCommand = reference.place == .command
        return asks(
            line(), isCommand ? .command : .secret, ConfigNode.deed(reference),
            stamp: isCommand ? ProgramStamp.of(reference.name, in: folder) : "")
    }

    func complain(_ line: Int, _ message: String, _ hint: String) {
        problems.append(ConfigProblem(line: line, message: message, hint: hint))
    }

    func warn(_ line: Int, _ message: String, _ hint: String) {
        warnings.append(ConfigProblem(line: line, message: message, hint: hint))
    }
}

struct ConfigNode {
    let node: JSONNode
    /// What it is called in messages.
    let name: String
    let notes: ConfigNotes

    var line: Int { node.line }

    /// Notes that it cannot be used.
    func complain(_ message: String, _ hint: String) { notes.complain(line, message, hint) }

    /// Notes that it does this only with the user's consent, and says whether there is.
    func asks(_ kind: TrustNeed.Kind, _ text: String) -> Bool { notes.asks(line, kind, text) }

    /// The options of a mapping, by names with `-`; names with `_` count as the same.
    /// - Parameters:
    ///   - known: the options that there are.
    ///   - why: what is to be said of an option that is known and has no place here.
    func options(_ known: [String], why: (String) -> String? = { _ in nil }) -> [String: ConfigNode] {
        guard node.kind == .object else {
            complain("\(name) is no mapping", "write '\(known[0]): …' below it")
            return [:]
        }
        var found: [String: ConfigNode] = [:]
        for (key, value) in node.members {
            let option = key.replacing("_", with: "-")
            guard known.contains(option) else {
                let guess = ClosestName.to(option, among: known).map { "did you mean \($0)?" }
                let hint = why(option) ?? guess ?? "there are \(known.joined(separator: ", "))"
                notes.complain(value.line, "'\(key)' is no option of \(name)", hint)
                continue
            }
            if let first = found[option] {
                notes.complain(value.line, "'\(key)' is set twice", "remove it here or in line \(first.line)")
            }
            found[option] = ConfigNode(node: value, name: option, notes: notes)
        }
        return found
    }

    /// The entries of a mapping with names of the user's own, in the order of the file.
    func entries(_ example: String) -> [ConfigNode] {
        guard node.kind == .object, node.count > 0 else {
            complain("\(name) is no mapping with entries", "write \(example) below it")
            return []
        }
        var names: [String: Int] = [:]
        return node.members.compactMap { key, value in
            if let first = names[key] {
                notes.complain(value.line, "'\(key)' stands twice in \(name)", "remove it here or in line \(first)")
                return nil
            }
            names[key] = value.line
            return ConfigNode(node: value, name: key, notes: notes)
        }
    }

    /// The elements of a list; a single value is a list of one.
    var elements: [ConfigNode] {
        guard node.kind == .array else { return [self] }
        return node.elements.map { ConfigNode(node: $0, name: name, notes: notes) }
    }
}
