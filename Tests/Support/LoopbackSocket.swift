// Sockets of the loopback address for test servers, and a listener that lets nobody in.

import Foundation

public enum LoopbackSocket {
    /// A system call that failed.
    public struct Failure: Error, CustomStringConvertible {
        public var call: String
        public var errno: Int32
        public var description: String { "\(call): \(String(cString: strerror(errno)))" }
    }

    /// A listening, non-blocking socket on a free port.
    public static func listening(ipv6: Bool = false, backlog: Int32) throws -> Int32 {
        Lane.requireSerial("a listening socket")
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(ipv6 ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", errno: errno) }
        let bound = withLoopback(ipv6: ipv6, port: 0) { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, backlog) == 0 else {
            defer { close(descriptor) }
            throw Failure(call: "bind", errno: errno)
        }
        return descriptor
    }

    public static func port(of descriptor: Int32) throws -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { throw Failure(call: "getsockname", errno: errno) }
        // The port stands at the same place in an IPv4 address.
        return Int(UInt16(bigEndian: address.sin6_port))
    }

    /// Neither blocks nor is inherited by child processes.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// A non-blocking socket that has begun to connect.
    static func connecting(toPort port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", errno: errno) }
        let result = withLoopback(ipv6: false, port: port) { connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else {
            defer { close(descriptor) }
            throw Failure(call: "connect", errno: errno)
        }
        return descriptor
    }

    private static func withLoopback<Result>(ipv6: Bool, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
        -> Result
    {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = in_port_t(port).bigEndian
        four.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(port).bigEndian
        six.sin6_addr = in6addr_loopback
        func call<Address>(_ address: inout Address) -> Result {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
            }
        }
        return ipv6 ? call(&six) : call(&four)
    }
}

/// A port whose accept queue is full: who connects stays in SYN-SENT.
public final class FullBacklogListener: Sendable {
    public let port: Int
    private let descriptors: [Int32]

    public init() throws {
        let listener = try LoopbackSocket.listening(backlog: 0)
        port = try LoopbackSocket.port(of: listener)
        // The kernel queues one more than the backlog; these take the places, and the rest of them waits.
        var descriptors = [listener]
        for _ in 0..<4 { descriptors.append(try LoopbackSocket.connecting(toPort: port)) }
        self.descriptors = descriptors
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
