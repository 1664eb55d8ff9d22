// Changes explorer.yaml in place: under a lock, completely or not at all, and with the same trust as before.

import Catalog
import Foundation

/// Changes a workspace file. Several programs may do so at the same time.
public struct WorkspaceEditor: Sendable {
    /// The result of a change.
    public struct Applied: Sendable {
        /// The file before the change.
        public let before: [UInt8]
        /// The file after the change.
        public let after: [UInt8]
        /// The user had agreed to the file before the change.
        public let wasTrusted: Bool
        /// The parsed file after the change.
        public let file: WorkspaceFile

        /// The user's agreement covers the file after the change: it covered the file
        /// before, and there are no new needs.
        public var isTrusted: Bool { file.isTrusted }
    }

    private let place: WorkspaceLocation
    private let environment: [String: String]
    private let trust: WorkspaceTrust
    private let secrets: SecretStore?

    private var path: String { place.path }

    /// - Parameters:
    ///   - path: the file; a symbolic link stays one.
    ///   - environment: the values of `${env:NAME}`, for reading the file again.
    ///   - trust: the user's agreements.
    ///   - secrets: the values of `${secret:NAME}`.
    public init(_ path: String, environment: [String: String], trust: WorkspaceTrust, secrets: SecretStore?) {
        place = WorkspaceLocation(path: path)
        self.environment = environment
        self.trust = trust
        self.secrets = secrets
    }

    /// Changes the saved requests of an API.
    /// - Parameters:
    ///   - change: the change to apply.
    ///   - api: the API's name.
    /// - Throws: ``EditProblem``; then the file is unchanged.
    public func apply(_ change: SavedChange, api: String) throws -> Applied {
        let change = change.withFiles(in: WorkspaceLocation.folder(of: path))
        return try replace { bytes throws(EditProblem) in
            try WorkspaceEdit.apply(change, api: api, to: bytes, path: path)
        }
    }

    /// Restores the file to its state before a change, unless it has changed since.
    /// - Parameter applied: the change.
    /// - Returns: the reverse change, which can be undone in turn.
    /// - Throws: ``EditProblem``; then the file is unchanged.
    public func undo(_ applied: Applied) throws -> Applied {
        try replace { bytes throws(EditProblem) in
            guard bytes == applied.after else {
                throw EditProblem(path, "the file has been changed since", "change it by hand, or change the request again")
            }
            return applied.before
        }
    }

    /// Grants no trust: the needs of the changed file, including needs that return, are checked against
    /// the user's existing agreements.
    private func replace(_ change: ([UInt8]) throws(EditProblem) -> [UInt8]) throws(EditProblem) -> Applied {
        try place.withLock { () throws(EditProblem) in
            let identity = FileIdentity(path)
            let before = try place.bytes()
            let after = try change(before)
            let agreed = trust.agreed(path)
            let wasTrusted = try readWorkspace(before, agreed).isTrusted
            // Read the text before it is written, so that no unreadable file replaces the old one.
            let file = try readWorkspace(after, agreed)
            if after != before {
                guard FileIdentity(path) == identity else {
                    throw EditProblem(path, "another program has just changed the file", "try again")
                }
                try place.write(after)
            }
            return Applied(before: before, after: after, wasTrusted: wasTrusted, file: file)
        }
    }

    private func readWorkspace(_ bytes: [UInt8], _ agreed: Set<String>) throws(EditProblem) -> WorkspaceFile {
        do throws(WorkspaceError) {
            return try WorkspaceFile(bytes, path: path, environment: environment, agreed: agreed, secrets: secrets)
        } catch {
            throw EditProblem(path, error.problems[0].message, error.problems[0].hint, line: error.problems[0].line)
        }
    }
}
