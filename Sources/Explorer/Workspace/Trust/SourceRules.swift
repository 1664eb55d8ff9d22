// Which rules a description or collection obeys: those of the workspace that names it, or its own.

import Catalog
import Foundation
import NetLayer

/// Finds the rules for a source by its path.
public struct SourceRules: Sendable {
    /// Those of the workspace; `nil` for a source that stands for itself.
    public let fixed: SourceTrust?
    private let trust: WorkspaceTrust

    /// The rules of a workspace, for everything that it names.
    public init(_ fixed: SourceTrust) {
        self.fixed = fixed
        trust = .nothing
    }

    /// A source stands for itself: the files in its folder are its own, and the user agrees to more by its path.
    public init(_ trust: WorkspaceTrust) {
        fixed = nil
        self.trust = trust
    }

    /// - Parameter path: a file, or the folder of a collection.
    public func rules(for path: String) -> SourceTrust {
        if let fixed { return fixed }
        let real = WorkspaceTrust.real(path)
        // The folder of a link is where its user keeps it, and where relative paths start.
        let folder =
            FolderReading.isFolder(path)
            ? real : WorkspaceTrust.real(FolderReading.split(path).folder.isEmpty ? "." : FolderReading.split(path).folder)
        return SourceTrust(subject: path, folder: folder, agreed: trust.agreed(path))
    }
}
