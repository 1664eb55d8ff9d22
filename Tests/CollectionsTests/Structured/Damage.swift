// Breaks a file at random, as a fuzzer does, the same way for the same seed.

import TestSupport
import Testing

@testable import Collections

enum Damage {
    private static let words: [[UInt8]] = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "true", "{{", "}}", "{%", "%}", "%2", "\\u", "?", "#", "\n", "- ", "  ",
        "&a ", "*a ",
    ].map { Array($0.utf8) }

    /// Reads damaged copies of a text. Each either reads or is refused; none crashes or takes long.
    static func play(
        _ text: String, times: Int = 2_000, seed: UInt64 = 6, read: ([UInt8]) throws(ImportError) -> RequestCollection
    ) {
        let sound = Array(text.utf8)
        var random = SplitMix64(seed: seed)
        let start = ContinuousClock.now
        for _ in 0..<times {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &random) { hurt(&bytes, &random) }
            guard let collection = try? read(bytes) else { continue }
            #expect(collection.report.requests == collection.requests.count)
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    private static func hurt(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes.removeLast(bytes.count - place)
        }
    }
}
