// A port of this machine to which a browser is redirected (RFC 8252 §7.3): on 127.0.0.1 alone, until the one
// request that counts has come.

import Glibc

/// A page for the browser.
struct LoopbackPage: Sendable, Equatable {
    var status: String
    var text: String
    /// No further request is accepted.
    var isLast = false
}

/// Listens from `init` to ``stop()`` or its release.
final class LoopbackRedirect: Sendable {
    let port: Int
    private let thread: StoppableThread

    /// - Parameters:
    ///   - port: 0 takes any free port.
    ///   - answer: makes the page for a request's target; called on the listener's thread.
    init(port: Int, answer: @escaping @Sendable (String) -> LoopbackPage) throws(FileProblem) {
        let listener = try Self.openListener(port)
        self.port = Self.boundPort(of: listener)
        thread = try StoppableThread(LoopbackLoop(listener, answer: answer), listeningFor: "the browser")
    }

    /// Waits for the thread's end. May be called any number of times.
    func stop() { thread.stop() }

    private static func openListener(_ port: Int) throws(FileProblem) -> Int32 {
        guard (0...65_535).contains(port) else {
            throw FileProblem("port \(port) of 127.0.0.1 cannot be opened for the browser: ports are 0 to 65535", EINVAL)
        }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard listener >= 0 else { throw FileProblem("no port can be opened for the browser") }
        // This side closes first, so the last login's connection occupies the port for a minute (TIME_WAIT).
        var isOn: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isBound == 0, listen(listener, 8) == 0 else {
            let problem = FileProblem("port \(port) of 127.0.0.1 cannot be opened for the browser")
            close(listener)
            throw problem
        }
        return listener
    }

    private static func boundPort(of listener: Int32) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}

/// Lives on its thread alone; closes its descriptors when it ends.
private final class LoopbackLoop: ThreadLoop {
    private struct Caller {
        let descriptor: Int32
        var received: [UInt8] = []
    }

    /// In bytes: a request line and a browser's header fields.
    private static let longest = 64 << 10
    private static let callersAtOnce = 16

    private let listener: Int32
    private let answer: @Sendable (String) -> LoopbackPage
    private var callers: [Caller] = []

    init(_ listener: Int32, answer: @escaping @Sendable (String) -> LoopbackPage) {
        self.listener = listener
        self.answer = answer
    }

    deinit {
        callers.forEach { close($0.descriptor) }
        close(listener)
    }

    func run(until stop: Int32) {
        var isOver = false
        while !isOver {
            var waiting = ([stop, listener] + callers.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { return }
            guard waiting[0].revents == 0 else { return }
            let ready = Set(waiting.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            callers = callers.compactMap { caller in
                guard ready.contains(caller.descriptor), !isOver else { return caller }
                return readRequest(caller, &isOver)
            }
            if waiting[1].revents != 0 { accept(until: stop) }
        }
    }

    private func accept(until stop: Int32) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return AcceptPause.pauseAccepting(after: errno, until: stop) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if callers.count >= Self.callersAtOnce { close(callers.removeFirst().descriptor) }
        callers.append(Caller(descriptor: descriptor))
    }

    /// - Returns: `nil` when the caller has its response, or has closed the connection.
    private func readRequest(_ caller: Caller, _ isOver: inout Bool) -> Caller? {
        var caller = caller
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // Data or the end of the stream is ready: this does not wait.
        let count = read(caller.descriptor, &buffer, buffer.count)
        guard count > 0, caller.received.count < Self.longest else {
            close(caller.descriptor)
            return nil
        }
        caller.received += buffer[..<count]
        guard Self.isWhole(caller.received) else { return caller }
        let line = caller.received.prefix { $0 != 0x0d && $0 != 0x0a }.split(separator: 0x20, omittingEmptySubsequences: false)
        let isGET = line.count == 3 && line[0].elementsEqual("GET".utf8)
        let page =
            isGET
            ? answer(String(decoding: line[1], as: UTF8.self)) : LoopbackPage(status: "405 Method Not Allowed", text: "")
        respond(page, to: caller.descriptor)
        close(caller.descriptor)
        isOver = page.isLast
        return nil
    }

    private static func isWhole(_ said: [UInt8]) -> Bool {
        said.indices.dropLast(3).contains { said[$0...].starts(with: [0x0d, 0x0a, 0x0d, 0x0a]) }
    }

    /// The texts are the program's own: the page echoes nothing of the request.
    private func respond(_ page: LoopbackPage, to descriptor: Int32) {
        let body = "<!doctype html><meta charset=utf-8><title>Login</title><p>\(page.text)</p>\n"
        let head =
            "HTTP/1.1 \(page.status)\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
        let bytes = Array((head + body).utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
