// What the code must not say: in the pure modules no I/O, clock or task; anywhere no trap, no unproven promise, no global state.

enum CodeRules {
    static let all = [pureWords, pureClock, traps, promises, globals, plans, processes, localeTables]

    private static let pureFolders = [
        "Sources/Explorer/Screen/", "Sources/Explorer/Catalog/", "Sources/Explorer/Workbench/Draft/",
        "Sources/Explorer/Workbench/Runs/RunMachine", "Sources/Explorer/Workbench/Measuring/",
        "Sources/Explorer/Workbench/Verify/VerifyPlan", "Sources/Explorer/Workbench/Verify/VerifyMachine",
    ]

    private static func isPure(_ file: SourceFile) -> Bool { pureFolders.contains { file.path.hasPrefix($0) } }

    /// An import line cannot say "values only": these modules may see NetLayer, but not its engine.
    private static let pureWords = Rule(
        "Explorer and Catalog use values only", in: "Sources/Explorer/Screen/Example.swift",
        broken: "let client: any Transport\n",
        kept: "let transportName = \"Transport\"  // NetClient\nlet row: TransportRow\n"
    ) { file in
        guard isPure(file) else { return [] }
        let words = [
            "NetClient", "Transport", "CurlTransport", "ScriptedTransport", "FileManager", "FileHandle", "ProcessInfo", "getenv",
            "Task {", "Task(", "Task.detached", "Task.sleep", "print(", "debugPrint(", "ContinuousClock", "SuspendingClock",
            "Date()",
        ]
        return file.violations(naming: words) { "'\($0)' does not belong in a pure module: return an Effect, or take a value" }
    }

    private static let pureClock = Rule(
        "Explorer and Catalog read no clock", in: "Sources/Explorer/Catalog/Example.swift",
        broken: "let age = clock.now - start\n",
        kept: "let age = model.now - row.start\nlet known = .nowhere\n"
    ) { file in
        guard isPure(file) else { return [] }
        // `model.now` is the moment of the last event: a value.
        return file.violations("reads a clock; the moment comes with the event, as model.now", near: [".now"]) { line in
            line.contains(bytesOf: ".now") && line.replacing("model.now", with: "").contains(word: ".now")
        }
    }

    private static let traps = Rule(
        "no try!, as!, fatalError", broken: "let value = try! read()\n",
        kept: "// never try! here\nlet value = try? read()\nlet text = \"as! fatalError(\"\n"
    ) { file in
        file.violations(naming: ["try!", "as!", "fatalError("]) { "'\($0)' can end the program: throw, or return an optional" }
    }

