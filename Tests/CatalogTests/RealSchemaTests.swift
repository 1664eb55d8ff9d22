// Every body that is made for an operation of a real API is JSON and passes its own checks, and none takes long.

import Document
import TestSupport
import Testing

@testable import Catalog

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealSchemaTests {
    @Test(arguments: ["octokit/api.github.com.json", "stripe/spec3.json", "box-oas30.json", "twilio/twilio_api_v2010.json"])
    func bodiesMadeForLargeDescriptionsFit(_ path: String) throws {
        let misses = try findMisses(try APIDescription.parse(SharedData.bytes("openapi/" + path), source: path, base: nil))
        #expect(misses.isEmpty, "\(misses.map { "\($0.place): \($0.problem)" }.joined(separator: "\n"))")
    }

    /// Where no body fits, and why.
    private static let unfit = [
        "3.0/json/discriminators.json PATCH /embedded-discriminator": Self.overlap,
        "3.0/json/polymorphism.json POST /anything/one-of-object": Self.overlap,
        "3.0/json/polymorphism.json POST /anything/one-of-object-ref": Self.overlap,
        "3.0/json/schema-types.json PUT /anything/quirks/polymorphism": Self.contradiction,
        "3.0/json/schema-types.json PATCH /anything/quirks/polymorphism": Self.contradiction,
        "3.1/json/schema-types.json PUT /anything/quirks/polymorphism": Self.contradiction,
        "3.1/json/schema-types.json PATCH /anything/quirks/polymorphism": Self.contradiction,
    ]
    private static let overlap = "what fits one alternative of its oneOf fits the other one"
    private static let contradiction = "its allOf wants a text and a number"

    @Test func bodiesMadeForTheExamplesFit() throws {
        var misses: [String] = []
        for path in SharedData.files(under: "openapi/readme-oas-examples", suffix: ".json") {
            guard let api = try? APIDescription.parse(SharedData.bytes(path), source: path, base: nil) else { continue }
            misses += try findMisses(api).map { "\(path.dropFirst("openapi/readme-oas-examples/".count)) \($0.place)" }
        }
        #expect(Set(misses) == Set(Self.unfit.keys), "\(Set(misses).symmetricDifference(Self.unfit.keys))")
    }

    /// A circle shows in what is looked at, on any machine: no body of these comes near the end of its budget.
    @Test(arguments: ["octokit/api.github.com.json", "stripe/spec3.json", "box-oas30.json", "kubernetes-swagger2.json"])
    func noBodyTakesManySteps(_ path: String) throws {
        let api = try APIDescription.parse(SharedData.bytes("openapi/" + path), source: path, base: nil)
        for index in api.endpoints.indices {
            for media in api.operation(index)?.body?.media ?? [] {
                guard let schema = media.schema else { continue }
                for extent in ExampleBody.Extent.allCases {
                    var builder = ExampleBuilder(extent)
                    #expect(builder.value(at: schema, nil) != nil)
                    #expect(builder.steps < ExampleBuilder.mostLooks * 3 / 4, "\(api.endpoints[index].id) \(extent)")
                }
            }
        }
    }

    /// The operations whose bodies do not fit, each with its problem.
    private func findMisses(_ api: APIDescription) throws -> [(place: String, problem: String)] {
        var misses: [(place: String, problem: String)] = []
        for index in api.endpoints.indices {
            let operation = try #require(api.operation(index))
            for parameter in operation.parameters where !parameter.choices.isEmpty && !parameter.rules.isList {
                #expect(parameter.rules.problem(with: parameter.choices[0]) == nil)
            }
            for media in operation.body?.media ?? [] {
                guard let schema = media.schema else { continue }
                let text = ExampleBody.makeJSON(schema)
                guard let problem = schema.check(try JSONDocument(Array(text.utf8)).root).first else { continue }
                let endpoint = api.endpoints[index]
                misses.append(("\(endpoint.method) \(endpoint.path)", "\(problem) in \(text.prefix(300))"))
            }
        }
        return misses
    }
}
