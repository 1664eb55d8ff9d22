// Reads collections of other programs from files and folders that are not descriptions.

import Catalog
import Workspace

enum CollectionLoader {
    /// The collection in a folder, or in a file whose name marks it as one.
    /// - Returns: `nil` for every other file.
    static func loadIfNamed(named path: String, _ rules: SourceRules) throws(LoadError) -> APIDescription? {
        guard FolderReading.isFolder(path) || CollectionFiles.isNamed(path) else { return nil }
        return try loadCollection(path, rules)
    }

    /// The collection in a file that was rejected as a description.
    /// - Throws: the original error, where the file is not a collection.
    static func collection(
        file path: String, _ rules: SourceRules, insteadOf error: LoadError
    ) throws(LoadError) -> APIDescription {
        guard mayBeCollection(error), let description = try loadCollection(path, rules) else { throw error }
        return description
    }

    /// The collection in bytes that were rejected as a description.
    /// - Parameters:
    ///   - folder: the folder of the files that the collection may send; `nil` for none.
    ///   - rules: the rules of the workspace that names it.
    static func collection(
        _ bytes: [UInt8], source: String, folder: String?, _ rules: SourceTrust?, insteadOf error: LoadError
    ) throws(LoadError) -> APIDescription {
        guard mayBeCollection(error) else { throw error }
        let description = try DescriptionLoader.describing { () throws(DescriptionError) in
            try CollectionFiles.description(bytes, source: source, name: source)
        }
        guard let description else { throw error }
        return description.obeying(
            SourceTrust(
                subject: rules?.subject ?? "FILE, with the collection in a file", folder: folder ?? noFolder,
                origins: rules?.origins,
                agreed: rules?.agreed ?? [], api: rules?.api ?? ""))
    }

    /// A folder without files.
    private static let noFolder = "/dev/null"

    private static func mayBeCollection(_ error: LoadError) -> Bool {
        switch error.refusal?.kind {
        case .otherFormat, .notAnAPI, .notJSON, .notYAML: true
        case .empty, .binary, .truncated, .excessive, .html, .brokenCollection, .unsupportedVersion, nil: false
        }
    }

    private static func loadCollection(_ path: String, _ rules: SourceRules) throws(LoadError) -> APIDescription? {
        do throws(CollectionProblem) {
            return try CollectionReading.readDescription(path, rules.rules(for: path))
        } catch {
            switch error {
            case .unreadable(let error): throw LoadError(error)
            case .broken(let error): throw LoadError(error)
            case .emptyFolder(let looked, let passedOver):
                let first = passedOver.map { "; not all: \($0.path.isEmpty ? "" : $0.path + ": ")\($0.reason)" } ?? ""
                throw LoadError(
                    Failure(
                        title: "\(path) is a folder without requests", detail: "\(looked) files were looked at\(first)",
                        hint: "Name a description, a collection, or a folder with .http or .bru files."),
                    exitCode: ExitStatus.cannotRead)
            }
        }
    }
}
