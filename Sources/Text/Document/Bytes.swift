// The bytes of a text, in an array or in memory with another owner, such as a mapped file.

/// A piece of memory that does not move and lives as long as this object: a mapped file, so
/// that a body need not fit into memory.
public protocol ByteRegion: AnyObject, Sendable {
    /// Its beginning; aligned to sixteen bytes.
    var start: UnsafeMutableRawPointer { get }
    /// The number of bytes that it can hold; they may be read-only.
    var capacity: Int { get }
    /// Lets the system drop the pages read so far: they can be read again.
    func release()
}

/// Bytes that do not change. Copies share them.
public struct Bytes: Sendable {
    private enum Place: Sendable {
        case array([UInt8])
        case region(any ByteRegion)
    }

    private let place: Place
    /// The number of bytes.
    public let count: Int

    private init(_ place: Place, count: Int) {
        self.place = place
        self.count = count
    }

    public init(_ bytes: [UInt8]) {
        place = .array(bytes)
        count = bytes.count
    }

    /// The first `count` bytes of a region; they must not change any more. More may be written behind them.
    public init(_ region: any ByteRegion, count: Int) {
        precondition(count <= region.capacity, "a region has no bytes behind its capacity")
        place = .region(region)
        self.count = count
    }

    public var isEmpty: Bool { count == 0 }

    /// Gives access to all bytes without a copy.
    public func withUnsafeBufferPointer<Answer, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        switch place {
        case .array(let bytes):
            return try bytes.withUnsafeBufferPointer { (all) throws(Failure) in
                try body(UnsafeBufferPointer(rebasing: all[..<count]))
            }
        case .region(let region):
            defer { withExtendedLifetime(region) {} }
            return try body(
                UnsafeBufferPointer(start: UnsafePointer(region.start.assumingMemoryBound(to: UInt8.self)), count: count))
        }
    }

    /// The byte at an index from 0 up to ``count``.
    public subscript(index: Int) -> UInt8 {
        switch place {
        case .array(let bytes): return bytes[index]
        case .region:
            precondition(index >= 0 && index < count, "there is no such byte")
            return withUnsafeBufferPointer { $0[index] }
        }
    }

    /// Some of the bytes, all below ``count``; copied from a region. The
    /// slice's own indices may differ from these.
    public subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        switch place {
        case .array(let bytes): return bytes[range]
        case .region:
            precondition(range.lowerBound >= 0 && range.upperBound <= count, "there are no such bytes")
            return withUnsafeBufferPointer { Array(UnsafeBufferPointer(rebasing: $0[range]))[...] }
        }
    }

    /// The first bytes, at most `most`; shares the storage.
    public func prefix(_ most: Int) -> Bytes { most < count ? Bytes(place, count: most) : self }

    /// All bytes; copied from a region.
    public var array: [UInt8] {
        switch place {
        case .array(let bytes): return bytes.count == count ? bytes : Array(bytes[..<count])
        case .region: return Array(self[0..<count])
        }
    }

    /// The bytes of this program's own memory that they take: a mapping does not count,
    /// because it can be read again at any time.
    public var memory: Int {
        switch place {
        case .array: count
        case .region: 0
        }
    }

    /// Lets a region drop its pages read so far from memory.
    public func release() { if case .region(let region) = place { region.release() } }

    /// Whether the bytes begin with `prefix`.
    public func starts(with prefix: [UInt8]) -> Bool { count >= prefix.count && self[0..<prefix.count].elementsEqual(prefix) }
}
