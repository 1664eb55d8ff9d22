// Converts values of explorer.yaml to typed ones. Problems are recorded with their line, and reading goes on,
// so that the user sees all of them at once.

import Canvas
import Catalog
import Document

/// Collects the problems of a file while it is read.
final class ConfigNotes {
    private(set) var problems: [ConfigProblem] = []
    private(set) var warnings: [ConfigProblem] = []
    /// Actions of the workspace that need the user's agreement.
    private(set) var needs: [TrustNeed] = []
    /// The API that is being read; empty if there is only one, or for all of them.
    var api = ""
    /// The user has agreed to the workspace.
    let isTrusted: Bool
    /// Whether to resolve external references; `false` for callers that only read the text.
    let looksUp: Bool

    init(isTrusted: Bool, looksUp: Bool = true) {
        self.isTrusted = isTrusted
        self.looksUp = looksUp
    }

    /// A workspace with more needs is refused: no user reads a longer list.
    private static let mostNeeds = 1_000
    private var known: Set<TrustNeed> = []

    /// Whether requests send secrets to the services: the workspace reads a secret or runs
    /// a command whose output is sent.
    var holdsSecrets: Bool { needs.contains { $0.kind == .secret || $0.kind == .command } }

    /// Records that an action needs the user's agreement.
    /// - Returns: whether the user has agreed. If not, options that depend on it are omitted.
    func requireTrust(_ line: @autoclosure () -> Int, _ kind: TrustNeed.Kind, _ text: String, stamp: String = "") -> Bool {
        guard known.insert(TrustNeed(kind, text, api: api, stamp: stamp)).inserted else { return isTrusted }
        // Finding the line walks through the text.
        let line = line()
        if needs.count == Self.mostNeeds {
            complain(line, "the workspace needs more than \(Self.mostNeeds) permissions", "split it")
        }
        if needs.count <= Self.mostNeeds { needs.append(TrustNeed(kind, text, api: api, line: line, stamp: stamp)) }
        return isTrusted
    }

    /// Records all external references in the texts of the file. Without agreement a reader may stop
    /// before it has recorded its own.
    /// - Parameter folder: the folder of the workspace.
    func requireTrustForAll(below root: JSONNode, in folder: String) {
        var open = [root]
        while let node = open.popLast(), needs.count <= Self.mostNeeds {
            // The loop takes the last node first, so reverse them to record the first line of each need.
            open += (Array(node.elements) + node.members.map(\.value)).reversed()
            guard let text = node.string, text.contains("${") else { continue }
            for reference in (try? WorkspaceText(text))?.externalReferences ?? [] {
                _ = requireTrust(node.line, reference, in: folder)
            }
        }
    }

    func requireTrust(_ line: @autoclosure () -> Int, _ reference: ExternalReference, in folder: String) -> Bool {
        let isCommand = reference.place == .command
        return requireTrust(
            line(), isCommand ? .command : .secret, ConfigNode.describeNeed(reference),
            stamp: isCommand ? ProgramStamp.makeStamp(reference.name, in: folder) : "")
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
    /// The name in messages.
    let name: String
    let notes: ConfigNotes

    var line: Int { node.line }

    /// Records that the value cannot be used.
    func complain(_ message: String, _ hint: String) { notes.complain(line, message, hint) }

    /// Records that the value needs the user's agreement, and returns whether there is one.
    func requireTrust(_ kind: TrustNeed.Kind, _ text: String) -> Bool { notes.requireTrust(line, kind, text) }

    /// The options of a mapping, by names with `-`; names with `_` are equivalent.
    /// - Parameters:
    ///   - known: the valid options.
    ///   - why: a hint for an option that is valid elsewhere but not here.
    func options(_ known: [String], why: (String) -> String? = { _ in nil }) -> [String: ConfigNode] {
        guard node.kind == .object else {
            complain("\(name) is not a mapping", "write '\(known[0]): …' below it")
            return [:]
        }
        var found: [String: ConfigNode] = [:]
        for (key, value) in node.members {
            let option = key.replacing("_", with: "-")
            guard known.contains(option) else {
                let guess = ClosestName.match(option, among: known).map { "did you mean \($0)?" }
                let hint = why(option) ?? guess ?? "there are \(known.joined(separator: ", "))"
                notes.complain(value.line, "'\(key)' is not an option of \(name)", hint)
                continue
            }
            if let first = found[option] {
                notes.complain(value.line, "'\(key)' is set twice", "remove it here or in line \(first.line)")
            }
            found[option] = ConfigNode(node: value, name: option, notes: notes)
        }
        return found
    }

    /// The entries of a mapping with names that the user chooses, in the order of the file.
    func entries(_ example: String) -> [ConfigNode] {
        guard node.kind == .object, node.count > 0 else {
            complain("\(name) is not a mapping with entries", "write \(example) below it")
            return []
        }
        var names: [String: Int] = [:]
        return node.members.compactMap { key, value in
            if let first = names[key] {
                notes.complain(value.line, "'\(key)' occurs twice in \(name)", "remove it here or in line \(first)")
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
