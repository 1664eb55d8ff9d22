// Reads a control file once.

import Glibc

enum ControlFile {
    static func readDirective(at path: String) -> DirectiveWatch.ReadResult {
        // Opening a pipe must not block.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT ? .nothing : .problem(FileProblem("\(path) cannot be opened").detail)
        }
        defer { close(descriptor) }
        var before = stat()
        guard fstat(descriptor, &before) == 0 else { return .problem(FileProblem("\(path) cannot be inspected").detail) }
        guard before.st_mode & S_IFMT == S_IFREG else { return .problem("\(path) is not a file") }
        var buffer = [UInt8](repeating: 0, count: WrittenDirective.longest + 1)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return .problem(FileProblem("\(path) cannot be read").detail) }
        var after = stat()
        guard fstat(descriptor, &after) == 0, stamp(before) == stamp(after) else {
            return .problem("\(path) changes all the time")
        }
        // A writer may empty a file before it writes it.
        guard count > 0 else { return .nothing }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return .text(text, isVouched: isOwn(before), stamp: stamp(before))
    }

    private static func isOwn(_ file: stat) -> Bool {
        (file.st_uid == geteuid() || file.st_uid == 0) && file.st_mode & S_IWOTH == 0
    }

    private static func stamp(_ file: stat) -> String {
        "\(file.st_dev).\(file.st_ino).\(file.st_size).\(file.st_mtim.tv_sec).\(file.st_mtim.tv_nsec)"
    }
}
