// Changes explorer.yaml where it lies: alone, all of it or nothing, and with the consent that it had.

import Catalog
import Foundation

/// Changes a workspace file. Several programs may do so at the same time.
public struct WorkspaceEditor: Sendable {
    /// What became of a change.
    public struct Applied: Sendable {
        /// The file before it.
        public let before: [UInt8]
        /// The file after it.
        public let after: [UInt8]
        /// The user had agreed to the file before it.
        public let wasTrusted: Bool
        /// The file as it is read after it.
        public let file: WorkspaceFile

        /// The user has agreed to the file after it: he had before, and it wants no more than it did.
        public var isTrusted: Bool { file.isTrusted }
    }

    private let place: WorkspacePlace
    private let environment: [String: String]
    private let trust: WorkspaceTrust
    private let secrets: SecretStore?

    private var path: String { place.path }

    /// - Parameters:
    ///   - path: the file; a symbolic link stays one.
    ///   - environment: where `${env:NAME}` is looked up when it is read again.
    ///   - trust: what the user has agreed to.
    ///   - secrets: where `${secret:NAME}` is looked up.
    public init(_ path: String, environment: [String: String], trust: WorkspaceTrust, secrets: SecretStore?) {
        place = WorkspacePlace(path: path)
        self.environment = environment
        self.trust = trust
        self.secrets = secrets
    }

    /// Changes what an API has saved.
    /// - Parameters:
    ///   - change: what becomes different.
    ///   - api: the API's name.
    /// - Throws: ``EditProblem``; the file is as it was then.
    public func apply(_ change: SavedChange, api: String) throws -> Applied {
        let change = change.withFiles(in: WorkspacePlace.folder(of: path))
        return try replace { bytes throws(EditProblem) in
            try WorkspaceEdit.apply(change, api: api, to: bytes, path: path)
        }
    }

    /// Brings the file back to what it was before a change, unless somebody has changed it since.
    /// - Parameter applied: the change.
    /// - Returns: the way back from there.
    /// - Throws: ``EditProblem``; the file is as it was then.
    public func undo(_ applied: Applied) throws -> Applied {
        try replace { bytes throws(EditProblem) in
            guard bytes == applied.after else {
                throw EditProblem(path, "the file has been changed since", "change it by hand, or change the request again")
            }
            return applied.before
        }
    }

    /// Agrees to nothing: what the file wants afterwards is judged by what the user has agreed to, needs that come back included.
    private func replace(_ change: ([UInt8]) throws(EditProblem) -> [UInt8]) throws(EditProblem) -> Applied {
        try place.alone { () throws(EditProblem) in
            let identity = FileIdentity(path)
            let before = try place.bytes()
            let after = try change(before)
            let agreed = trust.agreed(path)
            let wasTrusted = try read(before, agreed).isTrusted
            // Before it is written: a file that cannot be opened any more helps nobody.
            let file = try read(after, agreed)
            if after != before {
                guard FileIdentity(path) == identity else {
                    throw EditProblem(path, "another program has just changed the file", "try again")
                }
                try place.write(after)
            }
            return Applied(before: before, after: after, wasTrusted: wasTrusted, file: file)
        }
    }

    private func read(_ bytes: [UInt8], _ agreed: Set<String>) throws(EditProblem) -> WorkspaceFile {
        do throws(WorkspaceError) {
            return try WorkspaceFile(bytes, path: path, environment: environment, agreed: agreed, secrets: secrets)
        } catch {
            throw EditProblem(path, error.problems[0].message, error.problems[0].hint, line: error.problems[0].line)
        }
    }
}
