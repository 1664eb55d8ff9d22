// Checks a changed workspace before it is written: it must say what the change says,
// and all else must be as before.

import Catalog
import Document
import Foundation
import YAMLText

struct EditCheck {
    let api: String
    let path: String
    /// The folder of the workspace.
    let folder: String
    /// The saved requests of the API before the change.
    let work: SavedWork
    private let before: [Part: String]

    /// The parts of a file: those that may differ after a change, and those that must not.
    private enum Part: Hashable {
        case rest
        /// A saved request.
        case request(String)
        /// The options of a request that a form does not change.
        case kept(String)
    }

    init(_ bytes: [UInt8], api: String, path: String) throws(EditProblem) {
        self.api = api
        self.path = path
        folder = WorkspaceLocation.folder(of: path)
        let file = try Self.parseWorkspace(bytes, path)
        guard let found = file.apis.first(where: { $0.name == api }) else {
            throw EditProblem("", "there is no API '\(api)'", "there are \(file.apis.map(\.name).joined(separator: ", "))")
        }
        work = found.work
        before = try Self.parts(bytes, api)
    }

    /// Parses the text without resolving references.
    private static func parseWorkspace(_ bytes: [UInt8], _ path: String) throws(EditProblem) -> WorkspaceFile {
        guard bytes.count <= WorkspaceFile.limit else {
            throw EditProblem("", "it is larger than \(WorkspaceFile.limit >> 20) MiB", "put large bodies into files")
        }
        do throws(WorkspaceError) {
            return try WorkspaceFile(bytes, path: path, isTrusted: true, looksUp: false)
        } catch {
            let first = error.problems[0]
            throw EditProblem("", first.message, first.hint, line: first.line)
        }
    }

    /// - Throws: ``EditProblem`` if the text differs from the wanted one.
    func verify(_ bytes: [UInt8], _ wanted: SavedWork, _ change: SavedChange) throws(EditProblem) {
        let file: WorkspaceFile
        do throws(EditProblem) {
            file = try Self.parseWorkspace(bytes, path)
        } catch {
            // Omit the line: it belongs to a text that is never written.
            throw EditProblem("", error.message, error.hint)
        }
        let unsafe = EditProblem.byHand(nil, "the change would affect other parts of the file")
        guard let now = file.apis.first(where: { $0.name == api })?.work.withoutLines, now == wanted else { throw unsafe }
        let after = try Self.parts(bytes, api)
        guard before[.rest] == after[.rest] else { throw unsafe }
        for request in work.requests {
            var name = request.name
            var part = Part.request
            switch change {
            case .put(let new) where new.name == name: part = Part.kept
            case .remove(name): continue
            case .move(name, let target): name = target
            case .copy(name, let copy): guard before[.request(name)] == after[.request(copy)] else { throw unsafe }
            case .put, .remove, .move, .copy: break
            }
            guard before[part(request.name)] == after[part(name)] else { throw unsafe }
        }
    }

    /// The JSON of a file in parts, without line breaks between its values.
    private static func parts(_ bytes: [UInt8], _ api: String) throws(EditProblem) -> [Part: String] {
        guard let json = try? YAMLText(bytes).json, let root = try? JSONDocument(json).root else {
            throw .byHand(nil, "the file cannot be read")
        }
        var parts: [Part: String] = [:]
        var rest = ""
        for (key, value) in root.members {
            guard key == "apis" else {
                rest += "\(key): \(source(value))\n"
                continue
            }
            for (name, value) in value.members {
                for (option, value) in value.members where name != api || !["requests", "chains", "groups"].contains(option) {
                    rest += "\(name) \(option): \(source(value))\n"
                }
                if name == api, let requests = value["requests"] { collectRequests(requests, "", &parts) }
            }
        }
        parts[.rest] = rest
        return parts
    }

    /// The reader has already limited the depth of folders.
    private static func collectRequests(_ node: JSONNode, _ prefix: String, _ parts: inout [Part: String]) {
        for (name, value) in node.members {
            if let folder = value["folder"] {
                collectRequests(folder, prefix + name + "/", &parts)
            } else {
                parts[.request(prefix + name)] = source(value)
                parts[.kept(prefix + name)] = value.members.filter { !WrittenRequest.changed.contains($0.key) }
                    .map { "\($0.key): \(source($0.value))" }.joined(separator: "\n")
            }
        }
    }

    private static func source(_ node: JSONNode) -> String { node.source.replacing("\n", with: "") }
}
