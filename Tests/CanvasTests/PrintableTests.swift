// Printable: what hides, or would drive the terminal, is spelled out.

import Canvas
import Testing

@Suite struct PrintableTests {
    @Test(arguments: [
        ("plain ~", "plain ~"), ("\u{0}\u{1B}\u{1F}\u{7F}", "␀␛␟␡"), ("a\r\nb", "a␍␊b"), ("\u{9B}31m", "⟨9B⟩31m"),
        ("\u{80}\u{85}", "⟨80⟩⟨85⟩"),
        ("user\u{202E}gpj.exe", "user⟨202E⟩gpj.exe"),
        ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "⟨2066⟩⟨2069⟩⟨200E⟩⟨200F⟩⟨61C⟩"),
        ("\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{10FFFF}", "⟨2028⟩⟨2029⟩⟨FEFF⟩⟨FFFE⟩⟨10FFFF⟩"), ("a\u{200B}b", "a⟨200B⟩b"),
        ("\u{AD}", "⟨AD⟩"),
        ("\u{301}x", "⟨301⟩x"), ("\u{FE0F}", "⟨FE0F⟩"), ("\u{200D}", "⟨200D⟩"), ("e\u{301}", "e\u{301}"),
        ("\u{FFFD}", "\u{FFFD}"),
        ("a\u{E0041}\u{E0042}", "a⟨E0041⟩⟨E0042⟩"), ("\u{85}", "⟨85⟩"),
    ]) func escapesAreVisible(_ raw: String, _ shown: String) {
        #expect(Printable.visible(raw) == shown)
    }

    @Test func tabsAreWhatTheCallerWants() {
        #expect(Printable.visible("a\tb") == "a␉b")
        #expect(Printable.visible("a\tb", tab: "    ") == "a    b")
    }

    @Test(arguments: [
        ("👩‍👩‍👧", "👩"), ("👍🏽", "👍"), ("🏳️‍🌈", "🏳️"), ("🇩🇪🇫🇷", "DEFR"), ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"), ("🏽", "🏽"), ("1️⃣", "1️⃣"),
    ]) func emojiSequencesAreReduced(_ raw: String, _ shown: String) {
        #expect(Printable.visible(raw) == shown)
        #expect(TextWidth.measure(raw) == TextWidth.measure(shown))
    }

    @Test func joinersThatShapeLettersStay() {
        #expect(Printable.visible("می\u{200C}خواهم") == "می\u{200C}خواهم")
    }

    @Test func fourMarksOnOneCharacterBecomeThree() {
        #expect(Printable.visible("e\u{301}\u{302}\u{303}\u{304}\u{305}") == "e\u{301}\u{302}\u{303}")
    }
}
