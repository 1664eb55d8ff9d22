// The command table: complete, without conflicts, and reachable on every terminal.

import Canvas
import Testing

@testable import Screen

@Suite struct CommandTableTests {
    @Test(arguments: Command.allCases)
    func everyCommandSaysWhatItIs(_ command: Command) {
        let spec = command.spec
        #expect(!spec.title.isEmpty && spec.title.count <= 16)
        #expect(spec.help.hasSuffix(".") && spec.help.first?.isUppercase == true)
        #expect(!spec.keys.isEmpty)
        #expect(command.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }

    @Test(arguments: Command.allCases)
    func everyKeyHasANameThatIsReadBack(_ command: Command) throws {
        for name in command.spec.keys {
            let key = try #require(Key(name: name), "\(name)")
            #expect(key.name == name)
        }
        #expect(Set(command.spec.keys).count == command.spec.keys.count)
        #expect(Keymap().keys(of: command) == command.spec.keys)
    }

    /// Within one pane a key means one thing.
    @Test(arguments: Pane.allCases)
    func noTwoCommandsShareAKey(_ pane: Pane) {
        for scope in [true, false] {
            let commands = Command.allCases.filter { scope ? $0.isOwn(of: pane) : $0.spec.scope == .everywhere }
            let keys = commands.flatMap(\.spec.keys)
            #expect(keys.count == Set(keys).count)
        }
    }

    /// Terminals send Ctrl-H, -I, -J and -M as other keys, keep function keys for themselves, and have no Ctrl-Enter.
    @Test(arguments: Command.allCases)
    func everyCommandHasAKeyThatEveryTerminalSends(_ command: Command) {
        let portable = command.spec.keys.compactMap(Key.init(name:)).filter { key in
            if case .function = key { return false }
            return true
        }
        #expect(!portable.isEmpty)
        #expect(command.spec.keys.allSatisfy { !["C-h", "C-i", "C-j", "C-m"].contains($0) })
    }

    @Test func everyCommandIsReachableByItsKey() throws {
        let keymap = Keymap()
        for command in Command.allCases {
            for pane in Pane.allCases where command.isReachable(in: pane) {
                for name in command.spec.keys {
                    #expect(keymap.command(for: try #require(Key(name: name)), in: pane) == command, "\(name) in \(pane)")
                }
            }
        }
    }

    /// Every command that a pane offers is in its help.
    @Test(arguments: Pane.allCases)
    func helpListsEveryCommandOfThePane(_ pane: Pane) throws {
        var driver = try Driver(width: 200, height: 60)
        driver.keys("\(pane.rawValue) ?")
        let all = driver.scrolled()
        for command in Command.allCases {
            #expect(all.contains(String(command.spec.help.prefix(60))) == command.isReachable(in: pane), "\(command)")
        }
    }

    @Test func noLineRunsIntoItsText() {
        let lines = KeyReference.text().split(separator: "\n")
        for verb in PaletteVerb.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(verb.usage)  ") && $0.hasSuffix("  \(verb.spec.help)") }, "\(verb.usage)")
        }
    }

    @Test func textReferenceNamesEveryCommandOnce() {
        let names = KeyReference.text().split(separator: "\n").compactMap { line -> String? in
            Command.allCases.map(\.rawValue).first { name in
                line.split(separator: " ").contains { $0 == name } && line.hasPrefix("  ") && line.contains("  \(name)  ")
            }
        }
        #expect(names.sorted() == Command.allCases.map(\.rawValue).sorted())
    }
}
