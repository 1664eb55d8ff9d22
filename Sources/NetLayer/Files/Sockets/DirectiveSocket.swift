// A Unix socket for the program's own user, on which directives arrive.

import Glibc

/// Creates the socket file, and removes it when it is released.
final class DirectiveSocket: Sendable {
    private let path: String
    private let thread: StoppableThread
    /// The inode of the file, so that another process's file is not removed.
    private let inode: ino_t

    /// - Parameter answer: returns the reply to a line; called on the socket's thread.
    init(at path: String, answer: @escaping @Sendable (DirectiveLine) -> String) throws(FileProblem) {
        let listener = try Self.bindListener(path)
        var file = stat()
        lstat(path, &file)
        do throws(FileProblem) {
            thread = try StoppableThread(DirectiveSocketLoop(listener, answer: answer), listeningFor: "directives")
        } catch {
            unlink(path)
            throw error
        }
        self.path = path
        inode = file.st_ino
    }

    deinit { stop() }

    /// Removes and closes it. May be called repeatedly.
    func stop() {
        // Only once: a later file at this path may belong to another process, and may
        // have the same inode number.
        thread.stop {
            var file = stat()
            if lstat(path, &file) == 0, file.st_ino == inode { unlink(path) }
        }
    }

    // MARK: Binding

    private static func bindListener(_ path: String) throws(FileProblem) -> Int32 {
        guard var address = sockaddr_un(path: path) else {
            throw FileProblem("the socket \(path) cannot be created", ENAMETOOLONG)
        }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard listener >= 0 else { throw FileProblem("the socket \(path) cannot be created") }
        // On Linux the file gets the mode of the socket, so other users can never connect.
        fchmod(listener, 0o600)
        var isBound = address.withSocketAddress { Glibc.bind(listener, $0, $1) } == 0
        if !isBound, errno == EADDRINUSE, isStale(path, &address) {
            unlink(path)
            isBound = address.withSocketAddress { Glibc.bind(listener, $0, $1) } == 0
        }
        guard isBound, listen(listener, 16) == 0 else {
            let problem = FileProblem("the socket \(path) cannot be created")
            close(listener)
            throw problem
        }
        return listener
    }

    /// A socket without a listening process. No other kind of file counts as one.
    private static func isStale(_ path: String, _ address: inout sockaddr_un) -> Bool {
        defer { errno = EADDRINUSE }
        var file = stat()
        guard lstat(path, &file) == 0, file.st_mode & S_IFMT == S_IFSOCK else { return false }
        let caller = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard caller >= 0 else { return false }
        defer { close(caller) }
        return address.withSocketAddress { connect(caller, $0, $1) } != 0 && errno == ECONNREFUSED
    }
}

extension sockaddr_un {
    /// `nil` for a path that is too long.
    fileprivate init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }

    fileprivate mutating func withSocketAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
