// Remembers the sources that the user opened last, in a small private file. It contains no secret.

import Foundation
import NetLayer

/// The sources that the user opened last. Errors count as missing sources: only comfort is lost.
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
        let before = sources
        guard before.first != source else { return }
        store([source] + before.filter { $0 != source })
    }

    public func forget(_ source: Source) {
        let before = sources
        let rest = before.filter { $0 != source }
        if rest != before { store(rest) }
    }

    private func store(_ sources: [Source]) {
        let lines = sources.prefix(Self.most).compactMap(Self.line)
        files.store(Array(lines.joined(separator: "\n").utf8), as: Self.file)
    }

    /// The source as it is remembered: a file by its full path, a URL without secrets.
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

extension URI {
    /// Without user and password, without the fields of the query whose names mean a secret, and without the
    /// fragment, which is never sent.
    fileprivate var withoutSecrets: URI {
        var copy = self
        copy.fragment = nil
        if let authority, let at = authority.lastIndex(of: "@") { copy.authority = String(authority[at...].dropFirst()) }
        guard let query else { return copy }
        let fields = query.split(separator: "&").filter { field in
            !isSecret(PercentCoding.decode(String(field.prefix { $0 != "=" }).replacing("+", with: " ")))
        }
        copy.query = fields.isEmpty ? nil : fields.joined(separator: "&")
        return copy
    }
}
