// The layers of NetLayer: a folder names types of the folders below it, never of those above it.

import Testing

@Suite struct LayerTests {
    /// The folders of Sources/NetLayer from bottom to top. docs/dev/modules.md explains each.
    static let layers = [
        "Time", "Message", "Outcome", "Transport", "Files", "Digests", "Fields", "Endpoint", "Redaction", "Events",
        "Reachability", "Failover", "Retry", "Dispatch", "Cookies", "Auth", "Cache", "Client", "Group", "Paging", "Download",
        "Directives", "Logging",
    ]

    private static let files = SourceTree.sources.filter { $0.path.hasPrefix("Sources/NetLayer/") }

    @Test func aFolderNamesNoTypeOfAFolderAboveIt() {
        let violations = Self.violations(in: Self.files)
        #expect(violations.isEmpty, "\n\(violations.joined(separator: "\n"))")
    }

    @Test func everyFolderHasItsLayer() {
        #expect(Set(Self.files.map(\.layer)) == Set(Self.layers))
    }

    /// The call's other stages reach it by the protocols of CallStages.swift.
    @Test func dispatchStandsBelowTheOtherStages() throws {
        let dispatch = try #require(Self.layers.firstIndex(of: "Dispatch"))
        for stage in ["Cache", "Auth", "Cookies", "Paging", "Group"] {
            #expect(try #require(Self.layers.firstIndex(of: stage)) > dispatch)
        }
    }

    @Test func aNameFromAboveIsFound() {
        let above = SourceFile(path: "Sources/NetLayer/Cache/Store.swift", text: "struct Store {\n    struct Entry {}\n}\n")
        let broken = SourceFile(path: "Sources/NetLayer/Dispatch/Call.swift", text: "struct Call { var store: Store }\n")
        let kept = SourceFile(path: "Sources/NetLayer/Group/Run.swift", text: "struct Run { var store: Store } // Call\n")
        #expect(
            Self.violations(in: [above, broken, kept]).map { $0.prefix(41) } == ["Sources/NetLayer/Dispatch/Call.swift:1: S"])
    }

    /// Reads names, not meaning: a name that is declared twice, such as a nested `Step`, is left out.
    private static func violations(in files: [SourceFile]) -> [String] {
        var homes: [String: Set<String>] = [:]
        for file in files {
            for line in file.code {
                guard let match = line.firstMatch(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/) else {
                    continue
                }
                let isNested = line.first == " "
                homes[String(match.1), default: []].insert(isNested ? "\(file.path) nested" : file.layer)
            }
        }
        return files.flatMap { file in
            file.code.indices.flatMap { index in
                file.code[index].matches(of: /\b[A-Z]\w+/).compactMap { match -> String? in
                    guard let home = homes[String(match.output)], home.count == 1, let layer = home.first,
                        let own = layers.firstIndex(of: file.layer), let other = layers.firstIndex(of: layer), other > own
                    else { return nil }
                    return "\(file.path):\(index + 1): \(match.output) is of \(layer), a layer above"
                }
            }
        }
    }
}

extension SourceFile {
    /// `Cache` of `Sources/NetLayer/Cache/Disk/DiskCache.swift`.
    fileprivate var layer: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" }
}
