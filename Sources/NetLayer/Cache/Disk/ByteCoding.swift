// Binary coding of numbers and strings, for the cache's own files.

enum ByteWriter {
    static func put(_ number: some FixedWidthInteger, _ bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// In nanoseconds; durations over 292 years count as 292 years.
    static func put(_ duration: Duration, _ bytes: inout [UInt8]) {
        let (seconds, attoseconds) = duration.components
        let (scaled, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (whole, isToo) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        put(isOver || isToo ? (seconds < 0 ? Int64.min : .max) : whole, &bytes)
    }

    /// With the length first.
    static func put(_ text: [UInt8], _ bytes: inout [UInt8]) {
        put(UInt32(text.count), &bytes)
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

    mutating func byte() -> UInt8? { number(UInt8.self) }
    mutating func number32() -> UInt32? { number(UInt32.self) }
    mutating func number64() -> UInt64? { number(UInt64.self) }
    mutating func duration() -> Duration? { number(Int64.self).map { .nanoseconds($0) } }

    private mutating func number<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        let size = MemoryLayout<T>.size
        guard all.count - place >= size else { return nil }
        defer { place += size }
        return all.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: T.self)) }
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number32().map(Int.init), all.count - place >= count else { return nil }
        defer { place += count }
        return Array(all[place..<place + count])
    }

    /// Strict UTF-8.
    mutating func text() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }
}
