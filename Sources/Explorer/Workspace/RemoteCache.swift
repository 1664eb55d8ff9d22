// Caches remote files that descriptions refer to, so that they are fetched again only after a
// change, and are available offline.

import NetLayer

/// The content of a URL, and its validators.
public struct RemoteFile: Sendable, Hashable {
    public var body: [UInt8]
    /// `ETag`, as received.
    public var etag: String?
    /// `Last-Modified`, as received.
    public var lastModified: String?

    public init(body: [UInt8], etag: String? = nil, lastModified: String? = nil) {
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// A bounded cache of remote files.
public struct RemoteCache: Sendable {
    private let files: CacheFolder
    var folder: String { files.path }

    /// In the user's cache folder.
    public init(_ paths: Paths) { self.init(folder: paths.cache + "/references") }

    init(folder: String, mostFiles: Int = 4_096, mostBytes: Int = 256 << 20) {
        files = CacheFolder(folder, magic: "explorer reference 1\n", mostFiles: mostFiles, mostBytes: mostBytes)
    }

    /// The cached file of a URL; `nil` if there is none.
    public func cachedFile(at url: URI) -> RemoteFile? {
        guard let name = Self.fileName(of: url), let bytes = files.bytes(of: name) else { return nil }
        // The first three lines: URL, ETag, Last-Modified.
        var lines: [String] = []
        var start = 0
        while lines.count < 3 {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + 1
        }
        // Two URLs may share a name.
        guard lines[0] == url.revealed else { return nil }
        return RemoteFile(
            body: Array(bytes[start...]), etag: lines[1].isEmpty ? nil : lines[1],
            lastModified: lines[2].isEmpty ? nil : lines[2])
    }

    /// Stores the content of a URL, unless the URL contains credentials.
    public func store(_ file: RemoteFile, at url: URI) {
        guard let name = Self.fileName(of: url) else { return }
        let lines = [url.revealed, file.etag ?? "", file.lastModified ?? ""]
        guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return }
        files.store(Array((lines.joined(separator: "\n") + "\n").utf8) + file.body, as: name)
    }

    private static func fileName(of url: URI) -> String? {
        guard url.description == url.revealed else { return nil }
        let text = Array(url.revealed.utf8)
        return String(CacheFolder.checksum(text), radix: 16) + "-\(text.count)"
    }
}
