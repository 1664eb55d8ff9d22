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

    private static let kinds = ["struct ", "class ", "enum ", "protocol ", "actor ", "typealias "]

    /// The names in a line that begin with a capital letter.
    private static func capitalised(in line: String) -> [String] {
        let words = line.utf8.split { byte in
            !(byte == 0x5F || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte >= 0x80)
        }
        return words.filter { $0.count > 1 && 0x41...0x5A ~= $0[$0.startIndex] }.compactMap { String($0) }
    }

    /// Reads names, not meaning: a name that is declared twice, such as a nested `Step`, is left out.
    private static func violations(in files: [SourceFile]) -> [String] {
        var homes: [String: Set<String>] = [:]
        for file in files {
            for line in file.code {
                guard kinds.contains(where: line.contains(bytesOf:)),
                    let match = line.firstMatch(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/)
                else {
                    continue
                }
                let isNested = line.first == " "
                homes[String(match.1), default: []].insert(isNested ? "\(file.path) nested" : file.layer)
            }
        }
        return files.flatMap { file in
            file.code.indices.flatMap { index in
                capitalised(in: file.code[index]).compactMap { name -> String? in
                    guard let home = homes[name], home.count == 1, let layer = home.first,
                        let own = layers.firstIndex(of: file.layer), let other = layers.firstIndex(of: layer), other > own
                    else { return nil }
                    return "\(file.path):\(index + 1): \(name) is of \(layer), a layer above"
                }
            }
        }
    }
}

extension SourceFile {
    /// `Cache` of `Sources/NetLayer/Cache/Disk/DiskCache.swift`.
    fileprivate var layer: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" }
}
