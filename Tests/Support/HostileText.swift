// Text that tries to take the terminal over, or to look like what it is not.

/// A corpus for every place that text from elsewhere comes to.
public enum HostileText {
    /// Each one alone, most of them without an end, since that is what swallows whatever follows.
    public static let corpus: [String] = [
        // Titles, links, the clipboard, colours of the palette, notifications, files (OSC).
        "\u{1B}]0;pwned\u{7}", "\u{1B}]2;pwned", "\u{1B}]8;;http://evil/\u{1B}\\link\u{1B}]8;;\u{1B}\\",
        "\u{1B}]52;c;cHduZWQ=\u{7}",
        "\u{1B}]52;c;?\u{7}", "\u{1B}]4;1;?\u{7}", "\u{1B}]10;?\u{7}", "\u{1B}]9;pwned\u{7}", "\u{1B}]777;notify;a;b\u{7}",
        "\u{1B}]1337;File=inline=1:AAAA\u{7}", "\u{1B}]", "\u{1B}]0;",
        // Device control, application, privacy, start of string.
        "\u{1B}P1$rpwned\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}Pq#0;2;0;0;0#0~~@@vv\u{1B}\\", "\u{1B}_Gf=24;AAAA\u{1B}\\",
        "\u{1B}^pm\u{1B}\\",
        "\u{1B}Xsos\u{1B}\\", "\u{1B}P", "\u{1B}_",
        // Questions that the terminal answers by typing.
        "\u{1B}[6n", "\u{1B}[5n", "\u{1B}[c", "\u{1B}[>c", "\u{1B}[=c", "\u{1B}[?6n", "\u{1B}[18t", "\u{1B}[21t", "\u{1B}[?1$p",
        "\u{5}",
        // Screens, modes, resets, scrolling, other character sets.
        "\u{1B}[?1049l", "\u{1B}[?1049h", "\u{1B}[2J", "\u{1B}[3J", "\u{1B}c", "\u{1B}[!p", "\u{1B}[?25l", "\u{1B}[?1000h",
        "\u{1B}[?2004l",
        "\u{1B}[?7l", "\u{1B}[1;1r", "\u{1B}[99S", "\u{1B}(0lqqk", "\u{E}lqqk\u{F}", "\u{1B}#8", "\u{1B}[20h", "\u{1B}[4h",
        "\u{1B}[201~",
        "\u{1B}[31;1mred", "\u{1B}[8mhidden", "\u{1B}[999;999H", "\u{1B}[", "\u{1B}",
        // The same in eight bits.
        "\u{9B}31m", "\u{9D}0;pwned\u{9C}", "\u{90}pwned\u{9C}", "\u{9F}pwned\u{9C}", "\u{85}\u{84}\u{8D}\u{8E}\u{8F}",
        // Moving back over what was written, and characters that are none.
        "good\rEVIL", "good\u{8}\u{8}\u{8}\u{8}EVIL", "a\u{0}b", "a\u{7F}b", "bell\u{7}", "form\u{C}feed", "v\u{B}t",
        "line\nbreak\r\n", "tab\tstop",
        // Text that runs backwards, hides, or is something else than it looks.
        "user\u{202E}gpj.exe", "a\u{202D}b\u{202C}", "\u{2066}isolate\u{2069}", "\u{200E}\u{200F}\u{61C}",
        "zero\u{200B}width\u{2060}",
        "soft\u{AD}hyphen", "\u{FEFF}mark", "line\u{2028}para\u{2029}", "tag\u{E0041}\u{E007F}", "\u{FFF9}a\u{FFFA}b\u{FFFB}",
        "\u{FFFE}\u{FFFF}",
        "\u{10FFFF}", "\u{E000}", "\u{180E}", "\u{115F}\u{1160}\u{3164}", "\u{FFFC}\u{FFFD}",
        // Marks without number, and characters of every width.
        "Z\u{351}\u{36B}\u{343}\u{36A}\u{302}\u{36B}\u{33D}\u{34F}\u{334}\u{319}\u{324}\u{31E}\u{349}\u{35A}\u{32F}",
        "\u{301}alone", "\u{20DD}",
        "日本語", "ｆｕｌｌ", "한글", "\u{1112}\u{1161}\u{11AB}", "👩‍👩‍👧‍👦", "🇩🇪🇫", "👍🏽", "❤️", "🏴\u{E0067}\u{E0062}\u{E007F}", "1️⃣", "\u{FDFD}",
        "𒐫", "ﷺ",
        "العربية", "עברית", "हिन्दी", "ไทย",
    ]

    /// All of it, apart from one another by letters that must still be seen.
    public static let all = corpus.map { "<" + $0 + ">" }.joined()
}
