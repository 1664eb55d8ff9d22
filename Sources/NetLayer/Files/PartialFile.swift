// A file during its download: hidden beside its target, locked, with a note that allows resuming.

import Glibc

/// One download owns it. Its `deinit` closes the file.
final class PartialFile {
    private let descriptor: Int32
    private let path: String
    private var notePath: String { path + ".note" }
    /// The number of stored bytes.
    private(set) var size: Int64 = 0
    /// How to resume them; `nil` when that is impossible.
    private(set) var note: ResumeNote?

    /// Opens the file of an earlier try, or a new one. A concurrent download of the same
    /// resource has its own file.
    /// - Parameter user: the user whose partial files are resumed.
    init(folder: String, stem: String, user: uid_t = geteuid()) throws(FileProblem) {
        var number = 1
        while true {
            let path = "\(folder)/.download-\(stem)\(number == 1 ? "" : "-\(number)").part"
            // Only its own user may resume a partial file.
            if let descriptor = try Self.openLocked(path, of: user) {
                self.path = path
                self.descriptor = descriptor
                break
            }
            number += 1
        }
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw FileProblem("the partial file cannot be read") }
        size = Int64(found.st_size)
        note = Self.readNote(notePath, of: user)
    }

    deinit { close(descriptor) }

    /// The file, locked; `nil` when another download writes to it, or it belongs to another user.
    private static func openLocked(_ path: String, of user: uid_t) throws(FileProblem) -> Int32? {
        while true {
            // A file that this call creates is usable, whatever owner the file system gives it.
            var descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            let isNew = descriptor >= 0
            if !isNew, errno == EEXIST {
                descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
                // Its owner has just moved it to its place: the name is free again.
                if descriptor < 0, errno == ENOENT { continue }
            }
            guard descriptor >= 0 else {
                // It belongs to another user, who may have denied access: try the next name.
                if Self.isForeign(path, to: user) { return nil }
                throw FileProblem("the folder accepts no file")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // Between opening and locking, its owner may have moved it to its place:
            // then the name is free again.
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

    private static func readNote(_ path: String, of user: uid_t) -> ResumeNote? {
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

    /// Empties the file. Removes the old note first and writes the new one last: at no moment does a
    /// note describe other bytes.
    func restart(_ note: ResumeNote?) throws(FileProblem) {
        unlink(notePath)
        self.note = nil
        guard ftruncate(descriptor, 0) == 0 else { throw FileProblem("the partial file cannot be emptied") }
        size = 0
        guard let note else { return }
        let file = Glibc.open(notePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw FileProblem("the folder accepts no file") }
        defer { close(file) }
        try OpenFile.write(Array(note.text.utf8), to: file, at: 0)
        self.note = note
    }

    /// Writes after the existing bytes.
    func append(_ bytes: [UInt8]) throws(FileProblem) {
        try OpenFile.write(bytes, to: descriptor, at: size)
        size += Int64(bytes.count)
    }

    /// Moves it to its place, in one step: no reader ever sees half of it.
    /// - Parameter replaces: replaces a file of that name; otherwise takes the first free number for its own.
    /// - Returns: its final path.
    func finish(folder: String, name: String, replaces: Bool) throws(FileProblem) -> String {
        guard ftruncate(descriptor, off_t(size)) == 0, fsync(descriptor) == 0 || errno == EINVAL else {
            throw FileProblem("the file cannot be written completely")
        }
        let place = try moveToTarget(folder, name, replaces)
        unlink(notePath)
        return place
    }

    private func moveToTarget(_ folder: String, _ name: String, _ replaces: Bool) throws(FileProblem) -> String {
        let target = "\(folder)/\(name)"
        if replaces {
            guard rename(path, target) == 0 else { throw FileProblem("it cannot become \(name)") }
            return target
        }
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

    /// Removes it and its note.
    func remove() {
        unlink(notePath)
        unlink(path)
    }
}
