// Binary coding of numbers and strings, for the cache's own files.

enum ByteWriter {
    static func append(_ number: some FixedWidthInteger, _ bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// In nanoseconds; durations over 292 years count as 292 years.
    static func append(_ duration: Duration, _ bytes: inout [UInt8]) {
        let (seconds, attoseconds) = duration.components
        let (scaled, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (whole, isToo) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        append(isOver || isToo ? (seconds < 0 ? Int64.min : .max) : whole, &bytes)
    }

    /// With the length first.
    static func append(_ text: [UInt8], _ bytes: inout [UInt8]) {
        append(UInt32(text.count), &bytes)
        bytes += text
    }
}

/// Reads data that ``ByteWriter`` wrote; `nil` at the first invalid value and after it.
struct ByteReader {
    private let all: [UInt8]
    private var place: Int

    init(_ bytes: [UInt8], from start: Int) {
        all = bytes
        place = start
    }

    var isAtEnd: Bool { place == all.count }

    mutating func readByte() -> UInt8? { readNumber(UInt8.self) }
    mutating func readUInt32() -> UInt32? { readNumber(UInt32.self) }
    mutating func readUInt64() -> UInt64? { readNumber(UInt64.self) }
    mutating func readDuration() -> Duration? { readNumber(Int64.self).map { .nanoseconds($0) } }

    private mutating func readNumber<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        let size = MemoryLayout<T>.size
        guard all.count - place >= size else { return nil }
        defer { place += size }
        return all.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: T.self)) }
    }

    mutating func readBytes() -> [UInt8]? {
        guard let count = readUInt32().map(Int.init), all.count - place >= count else { return nil }
        defer { place += count }
        return Array(all[place..<place + count])
    }

    /// Strict UTF-8.
    mutating func readText() -> String? { readBytes().flatMap { String(validating: $0, as: UTF8.self) } }
}
