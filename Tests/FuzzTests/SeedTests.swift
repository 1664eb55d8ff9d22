// Every seed of the fuzzer, and every input that once broke a reader (found-…), goes through the same function again.

import Foundation
import FuzzTargets
import TestSupport
import Testing

@Suite struct SeedTests {
    private static let folder = SharedData.repository.appending(path: "Tests/Fixtures/fuzz")

    private static func names(_ target: FuzzTarget) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: target.rawValue).path).sorted()
    }

    private static func bytes(_ target: FuzzTarget, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: "\(target.rawValue)/\(name)")))
    }

    @Test(arguments: FuzzTarget.allCases) func seedsHoldWhatMustHold(_ target: FuzzTarget) throws {
        let names = try Self.names(target)
        #expect(names.count >= 10)
        for name in names {
            do {
                try target.run(try Self.bytes(target, name))
            } catch {
                Issue.record("\(target.rawValue)/\(name): \(error)")
            }
        }
    }

    /// As the fuzzer begins: every seed cut off, and with a byte of it changed.
    @Test(arguments: FuzzTarget.allCases) func damagedSeedsHoldIt(_ target: FuzzTarget) throws {
        var random = SplitMix64(seed: 21)
        for name in try Self.names(target) {
            let seed = try Self.bytes(target, name)
            for _ in 0..<20 where !seed.isEmpty {
                var bytes = Array(seed.prefix(Int.random(in: 1...seed.count, using: &random)))
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                do {
                    try target.run(bytes)
                } catch {
                    Issue.record("\(target.rawValue)/\(name), damaged to \(bytes.count) bytes: \(error)")
                }
            }
        }
    }

    @Test func everyTargetIsNamedByTheScript() throws {
        let script = try String(contentsOf: SharedData.repository.appending(path: "scripts/fuzz.py"), encoding: .utf8)
        for target in FuzzTarget.allCases {
            #expect(script.contains("\"\(target.rawValue)\""), "scripts/fuzz.py leaves \(target) out")
        }
    }
}
