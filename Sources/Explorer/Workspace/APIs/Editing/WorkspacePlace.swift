// Where a workspace lies: held against other programs while it is changed, and replaced as a whole.

import Foundation

struct WorkspacePlace: Sendable {
    let path: String

    /// The folder that a workspace's own paths begin in.
    static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    }

    /// While no other program does the same. The file itself is what is locked, so that nothing else is left in the user's folder.
    func alone<Value>(_ body: () throws(EditProblem) -> Value) throws(EditProblem) -> Value {
        while true {
            // Whatever it is: a pipe must not hold anybody up.
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
            // Who had it before has put another file in its place: that one is to be locked.
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
            throw EditProblem(path, "the file cannot be replaced: \(error.message)", "look at its folder with ls -ld")
        }
    }

    /// A file that could be replaced and must not be: its permissions say so, or it would belong to somebody else afterwards.
    private func check(_ file: stat) throws(EditProblem) {
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw EditProblem(path, "this is no ordinary file", "name an explorer.yaml")
        }
        guard file.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
            throw EditProblem(path, "the file is read-only", "allow it with chmod u+w")
        }
        guard file.st_uid == geteuid() || geteuid() == 0 else {
            throw EditProblem(path, "the file belongs to another user", "take a copy of your own")
        }
    }

    private func problem(_ code: Int32) -> EditProblem {
        code == ENOENT
            ? EditProblem(path, "the file is not there any more", "bring it back, or open another workspace")
            : EditProblem(path, "the file cannot be opened: \(String(cString: strerror(code)))", "look at it with ls -l")
    }
}
