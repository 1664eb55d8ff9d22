// Every body that is made for an operation of a real API is JSON and passes its own checks, and none takes long.

import Document
import TestSupport
import Testing

@testable import Catalog

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealSchemaTests {
    @Test(arguments: ["octokit/api.github.com.json", "stripe/spec3.json", "box-oas30.json", "twilio/twilio_api_v2010.json"])
    func bodiesMadeForLargeDescriptionsFit(_ path: String) throws {
        try check(try APIDescription.parse(SharedData.bytes("openapi/" + path), source: path, base: nil), path)
    }

    @Test func bodiesMadeForTheExamplesFit() throws {
        for path in SharedData.files(under: "openapi", suffix: ".json") where path.contains("readme-oas-examples") {
            guard let api = try? APIDescription.parse(SharedData.bytes(path), source: path, base: nil) else { continue }
            try check(api, path)
        }
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

    private func check(_ api: APIDescription, _ path: String) throws {
        for index in api.endpoints.indices {
            let operation = try #require(api.operation(index))
            for parameter in operation.parameters where !parameter.choices.isEmpty && !parameter.rules.isList {
                #expect(parameter.rules.problem(with: parameter.choices[0]) == nil)
            }
            for media in operation.body?.media ?? [] {
                guard let schema = media.schema else { continue }
                let text = ExampleBody.makeJSON(schema)
                let document = try JSONDocument(Array(text.utf8))
                let problem = schema.check(document.root).first
                #expect(
                    problem == nil, "\(path) \(api.endpoints[index].id): \(problem?.description ?? "") in \(text.prefix(300))")
            }
        }
    }
}
