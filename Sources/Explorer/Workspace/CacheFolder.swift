// A folder of files that can be made again: bounded, private, whole or not there.

import Foundation
import Glibc
import Synchronization

/// A bounded cache of files in a folder of its own. It is never in the way: what cannot be read or written is as if it were not there.
struct CacheFolder: Sendable {
    let path: String
    /// What the files begin with; another way of writing them is another text here.
    let magic: [UInt8]
    let mostFiles: Int
    let mostBytes: Int
    private let room = Room()

    /// What may be stored before the folder is looked through again; nothing until it was looked through once.
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

    /// What was stored under a name; `nil` when it is not kept, or what is kept is damaged.
    func bytes(of name: String) -> [UInt8]? {
        let file = "\(path)/\(name)"
        guard let data = FileManager.default.contents(atPath: file), data.count >= headLength else { return nil }
        let all = [UInt8](data)
        let bytes = Array(all[headLength...])
        guard all.starts(with: head(bytes)) else { return nil }
        // What is used stays longest.
        utimensat(AT_FDCWD, file, nil, 0)
        return bytes
    }

    /// Keeps bytes under a name. Whole or not at all: readers see the old file or the new one.
    func store(_ bytes: [UInt8], as name: String) {
        guard bytes.count + headLength <= mostBytes else { return }
        // A cache that cannot be written costs time, and is no fault of what the user does.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let fresh = "\(path)/.new-\(UUID().uuidString)"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let size = bytes.count + headLength
        guard Self.write(head(bytes) + bytes, to: descriptor), rename(fresh, "\(path)/\(name)") == 0 else {
            unlink(fresh)
            return
        }
        // To look at every file for each that is stored would cost the square of their number. A file that takes the place of another is
        // counted as one more: the folder is looked through sooner, never later.
        room.left.withLock { left in
            left.files -= 1
            left.bytes -= size
            if left.files < 0 || left.bytes < 0 { left = prune() }
        }
    }

    private func head(_ bytes: [UInt8]) -> [UInt8] {
        magic + withUnsafeBytes(of: Self.checksum(bytes).littleEndian) { Array($0) }
    }

    /// Tells damage; it is no protection against malice, and the folder is the user's own.
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

    /// Takes out what was not used for longest until the rest is within the limits; also what a crash left half written. Of a folder that
    /// is full a sixteenth goes, so that the next files find room.
    /// - Returns: what may be stored before the next time.
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
            // The newest stays, however large: it was just stored.
            while files > 1, files > fewer || bytes > less, let oldest = entries.popLast() {
                unlink(oldest.path)
                files -= 1
                bytes -= oldest.size
            }
        }
        return (mostFiles - files, mostBytes - bytes)
    }
}
