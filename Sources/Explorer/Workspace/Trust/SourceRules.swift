// Selects the rules of a description or collection: those of the workspace that names it, or its own.

import Catalog
import Foundation
import NetLayer

/// Finds the rules for a source by its path.
public struct SourceRules: Sendable {
    /// The rules of the workspace; `nil` for a source without a workspace.
    public let fixed: SourceTrust?
    private let trust: WorkspaceTrust

    /// The rules of a workspace, for all sources that it names.
    public init(_ fixed: SourceTrust) {
        self.fixed = fixed
        trust = .nothing
    }

    /// A source without a workspace: the files in its folder belong to it, and further
    /// agreements are stored by its path.
    public init(_ trust: WorkspaceTrust) {
        fixed = nil
        self.trust = trust
    }

    /// - Parameter path: a file, or the folder of a collection.
    public func rules(for path: String) -> SourceTrust {
        if let fixed { return fixed }
        let real = WorkspaceTrust.resolvedPath(path)
        // For a link, use the folder of the link: the user chose it, and relative paths start there.
        let folder =
            FolderReading.isFolder(path)
            ? real
            : WorkspaceTrust.resolvedPath(FolderReading.split(path).folder.isEmpty ? "." : FolderReading.split(path).folder)
        return SourceTrust(subject: path, folder: folder, agreed: trust.agreed(path))
    }
}
