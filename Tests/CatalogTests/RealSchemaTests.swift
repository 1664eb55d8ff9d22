// Every body that is made for an operation of a real API is JSON and passes its own checks, and none takes long.

import Catalog
import Document
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealSchemaTests {
    @Test(arguments: ["octokit/api.github.com.json", "stripe/spec3.json", "box-oas30.json", "twilio/twilio_api_v2010.json"])
    func bodiesMadeForLargeDescriptionsFit(_ path: String) throws {
        try check(try APIDescription.read(SharedData.bytes("openapi/" + path), source: path, base: nil), path)
    }

    @Test func bodiesMadeForTheExamplesFit() throws {
        for path in SharedData.files(under: "openapi", suffix: ".json") where path.contains("readme-oas-examples") {
            guard let api = try? APIDescription.read(SharedData.bytes(path), source: path, base: nil) else { continue }
            try check(api, path)
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
                let text = ExampleBody.json(schema)
                let document = try JSONDocument(Array(text.utf8))
                var check = BodyCheck()
                let problem = check.problem(in: document.root, schema)
                #expect(
                    problem == nil, "\(path) \(api.endpoints[index].id): \(problem?.description ?? "") in \(text.prefix(300))")
            }
        }
    }
}
