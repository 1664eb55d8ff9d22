// Every file of requests among the shared data: what it becomes by its name and content alone, compared with the committed report.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) struct RealCollectionTests {
    private static let folders = ["collections", "httpfiles", "curl"]

    /// `path<TAB>format<TAB>requests<TAB>environments`, or why there is none.
    @Test func everyFileIsReadOrRefusedForAReason() throws {
        var lines: [String] = []
        for folder in Self.folders {
            for path in SharedData.files(under: folder, suffix: "") where SharedData.isFile(path) {
                lines.append("\(path)\t\(try Self.line(path))")
            }
        }
        #expect(lines.count > 400)
        try GoldenText.expect(lines, "catalog/collections.txt")
    }

    /// As the program reads a file: a description first, and where it is none, a collection.
    private static func line(_ path: String) throws -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let bytes = try SharedData.bytes(path)
        do {
            let described = CollectionFiles.isNamed(name) ? nil : try? APIDescription.parse(bytes, source: path, base: nil)
            if let description = try described ?? CollectionFiles.description(bytes, source: path, name: name) {
                return "\(description.format)\t\(description.endpoints.count)\t\(description.environments.count)"
            }
            _ = try APIDescription.parse(bytes, source: path, base: nil)
            return "neither read nor refused"
        } catch let error as DescriptionError {
            return "refused: \(error.message)"
        }
    }

    /// What is listed can be opened, filled and, but for what lacks a value, sent.
    @Test func everyRequestMakesAPlan() throws {
        var requests = 0
        var refused: [String] = []
        for folder in Self.folders {
            for path in SharedData.files(under: folder, suffix: "") where SharedData.isFile(path) {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                let read = try? CollectionFiles.description(try SharedData.bytes(path), source: path, name: name)
                guard let description = read.flatMap({ $0 }) else { continue }
                #expect(Set(description.endpoints.map(\.id)).count == description.endpoints.count)
                for endpoint in description.endpoints {
                    requests += 1
                    let saved = try #require(description.operation(endpoint.index)?.saved)
                    var changes = CollectedRequest.Changes()
                    for field in saved.fields where field.isRequired && field.text.isEmpty {
                        if case .variable = field.slot {
                            changes.texts[field.slot] = "http://v.example"
                        } else {
                            changes.texts[field.slot] = "1"
                        }
                    }
                    var filled = saved.makePlan(for: endpoint, changes, in: description.environments.first)
                    let pool = ServicePool(description)
                    let service = pool.services.first?.standing(in: pool.environment)
                    guard filled.missing.isEmpty else { continue }
                    var values = DynamicValues(now: 0, chance: SplitMix64(seed: 1))
                    values.resolveVariables(&filled.plan)
                    do throws(NetError) {
                        _ = try RequestGenerator().request(for: filled.plan, on: service)
                    } catch {
                        refused.append("\(path)\t\(endpoint.id)\t\(error.detail)")
                    }
                }
            }
        }
        #expect(requests > 700)
        try GoldenText.expect(refused.sorted(), "catalog/unsendable.txt")
    }
}
