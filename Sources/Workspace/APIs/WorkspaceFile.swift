// explorer.yaml: the APIs that somebody works with, kept beside the code that uses them.

import Canvas
import Catalog
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
    /// What it does only with the user's consent, in the order of the file: it reads, runs or sends what is not its own.
    public let needs: [TrustNeed]
    /// The user has agreed to the file as it is.
    public let isTrusted: Bool
    /// By what it is known to have been agreed to.
    public let entry: WorkspaceTrust.Entry
    /// Where what it refers to is looked up, once it is trusted.
    public let outside: OutsideValues

    /// What it lacks the user's consent for; empty for a workspace that needs none, or has it.
    public var openNeeds: [TrustNeed] { isTrusted ? [] : needs }

    /// Whether it stands in the file: then who trusts the file has agreed to it.
    public func refers(to reference: OutsideReference) -> Bool { needs.contains { $0.text == ConfigNode.deed(reference) } }

    /// Every host that its requests go to, in the order of the file.
    public var hosts: [String] {
        var hosts: [String] = []
        for address in apis.flatMap(\.services).flatMap(\.deployments).compactMap(\.baseURL.host) where !hosts.contains(address) {
            hosts.append(address)
        }
        return hosts
    }

    static let options = ["apis", "variables", "persist"]

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

    /// Reads the file. What it does only with the user's consent is left out where there is none: see ``needs``.
    /// - Parameters:
    ///   - environment: where `${env:NAME}` is looked up.
    ///   - trust: what the user has agreed to.
    ///   - secrets: where `${secret:NAME}` is looked up.
    /// - Throws: ``ReadError``, or ``WorkspaceError`` with everything that is wrong.
    public init(
        _ path: String, environment: [String: String], trust: WorkspaceTrust = .nothing, secrets: SecretStore? = nil
    ) throws {
        let bytes = try FileReading.bytes(path, limit: Self.limit)
        // The bytes that were agreed to are the bytes that are read.
        let isTrusted = trust.holds(WorkspaceTrust.entry(bytes, path))
        try self.init(bytes, path: path, environment: environment, isTrusted: isTrusted, secrets: secrets)
    }

    /// - Parameters:
    ///   - path: what relative paths in it start from, and what problems name.
    ///   - looksUp: variables, files, secrets and commands are asked for their values.
    init(
        _ bytes: [UInt8], path: String, environment: [String: String] = [:], isTrusted: Bool = true,
        looksUp: Bool = true, secrets: SecretStore? = nil
    ) throws(WorkspaceError) {
        let notes = ConfigNotes(isTrusted: isTrusted, looksUp: looksUp)
        let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
        let outside = OutsideValues(
            folder: folder, environment: environment, secrets: secrets, isAllowed: isTrusted && looksUp)
        var apis: [WorkspaceAPI] = []
        if let root = Self.root(bytes, notes) {
            notes.asksForAll(below: root)
            let top = ConfigNode(node: root, name: "the workspace", notes: notes)
            let options = top.options(Self.options)
            if options["apis"] == nil, notes.problems.isEmpty {
                notes.complain(1, "it has no APIs", "write 'apis:' and below it a name with its environments")
            }
            let variables = options["variables"].map { VariablesReader.read($0, in: folder) } ?? [:]
            let reader = APIReader(outside: outside, variables: variables)
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
        self.outside = outside
        self.isTrusted = isTrusted
        entry = WorkspaceTrust.entry(bytes, path)
        needs = notes.needs.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
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
