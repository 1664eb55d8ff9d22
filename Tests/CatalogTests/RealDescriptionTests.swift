// Descriptions of real APIs, with counts that Foundation's reader confirms.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealDescriptionTests {
    private func load(_ path: String) throws -> APIDescription {
        try APIDescription.read(SharedData.bytes("openapi/" + path), source: path, base: nil)
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
        #expect(api.find("GET /repos/apple/swift/compare/main...dev") == .one(one))
        #expect(
            one.pathValues(in: "/repos/apple/swift/compare/main...dev") == [
                "owner": "apple", "repo": "swift", "base": "main", "head": "dev",
            ])
        let other = try #require(api.endpoints.first { $0.id == "issues/list-for-repo" })
        #expect(api.find("issues/list-for-repo") == .one(other))
        #expect(api.find("GET /repos/apple/swift/issues?state=open") == .one(other))
    }

    @Test func everySmallDescriptionIsReadOrRefusedByName() throws {
        let files = SharedData.files(under: "openapi", suffix: ".json").filter {
            !$0.contains("api.github.com") && !$0.contains("spec3")
        }
        var readCount = 0
        for path in files {
            let bytes = try SharedData.bytes(path)
            let root = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
            let version = root?["openapi"] as? String ?? ""
            let isReadable = version.hasPrefix("3.0") || version.hasPrefix("3.1")
            do {
                let api = try APIDescription.read(bytes, source: path, base: nil)
                readCount += 1
                #expect(isReadable, "\(path)")
                #expect(api.endpoints.count == Self.expectedCount(root ?? [:]), "\(path)")
                for index in api.endpoints.indices { #expect(api.operation(index) != nil, "\(path)") }
            } catch {
                #expect(!isReadable, "\(path): \(error)")
                #expect(error.line != nil, "\(path)")
            }
        }
        #expect(readCount > 100)
    }

    /// Counts operations by way of Foundation, path items behind references inside the file too.
    private static func expectedCount(_ root: [String: Any]) -> Int {
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
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
