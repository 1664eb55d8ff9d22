// The loop of the thread for a directive socket or standard input: waits for clients and their
// lines, and replies to each line.

import Glibc

/// Input from a client.
enum DirectiveLine: Sendable, Hashable {
    case whole(String)
    /// The client disconnected in the middle of a line.
    case cut
    case tooLong
}

/// Used only on its own thread.
final class DirectiveSocketLoop {
    private struct Caller {
        let descriptor: Int32
        /// Replies can be written, not only lines read.
        var isAnswered = true
        var said: [UInt8] = []
    }

    /// The limit of connected clients. A further client disconnects the oldest one.
    private static let callersAtOnce = 16

    private let listener: Int32
    private let leash: Int32
    private let answer: @Sendable (DirectiveLine) -> String
    private var callers: [Caller] = []

    /// Closes all descriptors when it ends.
    /// - Parameters:
    ///   - listener: -1 accepts no clients.
    ///   - voice: a descriptor to read from at once, without replies.
    init(_ listener: Int32, _ leash: Int32, voice: Int32?, answer: @escaping @Sendable (DirectiveLine) -> String) {
        self.listener = listener
        self.leash = leash
        self.answer = answer
        callers = voice.map { [Caller(descriptor: $0, isAnswered: false)] } ?? []
    }

    deinit {
        callers.forEach { close($0.descriptor) }
        if listener >= 0 { close(listener) }
        close(leash)
    }

    func run() {
        while listener >= 0 || !callers.isEmpty {
            var waiting = ([leash, listener] + callers.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { return }
            guard waiting[0].revents == 0 else { return }
            let ready = Set(waiting.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            callers =
                callers.filter { !ready.contains($0.descriptor) }
                + callers.filter { ready.contains($0.descriptor) }.compactMap(hear)
            if waiting[1].revents != 0 { accept() }
        }
    }

    private func accept() {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return AcceptPause.rest(after: errno, until: leash) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if callers.count >= Self.callersAtOnce { close(callers.removeFirst().descriptor) }
        callers.append(Caller(descriptor: descriptor))
    }

    /// - Returns: `nil` when the client has disconnected.
    private func hear(_ caller: Caller) -> Caller? {
        var caller = caller
        var buffer = [UInt8](repeating: 0, count: WrittenDirective.longest)
        // Input or end of file is available, so this does not block.
        let count = read(caller.descriptor, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return caller }
        guard count > 0 else { return dismiss(caller, caller.said.isEmpty ? nil : .cut) }
        caller.said += buffer[..<count]
        while let end = caller.said.firstIndex(of: 0x0a) {
            let line = String(decoding: caller.said[..<end], as: UTF8.self)
            caller.said.removeSubrange(...end)
            if line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) { continue }
            guard say(answer(.whole(line)), to: caller) else { return dismiss(caller, nil) }
        }
        return caller.said.count > WrittenDirective.longest ? dismiss(caller, .tooLong) : caller
    }

    private func dismiss(_ caller: Caller, _ line: DirectiveLine?) -> Caller? {
        if let line { _ = say(answer(line), to: caller) }
        close(caller.descriptor)
        return nil
    }

    /// A client that does not read its replies counts as disconnected.
    private func say(_ text: String, to caller: Caller) -> Bool {
        guard caller.isAnswered else { return true }
        let bytes = Array((text + "\n").utf8)
        return send(caller.descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) == bytes.count
    }
}
