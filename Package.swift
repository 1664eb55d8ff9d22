// swift-tools-version: 6.2
import PackageDescription

// `make check` and `make test` set EXPLORER_STRICT: there a warning is an error. A user's newer compiler must not fail on a new one.
let strict: [SwiftSetting] = Context.environment["EXPLORER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// `make sanitize` sets it: ThreadSanitizer needs locks that it understands, see Tests/SanitizerLocks.
let forThreadSanitizer = Context.environment["EXPLORER_SANITIZER"] == "thread"
let locks: [Target.Dependency] = forThreadSanitizer ? ["SanitizerLocks"] : []
let strictWithLocks = strict + (forThreadSanitizer ? [.unsafeFlags(["-module-alias", "Synchronization=SanitizerLocks"])] : [])

let collections = Package.Dependency.package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
let fields = Package.Dependency.package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0")
let log = Package.Dependency.package(url: "https://github.com/apple/swift-log", from: "1.16.0")
let metrics = Package.Dependency.package(url: "https://github.com/apple/swift-metrics", from: "2.13.0")
let tracing = Package.Dependency.package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0")
let grdb = Package.Dependency.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")

// Each file by name: a whole folder cannot be embedded.
let themes = ["dark", "light", "terminal", "high-contrast", "high-contrast-light", "fjord", "lagoon"]

/// A library in `folder`/`name`. What a folder may import is in Tests/ArchitectureTests/ImportRules.swift.
func module(
    _ name: String, in folder: String = "Sources", _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies + locks, path: "\(folder)/\(name)", resources: resources,
        swiftSettings: strictWithLocks)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + locks + ["TestSupport"], exclude: exclude, swiftSettings: strictWithLocks)
}

