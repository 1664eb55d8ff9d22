// Every description that stands beside the checkout: what is read of it and what is wrong with it, line by line in the project's own text.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct GoldenDescriptionTests {
    /// The files of a folder by their ending; what is no description among them is refused for a stated reason.
    private static let files = ["openapi", "servers"].flatMap { folder in
        [".json", ".yaml", ".yml"].flatMap { SharedData.files(under: folder, suffix: $0) }
    }.sorted()

    /// Reads a file with the files that it refers to, as the program does.
    static func read(_ path: String) throws -> APIDescription {
        let base = URI("file:///data/" + path)
        var files = try DescriptionFiles(
            try DescriptionText(SharedData.bytes(path), source: path), source: path, base: base)
        while let location = files.next {
            let part = String(PercentCoding.decode(location.path).dropFirst("/data/".count))
            guard let bytes = try? SharedData.bytes(part) else {
                files.markUnavailable(location, message: "there is no such file", hint: "")
                continue
            }
            do throws(DescriptionError) {
                files.add(try DescriptionText(bytes, source: part), at: location)
            } catch {
                files.markUnavailable(location, message: error.description, hint: "")
            }
        }
        return try files.description()
    }

    /// `path<TAB>standard<TAB>paths<TAB>operations<TAB>errors<TAB>warnings<TAB>notes`, or `path<TAB>refused: why`.
    private static func line(_ path: String) throws -> String {
        do {
            let api = try read(path)
            let found = api.check()
            let counts = Warning.Severity.allCases.map { severity in found.count { $0.severity == severity } }
            let numbers = [api.pathCount, api.endpoints.count] + counts
            return ([path, api.standard] + numbers.map(String.init)).joined(separator: "\t")
        } catch let error as DescriptionError {
            return "\(path)\trefused: \(error.message)"
        }
    }

    @Test(.within(minutes: 5)) func everyDescriptionIsWhatItWas() throws {
        #expect(Self.files.count > 350)
        try GoldenText.expect(try Self.files.map(Self.line), "catalog/descriptions.txt")
    }

    /// The counts that stand in the README of the data, made by another program.
    @Test(arguments: [
        ("octokit/api.github.com.json", 565, 874), ("stripe/spec3.json", 261, 417), ("kubernetes-swagger2.json", 374, 738),
        ("box-oas30.json", 186, 296), ("asana-oas30.yaml", 173, 247), ("twilio/twilio_api_v2010.json", 121, 197),
        ("twilio/twilio_api_v2010.yaml", 121, 197),
    ])
    func countsAreThoseOfTheReadme(path: String, paths: Int, operations: Int) throws {
        let api = try Self.read("openapi/" + path)
        #expect(api.endpoints.count == operations)
        #expect(api.pathCount == paths)
    }

    @Test func theServersOwnDescriptionCounts() throws {
        let api = try Self.read("servers/httpbin-spec-swagger2.json")
        #expect(api.pathCount == 52 && api.endpoints.count == 78)
    }
}
