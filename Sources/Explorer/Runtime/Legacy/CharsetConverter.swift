// The C library's character tables: one character at a time, so that no state remains and each
// error concerns one character.

import Glibc

/// A converter of the C library to UTF-8.
final class CharsetConverter {
    private let handle: iconv_t

    /// - Parameter name: the C library's name. The result is `nil` when it has no such table.
    init?(_ name: String) {
        guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// The UTF-8 of one character, at most 8 bytes; `nil` when the bytes are no character.
    func character(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var input = bytes.map { CChar(bitPattern: $0) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { output in
            input.withUnsafeMutableBufferPointer { input in
                var from = input.baseAddress
                var (left, room) = (input.count, output.count)
                var to = output.baseAddress
                iconv(handle, nil, nil, nil, nil)
                guard iconv(handle, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                // The text that it held back in case a combining character follows.
                guard iconv(handle, nil, nil, &to, &room) != -1 else { return nil }
                return output[..<(output.count - room)].map { UInt8(bitPattern: $0) }
            }
        }
    }
}
