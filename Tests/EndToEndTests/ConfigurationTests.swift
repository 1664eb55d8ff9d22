// The user's own files: settings, keymap and themes, as the real program finds them and what it says of mistakes.

import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    /// Runs the program with this folder as its configuration.
    private func run(_ arguments: String..., in folder: TemporaryFolder) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["EXPLORER_CONFIG_DIR": folder.path]) { $1 }
        return try await ExplorerProgram.command(arguments, environment: environment)
    }

    @Test func keysPrintsWhatCountsAndWhatIsWrong() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("keys", "send = A-s Ctrl+T\nsned = x\nhelp = A-s\n")
        let result = try await run("keys", in: folder)
        #expect(result.code == 65)
        #expect(result.lines.contains { $0.hasPrefix("  A-s ") && $0.contains("send") })
        #expect(result.lines.contains { $0.contains("? f1") && $0.contains("help") })
        #expect(
            result.errors == """
                \(path):1: “Ctrl+T” is not a key; write C-t
                \(path):2: unknown command “sned”; did you mean “send”?
                \(path):3: “A-s” means send already, by line 1; remove it from one of the two lines

                """)
    }

    @Test func keymapTemplateIsAKeymapThatChangesNothing() async throws {
        let folder = try TemporaryFolder()
        let before = try await run("keys", in: folder)
        #expect(before.code == 0)
        let template = try await run("keys", "--template", in: folder)
        try folder.file("keys", template.text)
        let after = try await run("keys", in: folder)
        #expect(after.code == 0)
        #expect(after.text == before.text && after.errors == "")
        #expect(after.text.contains("\nPalette\n") && after.text.contains(":theme NAME"))
    }

    @Test func settingsPrintsWhatCountsAndWhatIsWrong() async throws {
        let folder = try TemporaryFolder()
        let template = try await run("settings", "--template", in: folder)
        let path = try folder.file("settings", template.text)
        let clean = try await run("settings", in: folder)
        #expect(clean.code == 0 && clean.errors.isEmpty)
        try folder.file("settings", "wrap = on\nwarp = on\npages = many\n")
        let result = try await run("settings", in: folder)
        #expect(result.code == 65)
        #expect(result.lines.contains { $0.hasPrefix("wrap ") && $0.contains(" on ") })
        #expect(
            result.errors == """
                \(path):2: unknown setting “warp”; did you mean “wrap”?
                \(path):3: pages is not “many”; write a number from 1 to 100000

                """)
    }

    @Test func keymapThatCannotBeReadIsToldAndTheTableCounts() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("keys"), withIntermediateDirectories: false)
        let result = try await run("keys", in: folder)
        #expect(result.code == 65)
        #expect(result.errors.contains("this is a directory"))
        #expect(result.text.contains("s C-r"))
    }

    @Test func themesListsTheUsersFirstAndTheirMistakesByLine() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("themes"), withIntermediateDirectories: false)
        try folder.file("themes/mine.theme", "text = red\nstatsu.2xx = green\n")
        try folder.file("themes/light.theme", "text = blak\n")
        let result = try await run("themes", in: folder)
        #expect(result.code == 65)
        #expect(result.lines.contains { $0.contains("mine") && $0.hasSuffix(folder.path("themes/mine.theme")) })
        #expect(result.lines.contains { $0.contains("light") && $0.hasSuffix(folder.path("themes/light.theme")) })
        #expect(result.lines.contains { $0.hasPrefix("* dark") && $0.hasSuffix("built in") })
        #expect(result.errors.contains("\(folder.path("themes/mine.theme")):2: unknown token “statsu.2xx”"))
        #expect(result.errors.contains("\(folder.path("themes/light.theme")):1: “blak”"))
        let own = try await run("themes", "mine", in: folder)
        #expect(own.text == "text = red\nstatsu.2xx = green\n" && own.code == 0)
        let none = try await run("themes", "nosuch", in: folder)
        #expect(none.code == 64 && none.errors.contains("mine"))
    }

    @Test func printedThemeIsAThemeFile() async throws {
        let folder = try TemporaryFolder()
        let dark = try await run("themes", "dark", in: folder)
        try FileManager.default.createDirectory(atPath: folder.path("themes"), withIntermediateDirectories: false)
        try folder.file("themes/copy.theme", dark.text)
        let result = try await run("themes", in: folder)
        #expect(result.code == 0 && result.errors == "")
    }
}

extension ScreenFlows {
    @Suite struct ConfigurationFlows {
        @Test func keymapAndThemesOfTheUserAreFoundAndTheirMistakesTold() async throws {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path("themes"), withIntermediateDirectories: false)
            try folder.file("themes/mine.theme", "text = white on black\nnosuch = red\n")
            try folder.file("keys", "fullscreen = Z\nsned = x\nhelp = Ctrl+H\n")
            let file = ExplorerProgram.fixture("httpbin.json")
            let tmux = try await ExplorerProgram.shell(
                #"EXPLORER_CONFIG_DIR=\#(folder.path) "$explorer" \#(file); echo "code $?"; exec cat"#)
            try await tmux.waitFor("the first mistake, and that there are more") {
                $0.contains("2 errors, see :messages.") && $0.contains("keys:2: unknown command “sned”")
            }
            try await tmux.press("Z")
            try await tmux.waitFor("the list alone") { $0.contains("1 Endpoints") && !$0.contains("2 Request") }
            try await tmux.press("Z")
            try await tmux.waitFor("2 Request")

            try await tmux.type(":messages")
            try await tmux.press("Enter")
            try await tmux.waitFor("keys:3: “Ctrl+H” is not a key")
            try await tmux.press("Escape")
            try await tmux.waitFor("no messages") { !$0.contains("Messages ·") }

            try await tmux.type(":theme mi")
            try await tmux.waitFor("the user's theme") { $0.contains("mine") && $0.contains("mine.theme") }
            try await tmux.press("Enter")
            try await tmux.waitFor("the mistake in it") { $0.contains("mine.theme:2: unknown token “nosuch”") }
            try await tmux.press("Q")
            try await tmux.waitFor("code 0")
        }
    }
}
