// Looks for many texts at once in one pass: a byte is looked at once where nothing begins.

struct SecretScan: Sendable {
    /// By their first four bytes; longer ones first.
    private var spellings: [UInt32: [[UInt8]]] = [:]
    /// Whether some spelling begins with these two bytes: most places are told by this.
    private var beginnings: [Bool]

    private static let mask = Array(Secret.mask.utf8)

    init(_ values: [String]) {
        beginnings = [Bool](repeating: false, count: values.isEmpty ? 0 : 1 << 16)
        for spelling in Set(values.flatMap(SecretSpellings.all)) where spelling.count >= KnownSecrets.shortest {
            spellings[Self.key(spelling[0], spelling[1], spelling[2], spelling[3]), default: []].append(spelling)
            beginnings[Int(spelling[0]) << 8 | Int(spelling[1])] = true
        }
        for key in spellings.keys { spellings[key]?.sort { $0.count > $1.count } }
    }

    private static func key(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
        UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// With dots in the place of what is found; `nil` when nothing is. What overlaps goes as one.
    func redacted(_ bytes: [UInt8]) -> [UInt8]? {
        guard !spellings.isEmpty, bytes.count >= KnownSecrets.shortest else { return nil }
        let found = places(in: bytes)
        guard !found.isEmpty else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var done = 0
        for place in found {
            output += bytes[done..<place.lowerBound]
            output += Self.mask
            done = place.upperBound
        }
        return output + bytes[done...]
    }

    private func places(in bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBufferPointer { bytes in
            var found: [Range<Int>] = []
            for index in 0...(bytes.count - KnownSecrets.shortest)
            where beginnings[Int(bytes[index]) << 8 | Int(bytes[index + 1])] {
                let key = Self.key(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
                guard let spelling = spellings[key]?.first(where: { bytes[index...].starts(with: $0) }) else { continue }
                let end = index + spelling.count
                if let last = found.last, index < last.upperBound {
                    found[found.count - 1] = last.lowerBound..<max(last.upperBound, end)
                } else {
                    found.append(index..<end)
                }
            }
            return found
        }
    }
}
