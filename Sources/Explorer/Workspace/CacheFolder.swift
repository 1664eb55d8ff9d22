// A bounded, private cache folder of files that can be made again; each is complete or missing.

import Foundation
import Glibc
import Synchronization

/// A bounded cache of files in a folder of its own. Errors never reach the caller: an unreadable file counts
/// as missing, and a failed write has no effect.
struct CacheFolder: Sendable {
    let path: String
    /// The first bytes of each file. A new file format needs a new value.
    let magic: [UInt8]
    let mostFiles: Int
    let mostBytes: Int
    private let room = Room()

    /// How many files and bytes may be stored before the folder is scanned again;
    /// nothing before the first scan.
    private final class Room: Sendable {
        let left = Mutex((files: 0, bytes: 0))
    }

    init(_ path: String, magic: String, mostFiles: Int, mostBytes: Int) {
        self.path = path
        self.magic = Array(magic.utf8)
        self.mostFiles = mostFiles
        self.mostBytes = mostBytes
    }

    private var headLength: Int { magic.count + 8 }

    /// The bytes stored under a name; `nil` if there are none, or they are damaged.
    func bytes(of name: String) -> [UInt8]? {
        let file = "\(path)/\(name)"
        guard let data = FileManager.default.contents(atPath: file), data.count >= headLength else { return nil }
        let all = [UInt8](data)
        let bytes = Array(all[headLength...])
        guard all.starts(with: makeHeader(bytes)) else { return nil }
        // Updates the time of the last use: the most recently used files stay longest.
        utimensat(AT_FDCWD, file, nil, 0)
        return bytes
    }

    /// Stores bytes under a name, atomically: readers see the old file or the new one.
    func store(_ bytes: [UInt8], as name: String) {
        guard bytes.count + headLength <= mostBytes else { return }
        // A cache that cannot be written costs time, but it is no error of the user's action.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let fresh = "\(path)/.new-\(UUID().uuidString)"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let size = bytes.count + headLength
        guard Self.write(makeHeader(bytes) + bytes, to: descriptor), rename(fresh, "\(path)/\(name)") == 0 else {
            unlink(fresh)
            return
        }
        // Scanning the folder after every write would take quadratic time. A replaced file counts as an
        // additional one, so the scan may come early, but never late.
        room.left.withLock { left in
            left.files -= 1
            left.bytes -= size
            if left.files < 0 || left.bytes < 0 { left = prune() }
        }
    }

    private func makeHeader(_ bytes: [UInt8]) -> [UInt8] {
        magic + withUnsafeBytes(of: Self.checksum(bytes).littleEndian) { Array($0) }
    }

    /// Detects damage. It does not protect against attacks, because the folder belongs to the user.
    static func checksum(_ bytes: [UInt8]) -> UInt64 {
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

    /// Removes the least recently used files until the rest is within the limits, and with them the remains
    /// of a crash. If the folder is full, it removes a sixteenth more, so that the next files have room.
    /// - Returns: how many files and bytes may be stored before the next scan.
    private func prune() -> (files: Int, bytes: Int) {
        struct Entry {
            var path: String
            var size: Int
            var used: timespec
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var entries = names.compactMap { name -> Entry? in
            var facts = stat()
            let file = "\(path)/\(name)"
            guard stat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            return Entry(path: file, size: Int(facts.st_size), used: facts.st_mtim)
        }
        entries.sort { ($0.used.tv_sec, $0.used.tv_nsec) > ($1.used.tv_sec, $1.used.tv_nsec) }
        var (files, bytes) = (entries.count, entries.reduce(0) { $0 + $1.size })
        if files > mostFiles || bytes > mostBytes {
            let (fewer, less) = (mostFiles - mostFiles / 16, mostBytes - mostBytes / 16)
            // The newest file stays, whatever its size: it was just stored.
            while files > 1, files > fewer || bytes > less, let oldest = entries.popLast() {
                unlink(oldest.path)
                files -= 1
                bytes -= oldest.size
            }
        }
        return (mostFiles - files, mostBytes - bytes)
    }
}
