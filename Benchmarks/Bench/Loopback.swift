// Ports of this machine: finds free ones, and waits for servers.

import Glibc

enum Loopback {
    /// A port that was free a moment ago.
    static func freePort() throws -> UInt16 {
        try withSocket { socket in
            var address = Loopback.address(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) | getsockname(socket, $0, &length)
                }
            }
            guard code == 0 else { throw MeasurementError.broken("there is no free loopback port") }
            return UInt16(bigEndian: address.sin_port)
        }
    }

    /// Waits up to five seconds for a server there.
    static func isAnswering(_ port: UInt16) -> Bool {
        for _ in 0..<500 {
            if isListening(port) { return true }
            usleep(10_000)
        }
        return false
    }

    static func isListening(_ port: UInt16) -> Bool {
        let answer = try? withSocket { socket in
            var address = Loopback.address(port)
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        return answer == 0
    }

    private static func withSocket<T>(_ body: (Int32) throws -> T) throws -> T {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw MeasurementError.broken("there is no socket") }
        defer { close(socket) }
        return try body(socket)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }
}
