// Keeps the JSON that YAML files became, so that a second start does not read the YAML again.

import Foundation
import Glibc

/// A bounded cache of files in a folder of its own. It is never in the way: what cannot be read or written is as if it were not there.
public struct YAMLCache: Sendable {
    let folder: String
    private let mostFiles: Int
    private let mostBytes: Int

    /// In the user's cache folder.
    public init(_ paths: Paths) { self.init(folder: paths.cache + "/yaml") }

    init(folder: String, mostFiles: Int = 64, mostBytes: Int = 256 << 20) {
        self.folder = folder
        self.mostFiles = mostFiles
        self.mostBytes = mostBytes
    }

    /// Another way of writing JSON from YAML is another number here.
    private static let magic = Array("explorer yaml 1\n".utf8)
    private static let headLength = magic.count + 8

    /// The JSON of a file in this state; `nil` when it is not kept, or what is kept is damaged.
    public func json(of file: FileIdentity) -> [UInt8]? {
        let path = path(of: file)
        guard let data = FileManager.default.contents(atPath: path), data.count >= Self.headLength else { return nil }
        let bytes = [UInt8](data)
        let json = Array(bytes[Self.headLength...])
        guard bytes.starts(with: Self.head(json)) else { return nil }
        // What is used stays longest.
        utimensat(AT_FDCWD, path, nil, 0)
        return json
    }

    /// Keeps the JSON of a file. Whole or not at all: readers see the old file or the new one.
    public func store(_ json: [UInt8], of file: FileIdentity) {
        guard json.count + Self.headLength <= mostBytes else { return }
        // A cache that cannot be written costs time, and is no fault of what the user does.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = "\(folder)/.new-\(UUID().uuidString)"
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard Self.write(Self.head(json) + json, to: descriptor), rename(name, path(of: file)) == 0 else {
            unlink(name)
            return
        }
        prune()
    }

    private func path(of file: FileIdentity) -> String { "\(folder)/\(file).json" }

    private static func head(_ json: [UInt8]) -> [UInt8] {
        magic + withUnsafeBytes(of: checksum(json).littleEndian) { Array($0) }
    }

    /// Tells damage; it is no protection against malice, and the folder is the user's own.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { raw in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(raw.count)
            var index = 0
            while index + 8 <= raw.count {
                sum = (sum ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01b3
                sum ^= sum >> 29
                index += 8
            }
            while index < raw.count {
                sum = (sum ^ UInt64(raw[index])) &* 0x100_0000_01b3
                index += 1
            }
            return sum
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Takes out what was not used for longest until the rest is within the limits; also what a crash left half written.
    private func prune() {
        struct Entry {
            var path: String
            var size: Int
            var used: timespec
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var entries = names.compactMap { name -> Entry? in
            var facts = stat()
            let path = "\(folder)/\(name)"
            guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            return Entry(path: path, size: Int(facts.st_size), used: facts.st_mtim)
        }
        entries.sort { ($0.used.tv_sec, $0.used.tv_nsec) > ($1.used.tv_sec, $1.used.tv_nsec) }
        var bytes = 0
        for (index, entry) in entries.enumerated() {
            bytes += entry.size
            if index >= mostFiles || bytes > mostBytes { unlink(entry.path) }
        }
    }
}
