// explorer.yaml: the APIs that a user works with, stored beside the code that uses them.

import Canvas
import Catalog
import Document
import Foundation
import YAMLText

/// A workspace, as written in its file.
public struct WorkspaceFile: Sendable {
    /// The name of the file in a folder.
    public static let name = "explorer.yaml"
    /// The maximum size, in bytes. Larger files are not workspaces.
    static let limit = 1 << 20

    public let path: String
    /// At least one.
    public let apis: [WorkspaceAPI]
    /// Problems with parts that are omitted, which do not make the workspace invalid.
    public let warnings: [ConfigProblem]
    /// The actions of the workspace, and of the collections in its folder, that reach outside that folder and
    /// the services. They need the user's agreement.
    public internal(set) var needs: [TrustNeed]
    /// The user has agreed to all of ``needs``.
    public let isTrusted: Bool
    /// The keys of ``needs`` to which the user agreed before.
    private(set) var agreed: Set<String> = []
    /// Resolves external references, once the workspace is trusted.
    public private(set) var externalValues: ExternalValues

    /// The needs to which the user has not agreed yet.
    public var openNeeds: [TrustNeed] { isTrusted ? [] : needs.filter { !agreed.contains($0.key) } }

    /// Whether the file contains the reference: trust in the file includes agreement to it.
    public func refers(to reference: ExternalReference) -> Bool {
        needs.contains { $0.text == ConfigNode.describeNeed(reference) }
    }

    /// The permissions of an API's description. Unless the user agreed to the whole workspace, it may do
    /// nothing outside its folder and services.
    public func rules(for api: WorkspaceAPI) -> SourceTrust {
        SourceTrust(
            subject: path, folder: WorkspaceTrust.resolvedPath(externalValues.folder),
            origins: Set(api.services.flatMap(\.deployments).map(\.baseURL.origin)), agreed: openNeeds.isEmpty ? agreed : [],
            api: apis.count > 1 ? api.name : "")
    }

    static let options = ["apis", "variables", "persist"]

    /// The path of the workspace that a source names: a file `explorer.yaml` or
    /// `NAME.explorer.yaml`, or a folder with the first.
    public static func workspacePath(of source: String) -> String? {
        if FolderReading.isFolder(source) {
            let path = (source.hasSuffix("/") ? source : source + "/") + name
            return Folder.holds(path) ? path : nil
        }
        let file = source.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return isNamed(String(file)) && !source.contains("://") ? source : nil
    }

    /// Whether a file of this name is a workspace.
    static func isNamed(_ file: String) -> Bool { file == name || file.hasSuffix(".\(name)") }

    /// The workspace in the current folder.
    public static var here: String? { Folder.holds(name) ? name : nil }

    /// Reads the file. Omits the parts that need an agreement that the user has not given: see ``needs``.
    /// - Parameters:
    ///   - environment: the values of `${env:NAME}`.
    ///   - trust: the user's agreements.
    ///   - secrets: the values of `${secret:NAME}`.
    ///   - looksUp: resolve variables, files, secrets and commands; `false` for
    ///     callers that only read the text.
    /// - Throws: ``ReadError``, or ``WorkspaceError`` with all problems.
    public init(
        _ path: String, environment: [String: String], trust: WorkspaceTrust = .nothing, secrets: SecretStore? = nil,
        looksUp: Bool = true
    ) throws {
        let bytes = try FileReading.bytes(path, limit: Self.limit)
        try self.init(
            bytes, path: path, environment: environment, agreed: trust.agreed(path), secrets: secrets, looksUp: looksUp)
    }

    /// Reads the bytes twice: first the needs, without resolving references; then, if the user
    /// agreed to all of them, the values.
    init(
        _ bytes: [UInt8], path: String, environment: [String: String], agreed: Set<String>, secrets: SecretStore?,
        looksUp: Bool = true
    ) throws(WorkspaceError) {
        var wants = try WorkspaceFile(bytes, path: path, isTrusted: true, looksUp: false)
        wants.needs = (wants.needs + wants.apis.flatMap { DescriptionNeeds.findNeeds($0, in: wants) }).inOrder
        let isTrusted = wants.needs.allSatisfy { agreed.contains($0.key) } && !wants.needs.isEmpty
        try self.init(
            bytes, path: path, environment: environment, isTrusted: isTrusted, looksUp: looksUp, secrets: secrets)
        (needs, self.agreed) = (wants.needs, agreed)
        externalValues.stamps = Dictionary(needs.filter { !$0.stamp.isEmpty }.map { ($0.text, $0.stamp) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - path: the base of relative paths, and the file that problems name.
    ///   - looksUp: resolve variables, files, secrets and commands.
    init(
        _ bytes: [UInt8], path: String, environment: [String: String] = [:], isTrusted: Bool = true,
        looksUp: Bool = true, secrets: SecretStore? = nil
    ) throws(WorkspaceError) {
        let notes = ConfigNotes(isTrusted: isTrusted, looksUp: looksUp)
        // The folder of the file itself, to which trust applies: a link to a trusted file
        // elsewhere adds no other files.
        let folder = URL(fileURLWithPath: WorkspaceTrust.resolvedPath(path)).deletingLastPathComponent().path
        let outside = ExternalValues(
            folder: folder, environment: environment, secrets: secrets, isAllowed: isTrusted && looksUp)
        var apis: [WorkspaceAPI] = []
        if let root = Self.parseRoot(bytes, notes) {
            notes.requireTrustForAll(below: root, in: folder)
            let top = ConfigNode(node: root, name: "the workspace", notes: notes)
            let options = top.options(Self.options)
            if options["apis"] == nil, notes.problems.isEmpty {
                notes.complain(1, "it has no APIs", "write 'apis:' and below it a name with its environments")
            }
            let variables = options["variables"].map { VariablesReader.readVariables($0, in: folder) } ?? [:]
            let reader = APIReader(externalValues: outside, variables: variables)
            let entries = options["apis"]?.entries("'NAME:'") ?? []
            apis = entries.compactMap { entry in
                if entries.count > 1 { notes.api = entry.name }
                return reader.readAPI(entry)
            }
            // `persist` of the whole workspace.
            if options["persist"]?.readFlag() == false { for index in apis.indices { apis[index].persistence.isOn = false } }
        }
        guard notes.problems.isEmpty else {
            let problems = notes.problems.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            throw WorkspaceError(path: path, problems: problems.map(\.element))
        }
        self.path = path
        self.apis = apis
        self.externalValues = outside
        self.isTrusted = isTrusted
        needs =
            notes.needs.map { need in
                var need = need
                need.file = path
                return need
            }
            .inOrder
        if isTrusted { agreed = Set(needs.map(\.key)) }
        warnings = notes.warnings
    }

    private static func parseRoot(_ bytes: [UInt8], _ notes: ConfigNotes) -> JSONNode? {
        do {
            return try JSONDocument(YAMLText(bytes).json).root
        } catch let error as YAMLError {
            notes.complain(error.line, "the YAML is broken: \(error.message)", "correct it there")
        } catch let error as JSONError {
            notes.complain(error.line, "the workspace is empty, or cannot be read: \(error.message)", "write 'apis:'")
        } catch {
            notes.complain(1, "the workspace cannot be read", "write 'apis:'")
        }
        return nil
    }
}
