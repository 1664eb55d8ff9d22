// Who may import whom. The compiler does not refuse a module that some dependency brings along; this table does.

enum ImportRules {
    /// What the files of a folder may import. A longer folder goes before a shorter one. In Sources/Explorer the folders stand here in the order in
    /// which they may import each other: a later one imports earlier ones.
    static let table: [(folder: String, modules: Set<String>)] = [
        ("Sources/Terminal/Canvas", []),
        // Expressions in a query, by PCRE2.
        ("Sources/Text/Document/IRegexp", ["Patterns"]), ("Sources/Text/Document/JSONPath", ["Patterns"]),
        ("Sources/Text/Document", []),
        ("Sources/Terminal/Terminal", ["CNcurses", "Canvas"] + system),
        // The decoders of content codings, and nothing else knows them.
        ("Sources/NetLayer/Transport/Coding", ["CBrotli", "CZlib", "CZstd"]),
        ("Sources/NetLayer/Transport", ["CCurl", "DequeModule", "Glibc", "Dispatch", "Synchronization"]),
        ("Sources/NetLayer/Digests", ["Digests"]),
        ("Sources/NetLayer/Fields", ["RawStructuredFieldValues"]),
        // Public suffixes, and nothing else of it.
        ("Sources/NetLayer/Cookies", ["CPSL", "Document", "Dispatch", "Synchronization"]),
        // The C library, beside Transport: what a port to another platform replaces. docs/dev/porting.md lists it.
        ("Sources/NetLayer/Files", ["Glibc", "Synchronization"]), ("Sources/NetLayer/Time", ["Glibc", "Synchronization"]),
        ("Sources/NetLayer", ["Document", "DequeModule", "HeapModule", "Dispatch", "Synchronization"]),
        ("Sources/NetLayerExtras/NetLayerFoundation", ["NetLayer", "FoundationEssentials"]),
        ("Sources/NetLayerExtras/NetLayerTesting", ["NetLayer", "FoundationEssentials", "Synchronization"]),
        // The three APIs for observability, and nothing else knows them.
        ("Sources/NetLayerExtras/NetLayerObservability", ["NetLayer", "Logging", "Metrics", "Tracing", "Synchronization"]),
        // libyaml, which Yams brings; nothing else may know it.
        ("Sources/Text/YAMLText", ["CYaml"]),
        // NetLayer for what they write: a request as it would be sent.
        ("Sources/Explorer/RequestFiles", ["Document", "NetLayer", "YAMLText"] + pure),
        // libcrypto, and nothing else may know it.
        ("Sources/Text/Digests", ["CCrypto"]),
        ("Sources/Text/Patterns", ["CPCRE2"]), ("Sources/Text/JSONSchema", ["Document", "Patterns", "Synchronization"]),
        ("Sources/Text/XMLText", ["CXML", "Document"]),
        ("Sources/Text/MarkdownText", ["CMarkdown", "Document", "Synchronization"]),
        // Below the task table and the history: one language for both.
        ("Sources/Text/FilterLanguage", []),
        ("Sources/Explorer/Pictures", ["CPictures", "Document"]),
        (
            "Sources/Explorer/Catalog", ["Document", "JSONSchema", "NetLayer", "Patterns", "RequestFiles", "YAMLText"] + pure
        ),
        // SQLite; nothing else may know it.
        ("Sources/Explorer/History", ["GRDB", "FilterLanguage"] + system),
        ("Sources/Explorer/Workspace", ["Canvas", "Document", "Catalog", "NetLayer", "YAMLText"] + system),
        // What the program does without a screen: it knows neither the screen nor the arguments. Canvas measures and cleans its texts.
        // RequestFiles for archives of what was sent.
        (
            "Sources/Explorer/Workbench",
            ["Canvas", "Document", "NetLayer", "Catalog", "History", "RequestFiles", "Workspace"] + system
        ),
        (
            "Sources/Explorer/Screen",
            [
                "Workbench", "Canvas", "Document", "MarkdownText", "FilterLanguage", "Catalog", "NetLayer", "Patterns",
                "RequestFiles",
            ] + pure
        ),
        (
            "Sources/Explorer/Runtime",
            [
                "Screen", "Workbench", "Terminal", "Canvas", "Document", "NetLayer", "Catalog", "History", "Workspace",
                "XMLText", "FilterLanguage", "Pictures",
            ] + system
        ),
        // The one file of the commands that knows the screen.
        (
            "Sources/Explorer/CommandLine/Screen",
            ["Workbench", "Screen", "Runtime", "Canvas", "NetLayer", "Workspace", "ArgumentParser"] + system
        ),
        (
            "Sources/Explorer/CommandLine",
            [
                "Workbench", "Canvas", "NetLayer", "Document", "Catalog", "History", "RequestFiles", "Workspace",
                "FilterLanguage", "ArgumentParser",
            ] + system
        ),
        ("Sources/Explorer/Main", ["CommandLine", "Foundation"]),
        ("Demo/Compression", ["CZlib"]),
        ("Demo", ["ArgumentParser", "Digests"] + system),
        (
            "Benchmarks/Bench",
            [
                "CBareLoop", "Document", "NetLayer", "Canvas", "Terminal", "Catalog", "Screen", "History", "FilterLanguage",
                "HeapModule",
            ] + system
        ),
        // A package of its own.
        (
            "Benchmarks/Peers",
            ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOFileSystem", "NIOFoundationCompat", "NetLayer", "PackageDescription"]
                + system
        ),
        ("Fuzz/FuzzTargets", ["Document", "YAMLText", "NetLayer", "Catalog", "RequestFiles"] + pure),
        ("Fuzz/Fuzz", ["FuzzTargets", "Glibc"]),
        // C, and nothing else.
        ("Sources/CNcurses", []), ("Sources/CSystem/CCurl", []), ("Sources/CSystem/CPCRE2", []), ("Sources/CSystem/CXML", []),
        ("Sources/CSystem/CMarkdown", []), ("Sources/CSystem/CZlib", []),
        ("Benchmarks/CBareLoop", []),
        ("Sources/CSystem/CPictures", []), ("Sources/CSystem/CPSL", []),
        ("Sources/CSystem/CCrypto", []), ("Sources/CSystem/CBrotli", []), ("Sources/CSystem/CZstd", []),
    ]