let package = Package(
    name: "explorer",
    products: [
        // For other packages, on Linux with glibc: docs/manual/library.md, docs/dev/porting.md. Tests/Outside builds against them
        // as another package would.
        .library(name: "NetLayer", targets: ["NetLayer"]),
        .library(name: "NetLayerFoundation", targets: ["NetLayerFoundation"]),
        .library(name: "NetLayerTesting", targets: ["NetLayerTesting"]),
        .library(name: "NetLayerObservability", targets: ["NetLayerObservability"]),
        .executable(name: "explorer", targets: ["ExplorerMain"]),
        .executable(name: "explorer-demo", targets: ["DemoAPI"]),
        .executable(name: "bench", targets: ["Bench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        collections,
        fields,
        log,
        metrics,
        tracing,
        grdb,
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // What Swift cannot import, and nothing else. No pkgConfig: it warns about prohibited flags on every build.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CCurl", path: "Sources/CSystem/CCurl"),
        .systemLibrary(name: "CPCRE2", path: "Sources/CSystem/CPCRE2"),
        .systemLibrary(name: "CXML", path: "Sources/CSystem/CXML"),
        .systemLibrary(name: "CMarkdown", path: "Sources/CSystem/CMarkdown"),
        .systemLibrary(name: "CZlib", path: "Sources/CSystem/CZlib"),
        .systemLibrary(name: "CBrotli", path: "Sources/CSystem/CBrotli"),
        .systemLibrary(name: "CZstd", path: "Sources/CSystem/CZstd"),
        .systemLibrary(name: "CPSL", path: "Sources/CSystem/CPSL"),
        .systemLibrary(name: "CCrypto", path: "Sources/CSystem/CCrypto"),
        .target(name: "CBareLoop", dependencies: ["CCurl"], path: "Benchmarks/CBareLoop"),

        module("Canvas", in: "Sources/Terminal"),
        module("Patterns", in: "Sources/Text", ["CPCRE2"]),
        module("Digests", in: "Sources/Text", ["CCrypto"]),
        module("Document", in: "Sources/Text", ["Patterns"]),
        module("JSONSchema", in: "Sources/Text", ["Document", "Patterns"]),
        module("Terminal", in: "Sources/Terminal", ["CNcurses", "Canvas"]),
        module(
            "NetLayer",
            [
                "CBrotli", "CCurl", "CPSL", "CZlib", "CZstd", "Digests", "Document",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ]),
        module("NetLayerFoundation", in: "Sources/NetLayerExtras", ["NetLayer"]),
        module("NetLayerTesting", in: "Sources/NetLayerExtras", ["NetLayer"]),
        // The only user of the three APIs for observability: no program of this package links them.
        module(
            "NetLayerObservability", in: "Sources/NetLayerExtras",
            [
                "NetLayer", .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        module("YAMLText", in: "Sources/Text", [.product(name: "Yams", package: "Yams")]),
        module("XMLText", in: "Sources/Text", ["CXML", "Document"]),
        module("MarkdownText", in: "Sources/Text", ["CMarkdown", "Document"]),
        module("FilterLanguage", in: "Sources/Text"),
        // Not -Xcc in the Makefile: a module that Swift imports must have the same definitions as libc's own.
        .target(
            name: "CPictures", path: "Sources/CSystem/CPictures",
            cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
            linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg")]),
        module("Pictures", in: "Sources/Explorer", ["CPictures", "Document"]),
        module("RequestFiles", in: "Sources/Explorer", ["Document", "NetLayer", "YAMLText"]),
        module(
            "Catalog", in: "Sources/Explorer", ["Document", "JSONSchema", "NetLayer", "Patterns", "RequestFiles", "YAMLText"]),
        // One function a reader of foreign files; the tests feed it with Tests/Fixtures/fuzz, `make fuzz` with what libFuzzer invents.
        module("FuzzTargets", in: "Fuzz", ["Document", "YAMLText", "NetLayer", "Catalog", "RequestFiles"]),
        module("History", in: "Sources/Explorer", ["FilterLanguage", .product(name: "GRDB", package: "GRDB.swift")]),
        module("Workspace", in: "Sources/Explorer", ["Canvas", "Document", "Catalog", "NetLayer", "YAMLText"]),
        module(
            "Workbench", in: "Sources/Explorer",
            ["Canvas", "Document", "Catalog", "NetLayer", "History", "RequestFiles", "Workspace"]),
        module(
            "Screen", in: "Sources/Explorer",
            [
                "Workbench", "Canvas", "Document", "MarkdownText", "FilterLanguage", "Catalog", "NetLayer", "Patterns",
                "RequestFiles",
            ],
            resources: themes.map { .embedInCode("../../../themes/\($0).theme") }),
        module(
            "Runtime", in: "Sources/Explorer",
            [
                "Screen", "Workbench", "Terminal", "Canvas", "Document", "NetLayer", "Catalog", "History", "Workspace",
                "XMLText", "FilterLanguage", "Pictures",
            ]),
        module(
            "CommandLine", in: "Sources/Explorer",
            [
                "Workbench", "Runtime", "Screen", "Canvas", "NetLayer", "Document", "Catalog", "History", "RequestFiles",
                "Workspace", "FilterLanguage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "ExplorerMain", dependencies: ["CommandLine"], path: "Sources/Explorer/Main", swiftSettings: strict),
        .executableTarget(
            name: "DemoAPI",
            dependencies: [
                "CZlib", "Digests", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Demo",
            swiftSettings: strict),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CBareLoop", "NetLayer", "Canvas", "Terminal", "Catalog", "Screen", "History", "FilterLanguage",
                .product(name: "HeapModule", package: "swift-collections"),
            ], path: "Benchmarks/Bench", swiftSettings: strict),
        // One program for five ways of calling; tests run each.
        .executableTarget(name: "Examples", dependencies: ["NetLayer"], path: "Examples", swiftSettings: strict),

        .target(name: "TestSupport", dependencies: locks, path: "Tests/Support", swiftSettings: strictWithLocks),
        // Defines getaddrinfo for names that must stall; linked into the tests that need one.
        .target(name: "CStalledLookup", path: "Tests/StalledLookup"),
        tests("CanvasTests", ["Canvas"]),
        tests("DigestsTests", ["Digests"]),
        tests("DocumentTests", ["Document"]),
        tests("PatternsTests", ["Patterns"]),
        // Catalog finds the targets of references: the suite runs as the program does.
        tests("JSONSchemaTests", ["JSONSchema", "Catalog", "Document", "NetLayer"]),
        tests("TerminalTests", ["Terminal", "Canvas"]),
        tests("YAMLTextTests", ["YAMLText", "Document"]),
        tests("XMLTextTests", ["XMLText", "Document"]),
        tests("FilterLanguageTests", ["FilterLanguage"]),
        .systemLibrary(name: "CBrotliEncoder", path: "Tests/BrotliEncoder"),
        tests(
            "NetLayerTests",
            [
                "NetLayer", "NetLayerTesting", "Document", "CStalledLookup", "CBrotliEncoder", "CZlib", "CZstd",
                .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ]),
        // The code of the articles in NetLayer.docc.
        tests("GuideTests", ["NetLayer", "NetLayerFoundation", "NetLayerTesting"]),
        tests("NetLayerFoundationTests", ["NetLayerFoundation", "NetLayerTesting", "NetLayer"]),
        tests("NetLayerTestingTests", ["NetLayerTesting", "NetLayer"]),
        tests(
            "NetLayerObservabilityTests",
            [
                "NetLayerObservability", "NetLayerTesting", "NetLayer",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
        tests("RequestFilesTests", ["RequestFiles", "Document", "NetLayer"]),
        tests("CatalogTests", ["Catalog", "Document", "JSONSchema", "NetLayer", "RequestFiles"]),
        tests("FuzzTests", ["FuzzTargets"]),
        // Runs a program and kills it at a system call, by ptrace.
        .target(name: "CSystemCallKill", path: "Tests/SystemCallKill"),
        // A program that writes a history until it has written all or is killed; HistoryTests run several at once. It also kills others.
        .executableTarget(
            name: "HistoryChild", dependencies: ["History", "CSystemCallKill"] + locks, path: "Tests/HistoryChild",
            swiftSettings: strictWithLocks),
        tests("HistoryTests", ["History", "FilterLanguage", "HistoryChild", .product(name: "GRDB", package: "GRDB.swift")]),
        tests("WorkspaceTests", ["Workspace", "Workbench", "NetLayer", "Catalog", "Document", "YAMLText"]),
        tests("WorkbenchTests", ["Workbench", "Catalog", "Document", "NetLayer", "RequestFiles", "Workspace", "History"]),
        tests(
            "ScreenTests", ["Screen", "Workbench", "FilterLanguage", "Canvas", "Catalog", "Document", "NetLayer"],
            exclude: ["Screens"]),
        tests("PicturesTests", ["Pictures", "Document"]),
        tests(
            "RuntimeTests",
            [
                "Runtime", "Workbench", "Screen", "Canvas", "Catalog", "Document", "History", "NetLayer", "RequestFiles",
                "Workspace",
            ]),
        tests("BenchTests", ["Bench", "NetLayer"]),
        tests("SoakTests", ["NetLayer"]),
        tests("ArchitectureTests", []),
        // The program's own modules besides: what its commands and its screen send is compared without a process.
        tests(
            "EndToEndTests",
            [
                "HistoryChild", "ExplorerMain", "CommandLine", "Workbench", "Screen", "Runtime", "History", "Workspace",
                "Canvas", "NetLayer", "Document",
                "Catalog", "RequestFiles", "YAMLText", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

if forThreadSanitizer { package.targets.append(.target(name: "SanitizerLocks", path: "Tests/SanitizerLocks")) }

// NetLayer and its tests alone, in a folder of its own that scripts/net-package.sh makes: they build in a fraction of the time.
if Context.environment["EXPLORER_ONLY"] == "NetLayer" {
    let kept = [
        "CCurl", "CPSL", "CPCRE2", "CCrypto", "SanitizerLocks", "Patterns", "Digests", "Document", "NetLayer", "TestSupport",
        "CStalledLookup", "NetLayerTests", "GuideTests", "SoakTests", "ArchitectureTests",
        "NetLayerFoundation", "NetLayerTesting", "NetLayerFoundationTests", "NetLayerTestingTests",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !["NetLayer", "NetLayerFoundation", "NetLayerTesting"].contains($0.name) }
    package.dependencies = [collections, fields]
}

// The products for other packages and the tests of those beside NetLayer:
// `EXPLORER_ONLY=Products swift build --build-tests --scratch-path .build-products`.
if Context.environment["EXPLORER_ONLY"] == "Products" {
    let kept = [
        "CCurl", "CPSL", "CPCRE2", "CCrypto", "SanitizerLocks", "Patterns", "Digests", "Document", "NetLayer",
        "NetLayerFoundation",
        "NetLayerTesting", "NetLayerObservability", "TestSupport", "NetLayerFoundationTests", "NetLayerTestingTests",
        "NetLayerObservabilityTests", "ArchitectureTests",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !$0.name.hasPrefix("NetLayer") }
    package.dependencies = [collections, fields, log, metrics, tracing]
}

// The store of the history and its tests alone: `EXPLORER_ONLY=History swift build --build-tests --scratch-path .build-history`.
if Context.environment["EXPLORER_ONLY"] == "History" {
    let kept = [
        "FilterLanguage", "FilterLanguageTests", "History", "HistoryChild", "CSystemCallKill", "HistoryTests", "TestSupport",
        "ArchitectureTests", "SanitizerLocks",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
    package.dependencies = [grdb]
}

// `make fuzz`, see scripts/fuzz.py. In no other build: it links only with `--sanitize=fuzzer`.
if Context.environment["EXPLORER_WITH"] == "fuzz" {
    package.targets += [
        .executableTarget(
            name: "Fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
    ]
    package.products.append(.executable(name: "fuzz", targets: ["Fuzz"]))
}
