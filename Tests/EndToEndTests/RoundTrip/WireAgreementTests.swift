// 300 operations of real descriptions with random values of a fixed seed, made into requests in five ways: by the form of the screen, by
// `-p`, `-F` and `-d`, by the form saved in explorer.yaml and read again, by the exported curl line read again, and from the history.
//
// Compared is the request that the transport is given (method, URL, header fields, body, boundaries between parts aside), because all ways
// come to it by the same generator and go on by the same transport; CurlAgreementTests sends some of them. What is not kept on purpose is no
// difference, and is counted: a secret is neither saved nor kept in the history, and a file that was sent is not kept in the history.

import Catalog
import Foundation
import NetLayer
import RequestFiles
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct WireAgreementTests {
    static let seed: UInt64 = 23
    static let descriptions = [
        ("openapi/octokit/api.github.com.json", 60), ("openapi/stripe/spec3.json", 60), ("openapi/box-oas30.json", 40),
        ("openapi/asana-oas30.yaml", 40), ("openapi/twilio/twilio_api_v2010.json", 40), ("openapi/kubernetes-swagger2.json", 40),
        ("openapi/libopenapi/petstorev2.json", 10), ("openapi/libopenapi/petstorev3.json", 10),
    ]

    @Test func thereAreThreeHundred() { #expect(Self.descriptions.map(\.1).reduce(0, +) == 300) }

    @Test(arguments: descriptions)
    func everyWayIsTheSameRequest(_ path: String, _ count: Int) async throws {
        let description = try APIDescription.parse(try SharedData.bytes(path), source: path, base: nil)
        let folder = try TemporaryFolder()
        var random = RandomCalls(description, seed: Self.seed, folder: folder)
        let calls = try random.calls(count)
        #expect(calls.count == count)
        let source = SharedData.root.appending(path: path).path
        var ways = try await FiveWays(description, source: source, base: "http://127.0.0.1:9/v1", folder: folder)
        var (saved, stored) = (0, 0)
        for call in calls {
            do {
                let wire = try await ways.typed(call)
                let wanted = try wire.onTheWire()
                compare("form", try ways.form(call), wanted, call)
                compare("curl", try ways.curl(wire), wanted, call)
                if let again = try kept({ try ways.saved(call) }) {
                    compare("saved", again, wanted, call)
                    saved += 1
                }
                if let again = try await kept({ try await ways.stored(call, wire) }) {
                    compare("history", again, wanted, call)
                    stored += 1
                }
            } catch {
                Issue.record("\(call.endpoint.method) \(call.endpoint.path): \(error)")
            }
        }
        await ways.close()
        #expect(saved >= count / 2 && stored >= count / 2, "\(saved) saved and \(stored) stored of \(count)")
    }

    private func compare(_ way: String, _ found: WireRequest, _ wanted: RecordedRequest, _ call: RandomCall) {
        do {
            let found = try found.onTheWire()
            #expect(found == wanted, "\(way): \(call.endpoint.method) \(call.endpoint.path)")
        } catch {
            Issue.record("\(way): \(call.endpoint.path): \(error)")
        }
    }

    /// `nil` for what is not kept on purpose.
    private func kept(_ make: () throws -> WireRequest) throws -> WireRequest? {
        do { return try make() } catch is FiveWays.NotKept { return nil }
    }

    private func kept(_ make: () async throws -> WireRequest) async throws -> WireRequest? {
        do { return try await make() } catch is FiveWays.NotKept { return nil }
    }
}
