// The location of a workspace: locked against other programs during a change, and replaced as a whole.

import Foundation

struct WorkspaceLocation: Sendable {
    let path: String

    /// The base folder of a workspace's own paths.
    static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    }

    /// Runs `body` while no other program changes the workspace. Locks the file itself, so that no lock
    /// file remains in the user's folder.
    func withLock<Value>(_ body: () throws(EditProblem) -> Value) throws(EditProblem) -> Value {
        while true {
            // The path may name a pipe, and opening it must not block.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw problem(errno) }
            defer { close(descriptor) }
            var locked = stat()
            guard fstat(descriptor, &locked) == 0 else { throw problem(errno) }
            try check(locked)
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { throw EditProblem(path, "the file cannot be locked", "edit it by hand") }
            }
            var current = stat()
            guard stat(path, &current) == 0 else { throw problem(errno) }
            // The previous owner of the lock has replaced the file: lock the new one.
            guard current.st_ino == locked.st_ino, current.st_dev == locked.st_dev else { continue }
            return try body()
        }
    }

    func bytes() throws(EditProblem) -> [UInt8] {
        do throws(ReadError) {
            return try FileReading.bytes(path, limit: WorkspaceFile.limit)
        } catch {
            throw EditProblem(path, error.message, error.hint)
        }
    }

    func write(_ bytes: [UInt8]) throws(EditProblem) {
        do throws(WriteError) {
            try FileWriting.save(bytes, to: path, overwrites: true)
        } catch {
            throw EditProblem(path, "the file cannot be replaced: \(error.message)", "check its folder with ls -ld")
        }
    }

    /// Refuses a file that the program could replace but must not: a read-only one, or
    /// one that would change its owner.
    private func check(_ file: stat) throws(EditProblem) {
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw EditProblem(path, "this is not a regular file", "name an explorer.yaml")
        }
        guard file.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
            throw EditProblem(path, "the file is read-only", "allow it with chmod u+w")
        }
        guard file.st_uid == geteuid() || geteuid() == 0 else {
            throw EditProblem(path, "the file belongs to another user", "make your own copy")
        }
    }

    private func problem(_ code: Int32) -> EditProblem {
        code == ENOENT
            ? EditProblem(path, "the file no longer exists", "restore it, or open another workspace")
            : EditProblem(path, "the file cannot be opened: \(String(cString: strerror(code)))", "check it with ls -l")
    }
}
