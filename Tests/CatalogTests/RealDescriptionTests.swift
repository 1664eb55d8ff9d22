// Descriptions of real APIs, with counts that Foundation's reader confirms.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealDescriptionTests {
    private func load(_ path: String) throws -> APIDescription {
        try APIDescription.parse(SharedData.bytes("openapi/" + path), source: path, base: nil)
    }

    /// `paths` counts those with an operation: five of Twilio's 121 have none.
    @Test(arguments: [
        ("octokit/api.github.com.json", 874, 565, "https://api.github.com"),
        ("stripe/spec3.json", 417, 261, "https://api.stripe.com/"),
        ("box-oas30.json", 296, 186, "https://api.box.com/2.0"),
        ("twilio/twilio_api_v2010.json", 197, 116, "https://api.twilio.com"),
    ])
    func largeDescriptionsAreReadWhole(path: String, operations: Int, paths: Int, server: String) throws {
        let api = try load(path)
        #expect(api.endpoints.count == operations)
        #expect(Set(api.endpoints.map(\.path)).count == paths)
        #expect(api.servers.map(\.url.revealed) == [server])
        #expect(Set(api.endpoints.map(\.id)).count == operations)
        #expect(api.groups.flatMap(\.endpoints).sorted() == Array(0..<operations))
        #expect(api.warnings.isEmpty)
        for index in api.endpoints.indices {
            #expect(api.operation(index)?.warnings.isEmpty == true, "\(api.endpoints[index].id)")
        }
    }

    @Test func aGitHubOperationOpens() throws {
        let api = try load("octokit/api.github.com.json")
        let operation = try #require(api.endpoints.first { $0.id == "issues/list-for-repo" }.flatMap { api.operation($0.index) })
        #expect(operation.parameters.prefix(2).map(\.name) == ["owner", "repo"])
        let state = try #require(operation.parameters.first { $0.name == "state" })
        #expect(state.choices == ["open", "closed", "all"])
        #expect(state.defaultValue == "open")
    }

    @Test func realPathsOfGitHubFindTheirEndpoint() throws {
        let api = try load("octokit/api.github.com.json")
        let one = try #require(api.endpoints.first { $0.path == "/repos/{owner}/{repo}/compare/{base}...{head}" })
        #expect(api.findEndpoint("GET /repos/apple/swift/compare/main...dev") == .one(one))
        #expect(
            one.pathValues(in: "/repos/apple/swift/compare/main...dev") == [
                "owner": "apple", "repo": "swift", "base": "main", "head": "dev",
            ])
        let other = try #require(api.endpoints.first { $0.id == "issues/list-for-repo" })
        #expect(api.findEndpoint("issues/list-for-repo") == .one(other))
        #expect(api.findEndpoint("GET /repos/apple/swift/issues?state=open") == .one(other))
    }

    /// Every file of the folder, its JSON and its YAML: loads, or is refused by name and place.
    @Test func everyDescriptionIsReadOrRefusedByName() throws {
        let files = [".json", ".yaml", ".yml"].flatMap { SharedData.files(under: "openapi", suffix: $0) }
        var refused: Set<String> = []
        for path in files {
            let bytes = try SharedData.bytes(path)
            let began = ThreadTime.now
            do {
                let api = try APIDescription.parse(bytes, source: path, base: nil)
                if let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] {
                    #expect(api.endpoints.count == Self.expectedCount(root), "\(path)")
                }
                if bytes.count < 1 << 20 {
                    for index in api.endpoints.indices { #expect(api.operation(index) != nil, "\(path)") }
                    for warning in api.check() { #expect(!warning.message.isEmpty) }
                }
            } catch {
                refused.insert(path)
                #expect(Self.refused.contains(path) || !Self.saysThatItIsADescription(bytes), "\(path): \(error)")
                #expect([.notAnAPI, .otherFormat].contains(error.kind), "\(path): \(error)")
                #expect(error.line != nil, "\(path)")
            }
            #expect(began.duration(to: ThreadTime.now) < Self.bar, "\(path)")
        }
        #expect(!files.isEmpty)
        #expect(refused.isSuperset(of: Self.refused.intersection(files)))
    }

    /// A release build has three seconds for any description; a debug build takes about ten times as long.
    private static let bar: Duration = {
        var isDebug = false
        assert({ isDebug = true }() == ())
        return .seconds(isDebug ? 30 : 3)
    }()

    /// Parts of descriptions, older standards, data: by folder. A file that comes to the folder later needs no line here.
    private static let refused = Set(
        [
            ("libopenapi/advancecallbackreferences", "min-callbacks.yaml min-components.yaml"),
            ("libopenapi", "c-alt.yaml c.yaml second.yaml third.yaml"),
            ("libopenapi/ref_test/mod", "c.yaml"),
            ("libopenapi/ref_test/orig", "c.yaml"),
            ("oai-examples/examples/v2.0/json/petstore-separate/common", "Error.json"),
            ("oai-examples/examples/v2.0/json/petstore-separate/spec", "NewPet.json Pet.json parameters.json"),
            ("oai-examples/examples/v2.0/yaml/petstore-separate/common", "Error.yaml"),
            ("oai-examples/examples/v2.0/yaml/petstore-separate/spec", "NewPet.yaml Pet.yaml parameters.yaml"),
            (
                "oai-examples/v1.2",
                "apiDeclaration.json authorizationObject.json dataType.json dataTypeBase.json infoObject.json modelsObject.json oauth2GrantType.json operationObject.json parameterObject.json resourceListing.json resourceObject.json"
            ),
            ("ogen/positive/file_reference_external", "external.yml"),
            ("", "stripe-fixtures3.json"),
        ].flatMap { folder, names in
            names.split(separator: " ").map { folder.isEmpty ? "openapi/\($0)" : "openapi/\(folder)/\($0)" }
        })

    /// Whether a line of it says that it is one, as far as a glance tells.
    private static func saysThatItIsADescription(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(/(?m)^[ \t{]*"?(openapi|swagger)"?[ \t]*:/)
    }

    @Test(arguments: [
        ("kubernetes-swagger2.json", 738, 374), ("asana-oas30.yaml", 247, 167), ("twilio/twilio_api_v2010.yaml", 197, 116),
    ])
    func otherSyntaxesAndStandardsAreReadWhole(path: String, operations: Int, paths: Int) throws {
        let api = try load(path)
        #expect(api.endpoints.count == operations)
        #expect(Set(api.endpoints.map(\.id)).count == operations)
        #expect(api.warnings.allSatisfy { $0.severity != .error })
        for index in stride(from: 0, to: operations, by: 7) {
            #expect(api.operation(index)?.warnings == [], "\(api.endpoints[index].id)")
        }
    }

    @Test func bothSyntaxesOfTwilioAreTheSameList() throws {
        let (json, yaml) = (try load("twilio/twilio_api_v2010.json"), try load("twilio/twilio_api_v2010.yaml"))
        #expect(json.endpoints == yaml.endpoints)
        #expect(json.groups == yaml.groups)
        for index in stride(from: 0, to: 197, by: 10) {
            #expect(json.operation(index)?.parameters == yaml.operation(index)?.parameters)
        }
    }

    @Test func anOperationOfSwagger2HasItsBodyAndParameters() throws {
        let api = try load("kubernetes-swagger2.json")
        let operation = try #require(
            api.endpoints.first { $0.id == "createCoreV1NamespacedPod" }.flatMap { api.operation($0.index) })
        #expect(operation.parameters.contains { $0.name == "namespace" && $0.place == .path && $0.isRequired })
        #expect(operation.parameters.contains { $0.name == "dryRun" && $0.place == .query && $0.type == "string" })
        #expect(operation.body?.isRequired == true)
        #expect(operation.body?.contentTypes == ["*/*"])
        #expect(operation.responses.first { $0.status == "200" }?.contentTypes.contains("application/json") == true)
    }

    /// Counts operations by way of Foundation, path items behind references inside the file too.
    private static func expectedCount(_ root: [String: Any]) -> Int {
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
        return (root["paths"] as? [String: Any] ?? [:]).reduce(0) { sum, path in
            guard path.key.hasPrefix("/"), var item = path.value as? [String: Any] else { return sum }
            var names = Set(item.keys)
            var steps = 0
            while let reference = item["$ref"] as? String, reference.hasPrefix("#/"), steps < 10 {
                let tokens = reference.dropFirst(2).split(separator: "/").map {
                    $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
                }
                var node: Any? = root
                for token in tokens { node = (node as? [String: Any])?[token.removingPercentEncoding ?? token] }
                guard let next = node as? [String: Any] else { break }
                item = next
                names.formUnion(next.keys)
                steps += 1
            }
            return sum + methods.filter { names.contains($0) }.count
        }
    }
}
