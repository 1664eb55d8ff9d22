// The loop of the thread for a directive socket or standard input: waits for clients and their
// lines, and replies to each line.

import Glibc

/// Input from a client.
enum DirectiveLine: Sendable, Hashable {
    /// The longest line in bytes.
    static let longest = 4_096

    case whole(String)
    /// The client disconnected in the middle of a line.
    case cut
    case tooLong
}

/// Runs until no further input is possible. Used only on its own thread.
final class DirectiveSocketLoop: ThreadLoop {
    private struct Client {
        let descriptor: Int32
        /// Replies can be written, not only lines read.
        var isAnswered = true
        var received: [UInt8] = []
    }

    /// The limit of connected clients. A further client disconnects the oldest one.
    private static let maximumClients = 16

    private let listener: Int32
    private let answer: @Sendable (DirectiveLine) -> String
    private var clients: [Client] = []

    /// Closes all descriptors when it ends.
    /// - Parameters:
    ///   - listener: accepts clients; -1 accepts none.
    ///   - voice: a descriptor to read from at once, without replies. It is closed at its end of file.
    ///   - answer: returns the reply to a line; called on the thread.
    init(_ listener: Int32 = -1, voice: Int32? = nil, answer: @escaping @Sendable (DirectiveLine) -> String) {
        self.listener = listener
        self.answer = answer
        clients = voice.map { [Client(descriptor: $0, isAnswered: false)] } ?? []
    }

    deinit {
        clients.forEach { close($0.descriptor) }
        if listener >= 0 { close(listener) }
    }

    func run(until stop: Int32) {
        while listener >= 0 || !clients.isEmpty {
            var waiting = ([stop, listener] + clients.map(\.descriptor)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { return }
            guard waiting[0].revents == 0 else { return }
            let ready = Set(waiting.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            clients =
                clients.filter { !ready.contains($0.descriptor) }
                + clients.filter { ready.contains($0.descriptor) }.compactMap(readLines)
            if waiting[1].revents != 0 { accept(until: stop) }
        }
    }

    private func accept(until stop: Int32) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return AcceptPause.pauseAccepting(after: errno, until: stop) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if clients.count >= Self.maximumClients { close(clients.removeFirst().descriptor) }
        clients.append(Client(descriptor: descriptor))
    }

    /// - Returns: `nil` when the client has disconnected.
    private func readLines(_ caller: Client) -> Client? {
        var caller = caller
        var buffer = [UInt8](repeating: 0, count: DirectiveLine.longest)
        // Input or end of file is available, so this does not block.
        let count = read(caller.descriptor, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return caller }
        guard count > 0 else { return dismiss(caller, caller.received.isEmpty ? nil : .cut) }
        caller.received += buffer[..<count]
        while let end = caller.received.firstIndex(of: 0x0a) {
            let line = String(decoding: caller.received[..<end], as: UTF8.self)
            caller.received.removeSubrange(...end)
            if line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) { continue }
            guard reply(answer(.whole(line)), to: caller) else { return dismiss(caller, nil) }
        }
        return caller.received.count > DirectiveLine.longest ? dismiss(caller, .tooLong) : caller
    }

    private func dismiss(_ caller: Client, _ line: DirectiveLine?) -> Client? {
        if let line { _ = reply(answer(line), to: caller) }
        close(caller.descriptor)
        return nil
    }

    /// A client that does not read its replies counts as disconnected.
    private func reply(_ text: String, to caller: Client) -> Bool {
        guard caller.isAnswered else { return true }
        let bytes = Array((text + "\n").utf8)
        return send(caller.descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) == bytes.count
    }
}