    /// docs/decisions/build.md, "The release is linked small", says what happens where one is read.
    private static let localeTables = Rule(
        "nothing reads the tables of ICU", broken: "let text = DateFormatter().string(from: date)\n",
        kept:
            "// No DateFormatter.\nlet text = date.formatted(.iso8601)\nlet days = Calendar(identifier: .gregorian)\nlet a = Date.ISO8601FormatStyle()\n"
    ) { file in
        let words = [
            "Locale", "NSLocale", "NSDate", "NSCalendar", "Calendar.current", "TimeZone(identifier", "localizedStandardCompare",
            "localizedCompare", "localizedCaseInsensitiveCompare", "localizedStandardContains", ".formatted()",
            ".formatted(date", ".formatted(.number", ".formatted(.byteCount", ".formatted(.relative", ".formatted(.percent",
        ]
        let near = words + ["Formatter", "FormatStyle", "Calendar(identifier: "]
        return file.violations("a table of ICU is needed, which the release does not have", near: near) { line in
            guard near.contains(where: line.contains(bytesOf:)) else { return false }
            return words.contains { line.contains(word: $0) } || line.contains(/\w+Formatter\b/)
                || line.replacing("ISO8601FormatStyle", with: "").contains("FormatStyle")
                || line.contains(/Calendar\(identifier: (?!\.gregorian)/)
        }
    }

    /// The marker of a proof, in a comment on the same line or directly above.
    static let proof = "// Safe:"

    private static let promises = Rule(
        "what the compiler cannot check is proven in a comment", broken: "// Shared.\nfinal class Box: @unchecked Sendable {}\n",
        kept:
            "// Safe: written once, before the thread that reads it starts,\n// and never after.\nfinal class Box: @unchecked Sendable {}\n"
    ) { file in
        ["@unchecked Sendable", "nonisolated(unsafe)"].filter { file.mentions([$0]) }.flatMap { word in
            file.code.indices.filter { file.code[$0].contains(bytesOf: word) && !isProven(file, at: $0) }
                .map { file.violation(at: $0, "'\(word)' needs a comment '\(proof) …' that proves it") }
        }
    }

    private static func isProven(_ file: SourceFile, at index: Int) -> Bool {
        let above = file.lines[..<index].reversed().prefix { line in
            let text = line.drop { $0 == " " }
            return text.hasPrefix("//") || text.hasPrefix("@")
        }
        return ([file.lines[index]] + above).contains { $0.contains(proof) }
    }

    /// A request that a user asks for comes of a Draft. A collection's own filler is called by it; the files of a description are no request of
    /// the user's.
    private static let plans = Rule(
        "plans are made by Draft alone", in: "Sources/Explorer/Screen/Example.swift",
        broken: "let plan = RequestPlan(id: id, method: .get, path: path)\n",
        kept: "let plan = Draft(.address(.get, path)).plan\n"
    ) { file in
        let modules = [
            "Sources/Explorer/Screen/", "Sources/Explorer/Runtime/", "Sources/Explorer/CommandLine/",
            "Sources/Explorer/Workbench/", "Sources/Explorer/Catalog/",
        ]
        let makers = [
            "Sources/Explorer/Workbench/Draft/RequestDraft.swift",
            "Sources/Explorer/Catalog/Collected/CollectedRequest+Plan.swift",
        ]
        let fetchers = ["DescriptionFetcher", "ReferenceLoader"].map { "Sources/Explorer/Workbench/Sources/\($0).swift" }
        guard modules.contains(where: file.path.hasPrefix), !(makers + fetchers).contains(file.path) else { return [] }
        return file.violations("makes a plan of its own: fill a Draft", near: ["RequestPlan("]) {
            $0.contains(bytesOf: "RequestPlan(")
        }
    }

    /// Only the owner of a child knows whether it has been reaped: afterwards its number may belong to another process.
    private static let processes = Rule(
        "Subprocess alone starts, signals and reaps", in: "Sources/Explorer/Runtime/Example.swift",
        broken: "kill(-child.id, SIGTERM)\n",
        kept: "kill(0, SIGTSTP)  // waitpid(\nchild.signal(SIGTERM, toGroup: true)\nlet end = child.wait()\n"
    ) { file in
        guard file.path.hasPrefix("Sources/"), !file.path.hasPrefix("Sources/Explorer/Workspace/Processes/") else { return [] }
        let words = ["posix_spawn(", "posix_spawnp(", "waitpid(", "waitid(", "kill(", "killpg(", "popen(", "Process()"]
        return words.flatMap { word in
            file.violations("'\(word)': use Subprocess, which owns a child until it is reaped", near: [word]) { line in
                guard line.contains(bytesOf: word) else { return false }
                // The group of this program itself, and the question whether a process exists.
                return line.replacing("kill(0, ", with: "").replacing("kill(id, 0)", with: "").contains(word: word)
            }
        }
    }

    private static let globals = Rule(
        "no global variables", broken: "@MainActor private var counter = 0\n",
        kept:
            "private var twice: Int { 2 }\nstruct Model {\n    var count = 0\n    static var zero: Model { Model() }\n    @TaskLocal static var current = Model()\n}\n"
    ) { file in
        file.code.indices.filter { isGlobalVariable(file.code[$0]) }
            .map { file.violation(at: $0, "a global variable: give it to whom it belongs, or make it a let") }
    }

    /// A stored `var` at file scope (where swift-format leaves no indentation), or a stored `static var` anywhere.
    private static func isGlobalVariable(_ line: String) -> Bool {
        guard line.contains(word: "var") else { return false }
        let declaration = line.split(separator: " ").prefix { $0 != "var" }
        let modifiers = [
            "public", "package", "internal", "fileprivate", "private", "private(set)", "static", "final", "lazy", "weak",
            "nonisolated(unsafe)", "nonisolated",
        ]
        // A value of a task ends with the task.
        guard !declaration.contains("@TaskLocal"),
            declaration.allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
        else { return false }
        guard line.first != " " || declaration.contains("static") else { return false }
        // A computed one opens its braces before any value: `var x: Int { … }`.
        guard let brace = line.firstIndex(of: "{") else { return true }
        return line[..<brace].contains("=")
    }
}
