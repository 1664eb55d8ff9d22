// The kernel's list of routes as netlink messages (rtnetlink(7)); pure.

/// Reads which routes exist from the messages of a dump.
enum RouteMessages {
    /// What a buffer of messages says.
    struct Reading: Equatable {
        /// There is a route to everywhere.
        var hasDefault = false
        /// The dump is complete; `false` when more messages follow.
        var isComplete = false
        /// The kernel refused the request.
        var isRefused = false
    }

    private static let header = 16
    private static let routeLength = 12
    private static let (done, error, newRoute) = (UInt16(3), UInt16(2), UInt16(24))

    /// RTM_GETROUTE for all address families and tables.
    static func makeDumpRequest() -> [UInt8] {
        let length = UInt32(header + routeLength)
        let (type, flags) = (UInt16(26), UInt16(0x1 | 0x300))
        return bytes(length) + bytes(type) + bytes(flags) + bytes(UInt32(1)) + bytes(UInt32(0))
            + [UInt8](repeating: 0, count: routeLength)
    }

    /// Reads the messages of one datagram. A message that is cut off ends the reading.
    static func read(_ buffer: some Collection<UInt8>) -> Reading {
        let bytes = Array(buffer)
        var reading = Reading()
        var start = 0
        while start + header <= bytes.count {
            let length = Int(number(bytes, start, 4))
            guard length >= header, length <= bytes.count - start else { break }
            switch UInt16(number(bytes, start + 4, 2)) {
            case done: reading.isComplete = true
            case error: (reading.isComplete, reading.isRefused) = (true, true)
            case newRoute where length >= header + routeLength:
                if isDefault(bytes, start + header) { reading.hasDefault = true }
            default: break
            }
            // Messages begin at multiples of 4.
            start += (length + 3) & ~3
        }
        return reading
    }

    /// Whether a route leads everywhere: the default route, or one that covers half of all addresses, as
    /// tunnels use to take precedence over the default route (0.0.0.0/1, 2000::/3).
    /// - Parameter start: the offset of `struct rtmsg`.
    private static func isDefault(_ bytes: [UInt8], _ start: Int) -> Bool {
        let (family, prefix, type) = (bytes[start], bytes[start + 1], bytes[start + 7])
        let flags = number(bytes, start + 8, 4)
        let (inet, inet6, unicast) = (UInt8(2), UInt8(10), UInt8(1))
        // The kernel retains routes over links that are down (RTNH_F_DEAD, RTNH_F_LINKDOWN); cached routes
        // (RTM_F_CLONED) are copies.
        guard type == unicast, flags & (0x1 | 0x10 | 0x200) == 0 else { return false }
        return family == inet && prefix <= 1 || family == inet6 && prefix <= 3
    }

    /// A number in the machine's byte order.
    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<count {
            let byte = UInt32(bytes[start + index])
            value |= byte << (8 * UInt32(isLittleEndian ? index : count - 1 - index))
        }
        return value
    }

    private static var isLittleEndian: Bool { 1.littleEndian == 1 }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}
