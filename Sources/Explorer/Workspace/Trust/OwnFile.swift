// Small private files of the user, in folders that are created when needed.

import Foundation
import NetLayer

enum OwnFile {
    /// Reads a file, and replaces it with the result of `body`, under a lock.
    static func change(_ path: String, _ body: ([UInt8]?) throws(WriteError) -> [UInt8]) throws(WriteError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw WriteError(folder, "the folder cannot be created", hint: "Check the one above it.")
        }
        let outcome: Result<Void, WriteError>
        do throws(FileProblem) {
            outcome = try NetLayer.PrivateFile.withLock(path) { () throws(FileProblem) in
                let bytes = try NetLayer.PrivateFile.readContent(path)
                let made = Result { () throws(WriteError) in try body(bytes) }
                guard case .success(let made) = made else { return made.map { _ in } }
                try NetLayer.PrivateFile.write(made, to: path)
                return .success(())
            }
        } catch {
            throw WriteError(path, error.detail, hint: "Check its folder.")
        }
        try outcome.get()
    }
}
