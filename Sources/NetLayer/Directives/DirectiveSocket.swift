// A Unix socket of the program's own user, and the thread that listens to it.

import Glibc
import Synchronization

/// Made with its owner, removed with it.
final class DirectiveSocket: Sendable {
    private let path: String
    /// Closing it ends the thread.
    private let leash: Int32
    private let thread: Mutex<pthread_t?>
    /// Of the file, so that another's is not removed.
    private let inode: ino_t

    /// - Parameter answer: what is said to a line; called by the socket's thread.
    init(at path: String, answer: @escaping @Sendable (DirectiveLine) -> String) throws(FileProblem) {
        let listener = try Self.bind(path)
        var leash: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &leash) == 0 else {
            let problem = FileProblem("the socket \(path) cannot be listened to")
            close(listener)
            unlink(path)
            throw problem
        }
        var file = stat()
        lstat(path, &file)
        var created = pthread_t()
        let context = Unmanaged.passRetained(DirectiveSocketLoop(listener, leash[1], answer: answer))
        let code = pthread_create(&created, nil, runDirectiveSocket, context.toOpaque())
        guard code == 0 else {
            context.release()
            close(leash[0])
            unlink(path)
            throw FileProblem("the thread of the socket \(path) cannot start", code)
        }
        self.path = path
        self.leash = leash[0]
        inode = file.st_ino
        thread = Mutex(created)
    }

    deinit { stop() }

    /// Closes it and waits for its thread, unless it is called by that.
    func stop() {
        let running = thread.withLock { thread -> pthread_t? in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        var file = stat()
        if lstat(path, &file) == 0, file.st_ino == inode { unlink(path) }
        close(leash)
        if pthread_equal(running, pthread_self()) != 0 {
            pthread_detach(running)
        } else {
            pthread_join(running, nil)
        }
    }

    // MARK: Binding

    private static func bind(_ path: String) throws(FileProblem) -> Int32 {
        guard var address = sockaddr_un(path: path) else {
            throw FileProblem("the socket \(path) cannot be made", ENAMETOOLONG)
        }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard listener >= 0 else { throw FileProblem("the socket \(path) cannot be made") }
        // On Linux the file is made with the mode of the socket: no moment exists at which others may connect.
        fchmod(listener, 0o600)
        var isBound = address.with { Glibc.bind(listener, $0, $1) } == 0
        if !isBound, errno == EADDRINUSE, isStale(path, &address) {
            unlink(path)
            isBound = address.with { Glibc.bind(listener, $0, $1) } == 0
        }
        guard isBound, listen(listener, 16) == 0 else {
            let problem = FileProblem("the socket \(path) cannot be made")
            close(listener)
            throw problem
        }
        return listener
    }

    /// A socket that nobody listens to any more. Another file is never taken for one.
    private static func isStale(_ path: String, _ address: inout sockaddr_un) -> Bool {
        defer { errno = EADDRINUSE }
        var file = stat()
        guard lstat(path, &file) == 0, file.st_mode & S_IFMT == S_IFSOCK else { return false }
        let caller = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard caller >= 0 else { return false }
        defer { close(caller) }
        return address.with { connect(caller, $0, $1) } != 0 && errno == ECONNREFUSED
    }
}

/// The thread's body: a C function cannot capture.
private func runDirectiveSocket(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<DirectiveSocketLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
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

    fileprivate mutating func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
