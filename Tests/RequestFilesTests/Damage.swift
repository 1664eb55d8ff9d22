// Small random damages of a text, by a seed: bytes changed, taken out, doubled, moved, cut, or a piece of the format's own put in.

import TestSupport
import Testing

@testable import RequestFiles

enum Damage {
    /// - Parameter pieces: what is likely to mean something to the reader.
    static func damaged(_ bytes: [UInt8], pieces: [String], using random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 1...255, using: &random)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default: if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }

    private static let words = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "true", "{{", "}}", "{%", "%}", "%2", "\\u", "?", "#", "\n", "- ", "  ",
        "&a ", "*a ",
    ]

    /// Reads damaged copies of a text in JSON or YAML. Each either reads or is refused; none crashes or takes long.
    static func play(
        _ text: String, times: Int = 2_000, seed: UInt64 = 6, read: ([UInt8]) throws(ImportError) -> RequestCollection
    ) {
        var random = SplitMix64(seed: seed)
        let start = ThreadTime.now
        for _ in 0..<times {
            guard let collection = try? read(damaged(Array(text.utf8), pieces: words, using: &random)) else { continue }
            #expect(collection.report.requests == collection.requests.count)
        }
        #expect(start.duration(to: ThreadTime.now) < .seconds(60))
    }
}
