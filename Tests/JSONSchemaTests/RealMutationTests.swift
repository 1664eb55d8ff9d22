// Responses of real APIs, as their descriptions say, each spoilt in twelve ways: every fault is found where it is, and no original has one.

import Document
import JSONSchema
import NetLayer
import TestSupport
import Testing

@testable import Catalog

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealMutationTests {
    private static let sources = [
        "octokit/api.github.com.json", "stripe/spec3.json", "box-oas30.json", "kubernetes-swagger2.json",
        "twilio/twilio_api_v2010.json", "ogen/examples/telegram_bot_api.json",
    ]
    private static let (originals, ways, endpoints) = (200, 12, 120)

    private struct Original {
        var name: String
        var schema: JSONNode
        var program: SchemaProgram
        var body: JSONDocument
        var spoilings: [Spoiling]
    }

    /// The bodies that were found, and how many of all fit.
    private struct Pool {
        var originals: [Original] = []
        /// Bodies made from their schemas, and examples of the descriptions.
        var made = (all: 0, unfit: [String]())
        var given = (all: 0, unfit: [String]())
    }

    private func collect(_ path: String, _ random: inout SplitMix64, into pool: inout Pool) throws {
        let api = try APIDescription.parse(SharedData.bytes("openapi/" + path), source: path, base: nil)
        var finder = SpoilingFinder(api.document.root)
        // The only response of these that forbids other members, and is more than an empty object.
        let strict = api.endpoints.filter { $0.id == "repos/update-branch-protection" }
        for endpoint in strict + api.endpoints.shuffled(using: &random).prefix(Self.endpoints) {
            for response in try #require(api.operation(endpoint.index)).responses {
                guard let media = response.media.first(where: { MediaType.isJSON($0.contentType) }), let link = media.schema
                else { continue }
                let name = "\(endpoint.method) \(endpoint.path) \(response.status)"
                for (text, isMade) in [(ExampleBody.makeJSON(link, .full), true), (media.example ?? "null", false)] {
                    guard text != "null", text.utf8.count < 32_000, let body = try? JSONDocument(Array(text.utf8)) else {
                        continue
                    }
                    let verdict = link.check(body.root, direction: .either)
                    let unfit = verdict.first.map { ["\(name): \($0)"] } ?? []
                    if isMade {
                        pool.made = (pool.made.all + 1, pool.made.unfit + unfit)
                    } else {
                        pool.given = (pool.given.all + 1, pool.given.unfit + unfit)
                    }
                    guard verdict.fits else { continue }
                    let spoilings = choose(finder.spoilings(of: body.root, link.written), &random)
                    guard spoilings.count == Self.ways else { continue }
                    pool.originals.append(
                        Original(
                            name: name, schema: link.written, program: api.schemaProgram, body: body, spoilings: spoilings))
                }
            }
        }
    }

    /// Twelve, of as many kinds as there are.
    private func choose(_ spoilings: [Spoiling], _ random: inout SplitMix64) -> [Spoiling] {
        var kinds: Set<Spoiling.Kind> = []
        var (first, more): ([Spoiling], [Spoiling]) = ([], [])
        for spoiling in spoilings.shuffled(using: &random) {
            if kinds.insert(spoiling.kind).inserted { first.append(spoiling) } else { more.append(spoiling) }
        }
        return Array((first + more).prefix(Self.ways))
    }

    /// Some of each kind of fault, then whatever comes.
    private func sample(_ pool: [Original], _ random: inout SplitMix64) -> [Original] {
        let shuffled = pool.shuffled(using: &random)
        var chosen: Set<Int> = []
        for kind in Spoiling.Kind.allCases {
            let having = shuffled.indices.filter { index in shuffled[index].spoilings.contains { $0.kind == kind } }
            chosen.formUnion(having.prefix(12))
        }
        for index in shuffled.indices where chosen.count < Self.originals { chosen.insert(index) }
        return chosen.sorted().map { shuffled[$0] }
    }

    @Test(.within(minutes: 5)) func everyFaultIsFoundAndNoOriginalHasOne() throws {
        var random = SplitMix64(seed: 28)
        var pool = Pool()
        for source in Self.sources { try collect(source, &random, into: &pool) }
        // A few bodies are too large to be made whole, and some examples are outdated.
        #expect(pool.made.all > 500 && pool.made.unfit.count * 50 < pool.made.all, "\(pool.made)")
        #expect(pool.given.all > 100 && pool.given.unfit.count * 2 < pool.given.all, "\(pool.given)")

        let originals = sample(pool.originals, &random)
        try #require(originals.count == Self.originals, "\(pool.originals.count) have enough places")
        var counts: [Spoiling.Kind: Int] = [:]
        for original in originals {
            var run = SchemaRun(original.program, original.schema, direction: .either)
            let verdict = run.validate(original.body.root)
            #expect(verdict.fits && verdict.stop == nil, "\(original.name): \(verdict.mismatches)")
            for spoiling in original.spoilings {
                counts[spoiling.kind, default: 0] += 1
                let spoilt = run.validate(try spoiling.applied(to: original.body).root)
                #expect(
                    spoilt.mismatches.contains { $0.pointer == spoiling.pointer },
                    "\(original.name): \(spoiling.kind) at \(spoiling.pointer), found \(spoilt.mismatches.map(\.description))")
            }
        }
        #expect(counts.values.reduce(0, +) == Self.originals * Self.ways)
        for kind in Spoiling.Kind.allCases { #expect(counts[kind, default: 0] > 0, "\(kind)") }
    }
}
