// The rules, held against this checkout; and against their own examples, so that a rule that catches nothing shows.

import Foundation
import TestSupport
import Testing

@Suite struct ArchitectureTests {
    static let rules = ImportRules.all + CodeRules.all + TextRules.all + TimeRules.all

    @Test(arguments: rules) func ruleHoldsInTheSources(_ rule: Rule) {
        let violations = SourceTree.sources.flatMap(rule.check)
        #expect(violations.isEmpty, "\(Self.list(violations))")
    }

    @Test(arguments: rules) func ruleCatchesItsExample(_ rule: Rule) {
        #expect(rule.check(rule.broken).count == 1)
        #expect(rule.check(rule.kept) == [])
    }

    @Test func testsAreWrittenWithSwiftTestingAndNameNoMachine() {
        let rules = ImportRules.all + TextRules.all + TimeRules.all
        let files = SourceTree.tests.filter { !$0.path.hasPrefix("Tests/ArchitectureTests/") }
        let violations = rules.flatMap { rule in files.flatMap(rule.check) }
        #expect(violations.isEmpty, "\(Self.list(violations))")
    }

    @Test func documentsAndScriptsNameNoMachine() {
        let violations = TextRules.all.filter { $0.name.contains("machine") }.flatMap { rule in
            SourceTree.others.flatMap(rule.check)
        }
        #expect(violations.isEmpty, "\(Self.list(violations))")
    }

    /// A rule proves nothing about files that it has not read.
    @Test func everyModuleIsReadAndHasItsRowInTheTable() throws {
        let modules = SourceTree.modules
        #expect(modules.count >= 24)
        let entries = try FileManager.default.contentsOfDirectory(
            atPath: SharedData.repository.appending(path: "Sources").path)
        #expect(entries.count <= 8, "a reader learns the architecture from Sources: \(entries)")
        for module in modules {
            #expect(ImportRules.table.contains { $0.folder == module }, "\(module) has no row in the table of imports")
            let isC =
                module.split(separator: "/").last?.first == "C"
                && !["Canvas", "Catalog", "CommandLine"].contains { module.hasSuffix("/" + $0) }
            #expect(SourceTree.sources.contains { $0.path.hasPrefix(module + "/") } != isC, "\(module): the files were not read")
        }
        for row in ImportRules.table {
            #expect(
                modules.contains { row.folder == $0 || row.folder.hasPrefix($0 + "/") },
                "\(row.folder) is in the table, but not in the checkout")
        }
        let strays = SourceTree.sources.filter { $0.module.isEmpty }
        #expect(strays.isEmpty, "these belong to no module: \(strays.map(\.path))")
    }

    /// The walks name files that exist, and no more of them than a reader can follow.
    @Test(arguments: [("From `s` to the drawn row and response", 48), ("A cancel", 20), ("A failover", 20)])
    func walks(_ title: String, _ most: Int) throws {
        let guide = try String(contentsOf: SharedData.repository.appending(path: "docs/dev/walks.md"), encoding: .utf8)
        let section = try #require(guide.components(separatedBy: "## ").first { $0.hasPrefix(title) })
        let steps = section.split(separator: "\n").filter { $0.first?.isNumber == true }
        let files = steps.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(files.count == steps.count && files.count <= most && files.count > 10, "\(files.count)")
        for file in files {
            let path = SharedData.repository.appending(path: "Sources/\(file)").path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
    }

    private static func list(_ violations: [Violation]) -> String { "\n" + violations.map(\.description).joined(separator: "\n") }
}

@Suite struct RulePartsTests {
    @Test(arguments: [
        ("let a = 1 // try!", "let a = 1        "),
        ("/* a /* b */ c */ d", "                  d"),
        (#"f("try! \(as! x) \"q\"") + "#, #"f("     \(as! x)      ") + "#),
        (##"r(#"a "b" \n"# , c)"##, ##"r(#"        "# , c)"##),
        ("\"\"\"\ntry! \"x\"\n\"\"\" + b", "\"\"\"\n        \n\"\"\" + b"),
        (#""\(a("x", (b)))" c"#, #""\(a(" ", (b)))" c"#),
        ("#if DEBUG", "#if DEBUG"),
        ("\"open\nlet a = b", "\"    \nlet a = b"),
    ]) func commentsAndStringsAreBlankedAndInterpolationsKept(_ source: String, _ code: String) {
        #expect(CodeOnly.text(of: source) == code)
    }

    @Test(arguments: [
        ("NetLayer/Dispatch", "CCurl"), ("Explorer/Runtime", "CNcurses"), ("Explorer/CommandLine", "Screen"),
        ("Explorer/CommandLine", "GRDB"),
        ("Explorer/Main", "ArgumentParser"), ("Explorer/Workbench", "Screen"), ("Explorer/Workbench", "ArgumentParser"),
        ("Explorer/Screen", "CommandLine"),
        ("Text/Document", "Canvas"), ("Explorer/Runtime", "ArgumentParser"), ("Terminal/Canvas", "Foundation"),
        ("Explorer/Screen", "Runtime"),
        ("Explorer/Screen", "Dispatch"),
        ("Explorer/Catalog", "Glibc"), ("NetLayer", "Canvas"), ("Somewhere", "Canvas"),
    ]) func importThatTheTableDoesNotAllowIsFound(_ folder: String, _ module: String) {
        let file = SourceFile(path: "Sources/\(folder)/Example.swift", text: "// What it owns.\n\nimport \(module)\n")
        #expect(ImportRules.imports(file).count == 1)
    }

    @Test(arguments: [
        ("NetLayer/Transport", "CCurl"), ("Terminal/Terminal", "CNcurses"), ("Explorer/History", "GRDB"),
        ("Explorer/CommandLine", "ArgumentParser"), ("Explorer/CommandLine/Screen", "Screen"),
        ("Terminal/Canvas", "Swift"),
    ]) func importThatTheTableAllowsPasses(_ folder: String, _ module: String) {
        #expect(ImportRules.imports(SourceFile(path: "Sources/\(folder)/Example.swift", text: "import \(module)\n")) == [])
    }

    @Test(arguments: [
        ("import A", "A"), ("@testable import A.B", "A"), ("@_exported public import struct A.B", "A"), ("let import = 1", nil),
        ("", nil),
    ]) func importedModuleIsRead(_ line: String, _ module: String?) {
        #expect(ImportRules.module(importedBy: line) == module)
    }

    @Test(arguments: [
        ("public final class Box {", "Box"), ("    public static func pad(_ a: Int)", "pad"), ("public init()", nil),
        ("public var a: Int", nil),
        ("public static func < (a: A, b: A)", nil), ("public struct Pair<A>: Sendable {", "Pair"), ("func pad()", nil),
        ("public class func make()", "make"),
    ]) func publicDeclarationIsNamed(_ line: String, _ name: String?) {
        #expect(TextRules.publicName(declaredBy: line) == name)
    }
}
