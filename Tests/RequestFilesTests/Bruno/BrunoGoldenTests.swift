// Every real .bru file: the report is the project's own text; what the files say is compared with the JSON that stands beside them.

import Document
import Foundation
import TestSupport
import Testing

@testable import RequestFiles

struct BrunoGoldenTests {
    private static let paths = SharedData.files(under: "collections/bruno-lang", suffix: ".bru")

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func everyRealFileIsReadAsTheGoldenReportSays() throws {
        var lines: [String] = []
        for path in Self.paths {
            let bytes = try SharedData.bytes(path)
            do throws(ImportError) {
                let collection = try BrunoReader.readCollection(bytes, file: path)
                #expect(collection.report.requests == collection.requests.count)
                lines.append(GoldenReport.line(path, collection))
            } catch {
                lines.append(GoldenReport.refusal(path, error))
            }
        }
        try GoldenText.expect(lines, "collections/bruno.txt")
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func requestsSayWhatTheJSONBesideThemSays() throws {
        var compared = 0
        for path in Self.paths {
            let twin = path.replacingOccurrences(of: "fixtures/bru/", with: "fixtures/json/").replacingOccurrences(
                of: ".bru", with: ".json")
            guard let json = try? JSONDocument(SharedData.bytes(twin)).root, let http = json["http"] else { continue }
            let request = try #require(try BrunoReader.readCollection(SharedData.bytes(path), file: path).requests.first)
            #expect(request.name == json["meta"]?["name"]?.string, "\(path)")
            #expect(request.method == http["method"]?.string?.uppercased(), "\(path)")
            #expect(request.url == http["url"]?.string, "\(path)")
            #expect(request.headers == fields(json["headers"]), "\(path)")
            #expect(request.query == fields(json["params"], type: "query"), "\(path)")
            #expect(request.pathVariables == fields(json["params"], type: "path"), "\(path)")
            #expect(request.variables == fields(json["vars"]?["req"]), "\(path)")
            #expect(request.docs == json["docs"]?.string ?? "", "\(path)")
            compareExamples(request, json, path)
            compareBody(request, json, path)
            compared += 1
        }
        #expect(compared == 23)
    }

    private func compareExamples(_ request: CollectionRequest, _ json: JSONNode, _ path: String) {
        let examples = (json["examples"]?.elements.map { $0 } ?? []).filter { $0.count > 0 }
        #expect(request.examples.map(\.name) == examples.map { $0["name"]?.string ?? "" }, "\(path)")
        for (mine, theirs) in zip(request.examples, examples) {
            #expect(mine.body == theirs["response"]?["body"]?["content"]?.string ?? "", "\(path): \(mine.name)")
            #expect(mine.headers == fields(theirs["response"]?["headers"]), "\(path): \(mine.name)")
            let status = [theirs["response"]?["status"], theirs["response"]?["statusText"]].compactMap {
                $0?.string.flatMap { Int($0) }
            }.first
            #expect(mine.status == status, "\(path): \(mine.name)")
        }
    }

    private func compareBody(_ request: CollectionRequest, _ json: JSONNode, _ path: String) {
        switch request.body {
        case .text(let text, _):
            let texts = ["json", "text", "xml", "sparql"].compactMap { json["body"]?[$0]?.string }
            #expect(texts.contains(text), "\(path)")
        case .multipart(let parts):
            let theirs = json["body"]?["multipartForm"]?.elements.map { $0 } ?? []
            #expect(parts.map(\.name) == theirs.map { $0["name"]?.string ?? "" }, "\(path)")
        case .form(let form): #expect(form == fields(json["body"]?["formUrlEncoded"]), "\(path)")
        case .none, .bytes, .file, .graphQL: break
        }
    }

    private func fields(_ node: JSONNode?, type: String? = nil) -> [CollectionField] {
        (node?.elements.map { $0 } ?? []).filter { type == nil || $0["type"]?.string == type }.map {
            CollectionField($0["name"]?.string ?? "", $0["value"]?.string ?? "", isDisabled: $0["enabled"]?.bool == false)
        }
    }
}
