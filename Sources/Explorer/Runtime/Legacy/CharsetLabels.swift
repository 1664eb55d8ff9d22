// The labels of encodings (WHATWG Encoding §4.2), and the C library's table for each encoding.

enum CharsetLabels {
    /// The standard's name of a label, in lower case; `nil` for a label outside of the standard.
    static func name(_ label: String) -> String? {
        names[label.lowercased().filter { !" \t\n\r\u{0c}".contains($0) }]
    }

    /// The name of each label.
    static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words { names[word] = words[0] }
        }
        return names
    }()

    /// A line for each encoding: its name, then its other labels.
    private static let lines = """
        utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
        utf-16be unicodefffe
        utf-16le utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff
        ibm866 866 cp866 csibm866
        iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
        iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
        iso-8859-8-i csiso88598i logical
        iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
        iso-8859-13 iso8859-13 iso885913
        iso-8859-14 iso8859-14 iso885914
        iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
        iso-8859-16
        koi8-r cskoi8r koi koi8 koi8_r
        koi8-u koi8-ru
        macintosh csmacintosh mac x-mac-roman
        windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
        windows-1250 cp1250 x-cp1250
        windows-1251 cp1251 x-cp1251
        windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
        windows-1253 cp1253 x-cp1253
        windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254
        windows-1255 cp1255 x-cp1255
        windows-1256 cp1256 x-cp1256
        windows-1257 cp1257 x-cp1257
        windows-1258 cp1258 x-cp1258
        x-mac-cyrillic x-mac-ukrainian
        gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
        gb18030
        big5 big5-hkscs cn-big5 csbig5 x-x-big5
        euc-jp cseucpkdfmtjapanese x-euc-jp
        iso-2022-jp csiso2022jp
        shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
        euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
        """
}

extension LegacyCharset {
    /// The encoding of a name of the standard; `nil` for Unicode's and windows-1252, which
    /// need no table of the system.
    init?(_ name: String) {
        switch name {
        case "utf-8", "utf-16be", "utf-16le", "windows-1252": return nil
        case "big5": self = .big5
        case "euc-kr": self = .eucKR
        case "shift_jis": self = .shiftJIS
        case "gbk", "gb18030": self = .gb18030
        case "euc-jp": self = .eucJP
        case "iso-2022-jp": self = .iso2022JP
        case "iso-8859-8-i": self = .singleByte("ISO-8859-8", keepsControls: true)
        case "x-mac-cyrillic": self = .singleByte("MAC-CYRILLIC", keepsControls: false)
        case _ where name.hasPrefix("windows-"): self = .singleByte("CP" + name.dropFirst(8), keepsControls: true)
        case _: self = .singleByte(name.uppercased(), keepsControls: name.hasPrefix("iso-"))
        }
    }

    /// Differences for tables of the C library, by its name, that are older than the standard's.
    static let corrections: [String: [UInt8: String]] = [
        "KOI8-U": [0xae: "\u{45e}", 0xbe: "\u{40e}"], "MACINTOSH": [0xc6: "\u{2206}", 0xf0: "\u{f8ff}"],
        "MAC-CYRILLIC": [0xff: "€"],
    ]
}
