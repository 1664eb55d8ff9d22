// Theme: the file format, falling back by dots, overlays, and mistakes.

import Canvas
import Testing

@Suite struct ThemeTests {
    private func theme(_ text: String) -> Theme {
        let (theme, problems) = Theme.parse(text)
        #expect(problems.isEmpty)
        return theme
    }

    @Test func valuesAreColoursAndAttributes() {
        let theme = theme(
            """
            name = try me
            $accent = #88c0d0
            $alias = $accent
            text = #d8dee9 on default
            accent = bold underline $alias
            error = bright-red on 17
            status.5xx = bold italic #ff5f87 on #101010
            """)
        #expect(theme.name == "try me")
        #expect(
            theme[.accent]
                == Appearance(foreground: .rgb(0x88, 0xC0, 0xD0), background: .terminal, attributes: [.bold, .underline]))
        #expect(theme[.error] == Appearance(foreground: .indexed(9), background: .indexed(17)))
        #expect(
            theme[.status5xx]
                == Appearance(foreground: .rgb(255, 0x5F, 0x87), background: .rgb(16, 16, 16), attributes: [.bold, .italic]))
    }

    @Test func missingTokensFallBackByDots() {
        let theme = theme("text = white on black\nstatus = bold red\nstatus.2xx = green\ndialog.button = on blue")
        #expect(theme[.status4xx] == Appearance(foreground: .indexed(1), background: .indexed(0), attributes: .bold))
        #expect(theme[.status2xx] == Appearance(foreground: .indexed(2), background: .indexed(0)))
        #expect(theme[.dialogButtonFocus] == Appearance(foreground: .indexed(7), background: .indexed(4)))
        #expect(theme[.jsonKey] == theme[.text])
    }

    @Test func overlaysReplaceOnlyWhatTheySet() {
        let theme = theme("text = white on black\nerror = bold red\nselection = on blue\nmatch = underline black on yellow")
        #expect(theme.combined(style: .error, overlay: nil) == theme[.error])
        #expect(
            theme.combined(style: .error, overlay: .selection)
                == Appearance(foreground: .indexed(1), background: .indexed(4), attributes: .bold))
        #expect(theme.combined(style: .error, overlay: .selectionUnfocused) == theme.combined(style: .error, overlay: .selection))
        let match = theme.combined(style: .error, overlay: .match)
        #expect(match == Appearance(foreground: .indexed(0), background: .indexed(3), attributes: [.bold, .underline]))
        #expect(
            theme.combined(style: .text, overlay: .tableCursor).attributes == .reverse,
            "an overlay no line describes is still seen")
    }

    @Test func mistakesCostTheirOwnWordOnly() {
        let (theme, problems) = Theme.parse(
            """
            $accent = #88c0d0
            $loop = $pool
            $pool = $loop
            $bad = #12345
            acent = red
            error = bold rde
            warning = $acent on
            success = green #00ff00 on on blue on red
            notice =
            title = bold #xyz123
            surface = 256
            accent = $accent
            """)
        #expect(Set(problems.map(\.line)) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        #expect(problems.map(\.line) == problems.map(\.line).sorted())
        func hints(_ line: Int) -> String { problems.filter { $0.line == line }.map(\.hint).joined(separator: " ") }
        #expect(hints(5).contains("accent") && hints(6).contains("red") && hints(7).contains("$accent"))
        #expect(problems.allSatisfy { !$0.message.isEmpty && !$0.hint.isEmpty })
        #expect(theme[.accent].foreground == .rgb(0x88, 0xC0, 0xD0))
        #expect(theme[.error].attributes == .bold && theme[.title].attributes == .bold)
    }

    @Test func aThemeMayExtendAnother() {
        let themes = [
            "base":
                "name = base\n$accent = #000001\n$alias = $accent\ntext = white on black\naccent = $accent\nnotice = bold $alias\nbroken =",
            "middle": "extends = base\n$accent = #000002\ntext = green on black",
        ]
        let (theme, problems) = Theme.parse(
            "name = mine\nextends = middle\naccent = underline $accent", extending: { themes[$0] })
        #expect(problems.isEmpty, "the mistakes of another file are not this one's")
        #expect(theme.name == "mine")
        #expect(theme[.text].foreground == .indexed(2), "the nearest wins")
        #expect(
            theme[.notice] == Appearance(foreground: .rgb(0, 0, 2), background: .indexed(0), attributes: .bold),
            "a palette recolours what others made")
        #expect(theme[.accent] == Appearance(foreground: .rgb(0, 0, 2), background: .indexed(0), attributes: .underline))
    }

    @Test(arguments: [("extends = nobody\ntext = red", 1), ("text = red\nextends = me", 2), ("text = red\nextends = a", 2)])
    func whatCannotBeExtendedCostsItsLine(_ text: String, _ line: Int) {
        let themes = ["me": text, "a": "extends = b", "b": "extends = a"]
        let (theme, problems) = Theme.parse(text, extending: { themes[$0] })
        #expect(problems.map(\.line) == [line] && problems.allSatisfy { !$0.hint.isEmpty })
        #expect(theme[.text].foreground == .indexed(1))
    }

    @Test func anEmptyThemeIsTheTerminalsOwnColours() {
        let theme = theme("")
        for style in Style.allCases { #expect(theme[style] == Appearance(foreground: .terminal, background: .terminal)) }
        #expect(theme.name.isEmpty && theme.combined(style: .text, overlay: .selection).attributes == .reverse)
    }

    @Test func thePlainThemeTellsThingsApartWithoutColour() {
        for style in Style.allCases {
            #expect(Theme.plain[style].foreground == .terminal && Theme.plain[style].background == .terminal)
        }
        func look(_ style: Style, _ overlay: Style? = nil) -> Appearance { Theme.plain.combined(style: style, overlay: overlay) }
        #expect(look(.text, .selection) != look(.text) && look(.text, .selectionUnfocused) != look(.text, .selection))
        #expect(
            look(.dialogButtonFocus) != look(.dialogButton) && look(.borderFocus) != look(.border)
                && look(.tab) != look(.tabActive))
        #expect(look(.text, .tableCursor) != look(.text, .selection))
        #expect(look(.jumpLabel) != look(.text) && look(.jumpLabel) != look(.text, .selection))
    }
}
