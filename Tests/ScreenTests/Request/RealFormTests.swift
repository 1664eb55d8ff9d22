// For every operation of four real APIs: the form opens, and the bodies that are made for it fit their schemas in the eyes of somebody
// else, Python's jsonschema.

import Catalog
import Document
import Foundation
import TestSupport
import Testing

@testable import Screen

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealFormTests {
    static let descriptions = [
        "openapi/octokit/api.github.com.json", "openapi/stripe/spec3.json", "openapi/box-oas30.json",
        "openapi/kubernetes-swagger2.json",
    ]

    /// Bodies that do not fit, and why that is so: `METHOD PATH TYPE EXTENT`. One that fits after all fails the test as well.
    static let unfit: [String: Set<String>] = [:]

    private func read(_ path: String) throws -> APIDescription {
        try APIDescription.parse(SharedData.bytes(path), source: path, base: nil)
    }

    @Test(arguments: descriptions)
    func everyFormOpens(_ path: String) throws {
        let api = try read(path)
        for index in api.endpoints.indices {
            let operation = try #require(api.operation(index))
            var form = RequestForm(api.endpoints[index], operation)
            for tab in form.tabs {
                form.open(tab)
                form.fit(width: 80)
                form.clamp(width: 80, height: 20)
                #expect(tab == .docs ? !form.docs.rows.isEmpty : form.rows.count <= 2_000, "\(api.endpoints[index].id) \(tab)")
            }
            // What a form begins with has nothing wrong with it but what is missing.
            if form.body?.area.isEmpty == false {
                form.body?.check()
                #expect(form.body?.problem == nil, "\(api.endpoints[index].id)")
            }
        }
    }

    @Test(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent), arguments: descriptions)
    func everyBodyFitsItsSchema(_ path: String) async throws {
        let api = try read(path)
        var lines: [String] = []
        for index in api.endpoints.indices {
            let endpoint = api.endpoints[index]
            for media in try #require(api.operation(index)).body?.media ?? [] {
                guard let schema = media.schema else { continue }
                for extent in ExampleBody.Extent.allCases {
                    for alternative in [nil] + schema.resolve().alternatives.indices.map({ $0 }) {
                        let fields = [
                            "method": "\(endpoint.method)", "path": endpoint.path, "type": media.contentType,
                            "extent": "\(extent)" + (alternative.map { " \($0 + 1)" } ?? ""),
                            "body": ExampleBody.makeJSON(schema, extent, alternative: alternative),
                        ]
                        lines.append(String(decoding: try JSONEncoder().encode(fields), as: UTF8.self))
                    }
                }
            }
        }
        let result = try await ChildProcess.run(
            "\(PythonServer.environment)/bin/python",
            [
                SharedData.repository.appending(path: "Tests/Fixtures/validate-bodies.py").path,
                SharedData.root.appending(path: path).path,
            ],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"],
            input: Array(lines.joined(separator: "\n").utf8), within: .seconds(300))
        try #require(result.code == 0, "\(result.errors)")
        #expect(result.errors == "\(lines.count) bodies\n")
        let misses = result.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        let known = Self.unfit[path] ?? []
        for miss in misses where !known.contains(String(miss[0])) {
            Issue.record("\(miss.joined(separator: " · "))")
        }
        for name in known.subtracting(misses.map { String($0[0]) }) {
            Issue.record("\(name) fits now: take it off the list")
        }
    }
}
