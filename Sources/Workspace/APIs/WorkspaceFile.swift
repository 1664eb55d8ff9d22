// explorer.yaml: the APIs that somebody works with, kept beside the code that uses them.

import Canvas
import Document
import Foundation
import YAMLText

/// A workspace as it stands in its file.
public struct WorkspaceFile: Sendable {
    /// What it is called in a folder.
    public static let name = "explorer.yaml"
    /// Larger ones are no workspaces. Bytes.
    static let limit = 1 << 20

    public let path: String
    /// At least one.
    public let apis: [WorkspaceAPI]
    /// What is left out, and counts all the same for nothing.
    public let warnings: [ConfigProblem]

    /// The workspace that a source means: a file `explorer.yaml` or `NAME.explorer.yaml`, or a folder with the first.
    public static func path(of source: String) -> String? {
        if FolderReading.isFolder(source) {
            let path = (source.hasSuffix("/") ? source : source + "/") + name
            return Folder.holds(path) ? path : nil
        }
        let file = source.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return (file == name || file.hasSuffix(".\(name)")) && !source.contains("://") ? source : nil
    }

    /// The workspace in the current folder.
    public static var here: String? { Folder.holds(name) ? name : nil }

    /// Reads the file.
    /// - Parameters:
    ///   - environment: where `$NAME` is looked up.
    ///   - isNamed: somebody has named the file; the secrets of one that merely lies in the current folder are not looked up.
    /// - Throws: ``ReadError``, or ``WorkspaceError`` with everything that is wrong.
    public init(_ path: String, environment: [String: String], isNamed: Bool = true) throws {
        try self.init(FileReading.bytes(path, limit: Self.limit), path: path, environment: environment, isNamed: isNamed)
    }

    /// - Parameter path: what relative paths in it start from, and what problems name.
    init(_ bytes: [UInt8], path: String, environment: [String: String] = [:], isNamed: Bool = true) throws(WorkspaceError) {
        let notes = ConfigNotes()
        let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
        var apis: [WorkspaceAPI] = []
        if let root = Self.root(bytes, notes) {
            let top = ConfigNode(node: root, name: "the workspace", notes: notes)
            let options = top.options(["apis", "persist"])
            if options["apis"] == nil, notes.problems.isEmpty {
                notes.complain(1, "it has no APIs", "write 'apis:' and below it a name with its environments")
            }
            let reader = APIReader(folder: folder, environment: environment, isNamed: isNamed)
            apis = options["apis"]?.entries("'NAME:'").compactMap(reader.read) ?? []
            // Of the whole workspace.
            if options["persist"]?.flag() == false { for index in apis.indices { apis[index].persistence.isOn = false } }
        }
        guard notes.problems.isEmpty else {
            let problems = notes.problems.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            throw WorkspaceError(path: path, problems: problems.map(\.element))
        }
        self.path = path
        self.apis = apis
        warnings = notes.warnings
    }

    private static func root(_ bytes: [UInt8], _ notes: ConfigNotes) -> JSONNode? {
        do {
            return try JSONDocument(YAMLText(bytes).json).root
        } catch let error as YAMLError {
            notes.complain(error.line, "the YAML is broken: \(error.message)", "mend it there")
        } catch let error as JSONError {
            notes.complain(error.line, "the workspace is empty, or cannot be read: \(error.message)", "write 'apis:'")
        } catch {
            notes.complain(1, "the workspace cannot be read", "write 'apis:'")
        }
        return nil
    }
}
