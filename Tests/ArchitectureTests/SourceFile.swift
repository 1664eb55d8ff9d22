// A source file as the rules read it: its lines as written, and as code alone, without comments and the insides of strings.

import Foundation
import TestSupport

struct SourceFile: Sendable {
    /// Relative to the repository's root: `Sources/Canvas/Rect.swift`.
    let path: String
    let lines: [String]
    /// As many as ``lines``: what the compiler would act on. The lines themselves where the file is not Swift.
    let code: [String]
    private let text: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = Self.split(text)
        code = path.hasSuffix(".swift") ? Self.split(CodeOnly.text(of: text)) : lines
    }

    /// Whether one of these stands in the file, in code or elsewhere: what is asked before its lines are.
    func mentions(_ words: [String]) -> Bool { words.contains { text.contains(bytesOf: $0) } }

    /// `Canvas` of `Sources/Terminal/Canvas/Rect.swift`: the last name of the folder of its module.
    var module: String {
        SourceTree.modules.first { path.hasPrefix($0) && path.dropFirst($0.count).first == "/" }?.split(separator: "/").last.map(
            String.init) ?? ""
    }

    private static func split(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// The files of this checkout.
enum SourceTree {
    /// What the rules are for: the product, and beside it the demo, the benchmarks and the fuzz targets.
    static let roots = ["Sources", "Demo", "Benchmarks", "Fuzz"]
    static let sources = roots.flatMap(swiftFiles)
    static let tests = swiftFiles(under: "Tests")

    static func isSource(_ file: SourceFile) -> Bool { roots.contains { file.path.hasPrefix($0 + "/") } }

    /// The folders of modules. Those of Sources that hold several modules have no files of their own.
    static let modules: [String] = {
        let shelves = [
            "Sources/Explorer", "Sources/NetLayerExtras", "Sources/Text", "Sources/Terminal", "Sources/CSystem", "Benchmarks",
            "Fuzz",
        ]
        let single = folders(in: "Sources").filter { !shelves.contains($0) }
        return (single + shelves.flatMap(folders) + ["Demo"]).sorted()
    }()

    private static func folders(in folder: String) -> [String] {
        let root = SharedData.repository.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
    }

    /// Other files that a reader sees: documents, scripts, themes, pictures.
    static let others: [SourceFile] = {
        let folders = ["docs", "share", "scripts", "themes", ".ci", ".github", "Tests"]
        let topLevel = ["Makefile", "Package.swift", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        return (folders.flatMap(paths(under:)) + topLevel).filter { !$0.hasSuffix(".swift") || $0 == "Package.swift" }.compactMap(
            read)
    }()

    private static func swiftFiles(under folder: String) -> [SourceFile] {
        paths(under: folder).filter { $0.hasSuffix(".swift") }.compactMap(read)
    }

    private static func paths(under folder: String) -> [String] {
        let root = SharedData.repository.appending(path: folder).resolvingSymlinksInPath()
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { folder + "/" + $0 }
    }

    /// Nil for a folder, and for what is no text.
    private static func read(_ path: String) -> SourceFile? {
        guard let data = try? Data(contentsOf: SharedData.repository.appending(path: path)) else { return nil }
        return String(validating: data, as: UTF8.self).map { SourceFile(path: path, text: $0) }
    }
}
