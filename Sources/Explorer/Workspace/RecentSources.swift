// Remembers the sources that the user opened last, in a small private file. URLs are stored without their
// fragment, user and password, and without the query fields that may be secret. A token in a path is stored:
// it looks like any other segment. Paths of files are stored as they are.

import Foundation
import NetLayer

/// The sources that the user opened last. Errors count as missing sources: the user names the source again.
public struct RecentSources: Sendable {
    /// The number of sources that are remembered.
    public static let most = 10
    /// The greatest length of one, in bytes.
    private static let longest = 4 << 10
    private static let file = "sources"
    private let files: CacheFolder

    /// `nil` if the user has no home and sets no folder for state.
    public init?(_ paths: Paths) {
        guard let folder = paths.recent else { return nil }
        files = CacheFolder(folder, magic: "explorer recent 1\n", mostFiles: 4, mostBytes: 256 << 10)
    }

    /// The sources, the one that was opened last first. A damaged file counts as empty.
    public var sources: [Source] {
        let text = files.bytes(of: Self.file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return Array(text.split(separator: "\n").compactMap(Self.source).prefix(Self.most))
    }

    /// Puts a source that was opened at the beginning. Leaves out what cannot be opened again by its name.
    public func note(_ source: Source) {
        guard let source = Self.lasting(source) else { return }
        change { before in before.first == source ? before : [source] + before.filter { $0 != source } }
    }

    public func forget(_ source: Source) { change { before in before.filter { $0 != source } } }

    /// Reads the sources and stores those that `body` returns, while no other program changes them.
    private func change(_ body: ([Source]) -> [Source]) {
        // The lock is a file in the folder.
        try? FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? NetLayer.PrivateFile.withLock("\(files.path)/\(Self.file)") { () throws(FileProblem) -> Void in
            let before = sources
            let after = body(before)
            guard after != before else { return }
            let lines = after.prefix(Self.most).compactMap(Self.line)
            files.store(Array(lines.joined(separator: "\n").utf8), as: Self.file)
        }
    }

    /// The source as it is remembered: a file by its full path, a URL without the parts that may be secret.
    private static func lasting(_ source: Source) -> Source? {
        let lasting: Source
        switch source {
        case .standardInput: return nil
        case .file(let path):
            guard !FileReading.isPipeOrDevice(path) else { return nil }
            lasting = .file(URL(fileURLWithPath: path).standardizedFileURL.path)
        case .url(let url): lasting = .url(URI(url.withoutSecrets.revealed))
        }
        guard let line = line(lasting), line.utf8.count <= longest, !line.contains(where: \.isNewline) else { return nil }
        return lasting
    }

    /// The first word of a line; a blank follows it.
    private enum Mark: String { case file, url }

    private static func line(_ source: Source) -> String? {
        switch source {
        case .standardInput: nil
        case .file(let path): "\(Mark.file.rawValue) \(path)"
        case .url(let url): "\(Mark.url.rawValue) \(url.revealed)"
        }
    }

    private static func source(_ line: Substring) -> Source? {
        func rest(_ mark: Mark) -> String? {
            line.hasPrefix(mark.rawValue + " ") ? String(line.dropFirst(mark.rawValue.count + 1)) : nil
        }
        if let path = rest(.file), path.hasPrefix("/") { return .file(path) }
        if let url = rest(.url).map({ URI($0) }), url.isAbsoluteHTTP { return .url(url) }
        return nil
    }
}
