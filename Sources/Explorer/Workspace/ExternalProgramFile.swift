// A file for another program of the same user: in a folder that only this user can
// open, and removed with its owner.

import Foundation

public final class ExternalProgramFile: Sendable {
    public let path: String
    private let folder: String

    /// - Parameters:
    ///   - name: the file's name; editors derive the language from it.
    ///   - environment: `XDG_RUNTIME_DIR`, which is in memory, is preferred to
    ///     the folder for temporary files.
    public init(name: String, _ bytes: [UInt8], environment: [String: String]) throws(WriteError) {
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") && access($0, W_OK) == 0 ? $0 : nil }
        let parent = runtime ?? FileManager.default.temporaryDirectory.path
        var template = Array("\(parent)/explorer-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } != nil }) else {
            throw WriteError(parent, code: errno)
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "\(folder)/\(name)"
        try FileWriting.save(bytes, to: path, overwrites: false)
        chmod(path, 0o600)
    }

    /// The current content.
    public func bytes(limit: Int) throws(ReadError) -> [UInt8] { try FileReading.bytes(path, limit: limit) }

    deinit {
        // The system clears such folders, so a failure does no harm.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