    /// What comes with Swift on Linux.
    private static let system = ["Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization"]
    /// For modules that perform no I/O, read no clock and start no task.
    private static let pure = ["Foundation", "FoundationEssentials"]

    static let all = [
        Rule(
            "modules import only what the table allows", in: "Sources/Explorer/Screen/Example.swift",
            broken: "import Canvas\n@preconcurrency internal import struct Terminal.CursesDisplay\n",
            kept: "import Canvas\nimport NetLayer\n",
            check: imports),
        Rule(
            "tests are written with Swift Testing", in: "Tests/CanvasTests/Example.swift", broken: "import XCTest\n",
            kept: "import Testing\n"
        ) { file in
            // `make test` runs Swift Testing alone: a test case of XCTest would never run.
            file.path.hasPrefix("Tests/")
                ? file.violations("imports XCTest; write it with Swift Testing", near: ["XCTest"]) {
                    module(importedBy: $0) == "XCTest"
                } : []
        },
    ]

    static func imports(_ file: SourceFile) -> [Violation] {
        guard SourceTree.isSource(file) else { return [] }
        guard let row = table.first(where: { file.path.hasPrefix($0.folder + "/") }) else {
            return [file.violation(at: 0, "its folder has no row in the table of imports")]
        }
        return file.code.indices.compactMap { index in
            guard file.code[index].contains(bytesOf: "import"), let module = module(importedBy: file.code[index]),
                !row.modules.contains(module), module != "Swift"
            else {
                return nil
            }
            return file.violation(at: index, "\(row.folder) must not import \(module)")
        }
    }

    /// `Terminal` of `@preconcurrency internal import struct Terminal.CursesDisplay`; nil for another line.
    static func module(importedBy line: String) -> String? {
        var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
        while let word = words.first,
            word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
        {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let kind = words.first,
            ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"].contains(kind)
        {
            words.removeFirst()
        }
        return words.first?.split(separator: ".").first.map(String.init)
    }
}

private func + (left: Set<String>, right: [String]) -> Set<String> { left.union(right) }
