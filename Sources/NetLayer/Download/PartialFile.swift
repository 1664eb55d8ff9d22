// A file that is being downloaded: hidden beside its target, locked, with a note by which it can be gone on with.

import Glibc

/// Why a file could not be written.
package struct FileProblem: Error {
    package let detail: String

    init(_ doing: String, _ code: Int32 = errno) {
        detail = "\(doing): \(String(cString: strerror(code)))"
    }
}

/// Owned by one download; closed with it.
final class PartialFile {
    private let descriptor: Int32
    private let path: String
    private var notePath: String { path + ".note" }
    /// Bytes that are there.
    private(set) var size: Int64 = 0
    /// How they can be gone on with.
    private(set) var note: ResumeNote?

    /// Opens what an earlier try has left, or begins. A download of the same that is running now has its own.
    /// - Parameter user: whose beginnings are gone on with.
    init(folder: String, stem: String, user: uid_t = geteuid()) throws(FileProblem) {
        var number = 1
        while true {
            let path = "\(folder)/.download-\(stem)\(number == 1 ? "" : "-\(number)").part"
            // What another user has left there is nobody's beginning but theirs.
            if let descriptor = try Self.open(path, of: user) {
                self.path = path
                self.descriptor = descriptor
                break
            }
            number += 1
        }
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw FileProblem("the partial file cannot be read") }
        size = Int64(found.st_size)
        note = Self.read(notePath, of: user)
    }

    deinit { close(descriptor) }

    /// The file, locked; `nil` when somebody else writes to it.
    private static func open(_ path: String, of user: uid_t) throws(FileProblem) -> Int32? {
        while true {
            // What was made here is ours, whatever owner the file system gives it.
            var descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            let isNew = descriptor >= 0
            if !isNew, errno == EEXIST {
                descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
                // Its owner has just put it in its place: the name is free again.
                if descriptor < 0, errno == ENOENT { continue }
            }
            guard descriptor >= 0 else {
                // Of another user, who may not let us write: the next name is free.
                if Self.isForeign(path, to: user) { return nil }
                throw FileProblem("the folder takes no file")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // Between opening and locking, its owner may have put it in its place: then the name is free again.
            var mine = stat()
            var named = stat()
            let isThere =
                fstat(descriptor, &mine) == 0 && lstat(path, &named) == 0 && mine.st_ino == named.st_ino
                && mine.st_dev == named.st_dev
            if isThere, isNew || mine.st_uid == user { return descriptor }
            close(descriptor)
            if isThere { return nil }
        }
    }

    private static func isForeign(_ path: String, to user: uid_t) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0 && found.st_uid != user
    }

    private static func read(_ path: String, of user: uid_t) -> ResumeNote? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_uid == user else { return nil }
        // Larger than any note.
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? ResumeNote(text: String(decoding: buffer[..<count], as: UTF8.self)) : nil
    }

    /// Empties it. The old note goes first, the new one comes after: no moment exists at which it speaks of other bytes.
    func restart(_ note: ResumeNote?) throws(FileProblem) {
        unlink(notePath)
        self.note = nil
        guard ftruncate(descriptor, 0) == 0 else { throw FileProblem("the partial file cannot be emptied") }
        size = 0
        guard let note else { return }
        let file = Glibc.open(notePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw FileProblem("the folder takes no file") }
        defer { close(file) }
        try Self.write(Array(note.text.utf8), to: file, at: 0)
        self.note = note
    }

    /// Writes behind what is there.
    func append(_ bytes: [UInt8]) throws(FileProblem) {
        try Self.write(bytes, to: descriptor, at: size)
        size += Int64(bytes.count)
    }

    /// All of it, or the error; a piece that was written before one is not counted.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(FileProblem) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileProblem("\(offset + Int64(done)) bytes are written", count < 0 ? errno : EIO) }
            done += count
        }
    }

    /// Puts it in its place, in one step: nobody ever sees half of it.
    /// - Returns: where it is now.
    func finish(folder: String, name: String, existing: DownloadTarget.Existing) throws(FileProblem) -> String {
        guard ftruncate(descriptor, off_t(size)) == 0, fsync(descriptor) == 0 || errno == EINVAL else {
            throw FileProblem("the file cannot be written to its end")
        }
        let place = try move(folder, name, existing)
        unlink(notePath)
        return place
    }

    private func move(_ folder: String, _ name: String, _ existing: DownloadTarget.Existing) throws(FileProblem) -> String {
        let target = "\(folder)/\(name)"
        switch existing {
        case .replace:
            guard rename(path, target) == 0 else { throw FileProblem("it cannot become \(name)") }
            return target
        case .number:
            var number = 1
            while true {
                let place = number == 1 ? target : "\(folder)/\(FileName.numbered(name, number))"
                // Unlike a rename, a link never replaces.
                if link(path, place) == 0 {
                    unlink(path)
                    return place
                }
                guard errno == EEXIST else { throw FileProblem("it cannot become \(name)") }
                number += 1
            }
        }
    }

    /// Removes it with its note.
    func remove() {
        unlink(notePath)
        unlink(path)
    }
}
