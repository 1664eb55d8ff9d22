// Character references of HTML: numbers, and the common names.

enum HTMLEntities {
    /// The longest name or number of a reference; longer ones are text.
    private static let longest = 32

    /// The text with its references replaced; invalid references stay.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while let first = rest.first {
            if first == UInt8(ascii: "&"), let (scalar, length) = reference(rest) {
                output += String(scalar).utf8
                rest = rest.dropFirst(length)
            } else {
                output.append(first)
                rest.removeFirst()
            }
        }
        return output
    }

    /// The reference at an ampersand, and its length in bytes.
    private static func reference(_ text: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        let body = text.dropFirst().prefix(longest)
        if body.first == UInt8(ascii: "#") { return number(body.dropFirst()) }
        let name = body.prefix { Byte.isLetter($0) || Byte.isDigit($0) }
        guard let scalar = names[String(decoding: name, as: UTF8.self)] else { return nil }
        if body.dropFirst(name.count).first == UInt8(ascii: ";") { return (scalar, name.count + 2) }
        // Without a semicolon only the oldest names count; otherwise
        // `&copy=1` in an address would become a sign.
        let isOld = scalar.value < 0x100 && body.dropFirst(name.count).first != UInt8(ascii: "=")
        return isOld ? (scalar, name.count + 1) : nil
    }

    private static func number(_ text: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        let isHex = text.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = text.dropFirst(isHex ? 1 : 0).prefix { isHex ? Byte.isHexDigit($0) : Byte.isDigit($0) }
        guard !digits.isEmpty else { return nil }
        let value = digits.reduce(UInt32(0)) { min($0 * (isHex ? 16 : 10) + (Byte.hexValue($1) ?? 0), 0x11_0000) }
        let hasEnd = text[digits.endIndex...].first == UInt8(ascii: ";")
        return (scalar(value), 2 + (isHex ? 1 : 0) + digits.count + (hasEnd ? 1 : 0))
    }

    /// 0x80–0x9F are read as windows-1252.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if (0x80..<0xa0).contains(value) {
            return TextDecoding.string([UInt8(value)], charset: "windows-1252").unicodeScalars.first ?? "\u{fffd}"
        }
        return value == 0 ? "\u{fffd}" : Unicode.Scalar(value) ?? "\u{fffd}"
    }

    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        // Latin-1 in its order from U+00A0.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot \
            cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
            Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
            agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
            ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (offset, name) in latin.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt8(0xa0 + offset))
        }
        let others = """
            amp& lt< gt> quot" apos' AMP& LT< GT> QUOT" ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ lsaquo‹ rsaquo› hellip… bull• \
            dagger† Dagger‡ permil‰ prime′ Prime″ euro€ trade™ OElig\u{152} oelig\u{153} Scaron\u{160} scaron\u{161} Yuml\u{178} fnofƒ circˆ \
            tilde˜ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ hArr⇔ forall∀ part∂ exist∃ empty∅ nabla∇ isin∈ notin∉ prod∏ sum∑ minus− radic√ prop∝ \
            infin∞ and∧ or∨ cap∩ cup∪ int∫ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ alphaα betaβ gammaγ deltaδ epsilonε lambdaλ muμ piπ \
            sigmaσ tauτ phiφ omegaω DeltaΔ SigmaΣ OmegaΩ check✓ cross✗ star☆ starf★ hearts♥ ensp\u{2002} emsp\u{2003} thinsp\u{2009} \
            zwnj\u{200c} zwj\u{200d} lrm\u{200e} rlm\u{200f} Tab\t NewLine\n lbrack[ rbrack] lbrace{ rbrace} lpar( rpar) num# dollar$ percnt% \
            ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ bsol\\ lowbar_ grave` vert| excl!
            """
        for entry in others.split(separator: " ") {
            guard let last = entry.unicodeScalars.last else { continue }
            names[String(String.UnicodeScalarView(entry.unicodeScalars.dropLast()))] = last
        }
        return names
    }()
}
