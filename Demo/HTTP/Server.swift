// The listening socket, and the tasks of its connections.
import Glibc

struct Server: Sendable {
    /// The maximum number of connections that wait to be accepted.
    private static let backlog: CInt = 4_096

    let port: Int
    private let listener: StreamSocket

    /// Listens on 127.0.0.1.
    /// - Parameter port: 0 for a free one.
    init(port: Int) throws(StreamSocket.Failure) {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw StreamSocket.Failure(code: errno) }
        listener = StreamSocket(descriptor)
        // Accepted sockets inherit both options. Without TCP_NODELAY a second small write waits for the
        // client's acknowledgement.
        for (level, name) in [(SOL_SOCKET, SO_REUSEADDR), (CInt(IPPROTO_TCP), TCP_NODELAY)] {
            var isOn: CInt = 1
            setsockopt(descriptor, level, name, &isOn, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, Self.backlog) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw StreamSocket.Failure(code: errno) }
        self.port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Serves until the task is cancelled; then accepts no more connections, and returns when the
    /// open ones have ended.
    func run(_ handler: @escaping Connection.Handler) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let socket = try await listener.accept()
                    group.addTask { await Connection(socket, handler: handler).serve() }
                } catch is StreamSocket.Failure {
                    // Usually too many open files. Connections that end meanwhile make room.
                    try? await Task.sleep(for: .milliseconds(50))
                } catch {
                    return
                }
            }
        }
    }
}
