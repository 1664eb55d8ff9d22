// The commands and options of the program, as it tells them itself: a command line that is only mentioned is held against them.

import Foundation
import TestSupport

struct CommandTable {
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { var kind: String, name: String }
            var names: [Name]?
        }

        var commandName: String
        var discussion: String?
        var arguments: [Argument]?
        var subcommands: [Command]?
        var defaultSubcommand: String?

        var options: Set<String> {
            Set((arguments ?? []).flatMap { $0.names ?? [] }.map { ($0.kind == "long" ? "--" : "-") + $0.name })
        }

        var tree: [Command] { [self] + (subcommands ?? []).flatMap(\.tree) }
    }

    private struct Dump: Decodable { var command: Command }

    private let root: Command

    init() async throws {
        let result = try await ExplorerProgram.run("--experimental-dump-help")
        root = try JSONDecoder().decode(Dump.self, from: Data(result.output)).command
    }

    /// The command lines in the explanations that `--help` prints, each without what it says about it.
    var explained: [String] {
        root.tree.compactMap(\.discussion).flatMap { $0.split(separator: "\n") }.compactMap { line in
            let command = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
            return command.hasPrefix("explorer ") || command.contains("| explorer ") ? String(command) : nil
        }
    }

    /// What is wrong with a command line from the program's name on: a command or an option that there is not.
    func problem(_ line: String) -> String? {
        let ends: Set<Substring> = ["|", ">", "<", "#", "&&", ";"]
        let words = line.split(whereSeparator: \.isWhitespace).drop { $0 != "explorer" }.prefix { !ends.contains($0) }.dropFirst()
        var command = root
        var isOpen = true
        for word in words {
            let word = word.trimmingCharacters(in: CharacterSet(charactersIn: "[](),'\""))
            // Every program of the library has it, and tells nobody.
            if word == "--generate-completion-script" { return nil }
            if word.hasPrefix("-"), word.count > 1 {
                let name = String(word.prefix { $0 != "=" })
                let known = command.options.union(defaults(of: command))
                guard known.contains(name) else { return "\(command.commandName) has no option \(name)" }
            } else if isOpen {
                guard let next = command.subcommands?.first(where: { $0.commandName == word }) else {
                    // What is no command is its argument, which the first word of all can be by its looks alone.
                    if command.commandName == root.commandName, word.wholeMatch(of: /[a-z]+/) != nil {
                        return "there is no command '\(word)'"
                    }
                    isOpen = false
                    continue
                }
                command = next
            }
        }
        return nil
    }

    private func defaults(of command: Command) -> Set<String> {
        command.subcommands?.first { $0.commandName == command.defaultSubcommand }?.options ?? []
    }
}
