// The words of a name: `userPassword`, `user_password`, `USER-PASSWORD` and `user[password]` are
// the same two words.

enum NameWords {
    /// The number of bytes that are examined at each end of a name that is longer than twice this number.
    private static let side = 256

    /// The words in lower case; digits and separators are left out. The middle of a very long
    /// name is not examined.
    static func words(of name: String) -> [String] {
        var bytes = Array(name.utf8)
        if bytes.count > 2 * side { bytes = bytes.prefix(side) + [UInt8(ascii: " ")] + bytes.suffix(side) }
        return joined(letterRuns(of: bytes).flatMap(split))
    }

    /// Runs of letters, split where a capital begins a word: `JWTToken` is `jwt`, `token`.
    private static func letterRuns(of bytes: [UInt8]) -> [String] {
        var runs: [String] = []
        var run: [UInt8] = []
        func endRun() {
            if !run.isEmpty { runs.append(String(decoding: run, as: UTF8.self)) }
            run = []
        }
        for (index, byte) in bytes.enumerated() {
            let isUpper = isUpper(byte)
            guard isUpper || (0x61...0x7a).contains(byte) || byte >= 0x80 else {
                endRun()
                continue
            }
            if isUpper, let before = index > 0 ? bytes[index - 1] : nil {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                if !Self.isUpper(before) || (0x61...0x7a).contains(next) && next != UInt8(ascii: "s") { endRun() }
            }
            run.append(isUpper ? byte | 0x20 : byte)
        }
        endRun()
        return runs
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

    /// Words that are often written as one: `accesstoken`, `xapikey`.
    private static func split(_ whole: String) -> [String] {
        var (word, last) = (whole, [String]())
        while compounds[word] == nil,
            let ending = endings.first(where: { word.utf8.count > $0.utf8.count && word.hasSuffix($0) })
        {
            word = String(word.dropLast(ending.count))
            last = (compounds[ending] ?? [ending]) + last
        }
        if let compound = compounds[word] { return compound + last }
        if word.hasPrefix("password"), word != "password", word != "passwords" {
            return ["password", String(word.dropFirst(8))] + last
        }
        return [word] + last
    }

    /// A longer ending comes before one that it ends with.
    private static let endings = [
        "passwords", "password", "passwd", "passphrase", "credentials", "credential", "secrets", "secret", "tokens", "token",
        "apikeys", "apikey", "accesskey", "privatekey", "secretkey", "sessionid", "sessid", "signature", "cookie", "pwd",
    ]
    private static let compounds: [String: [String]] = [
        "apikey": ["api", "key"], "apikeys": ["api", "keys"], "accesskey": ["access", "key"], "privatekey": ["private", "key"],
        "secretkey": ["secret", "key"], "authkey": ["auth", "key"], "sessionkey": ["session", "key"],
        "masterkey": ["master", "key"], "signingkey": ["signing", "key"], "subscriptionkey": ["subscription", "key"],
        "encryptionkey": ["encryption", "key"], "sharedkey": ["shared", "key"], "accountkey": ["account", "key"],
        "licensekey": ["license", "key"], "sessionid": ["session", "id"], "sessid": ["session", "id"],
        "authcode": ["auth", "code"], "oauth": ["oauth"], "xauth": ["x", "auth"],
    ]

    /// Joins words that a name splits in two: `passWord`, `pass_phrase`, `OAuth`.
    private static func joined(_ words: [String]) -> [String] {
        var output: [String] = []
        for word in words {
            if output.last == "pass", ["word", "words", "wd", "phrase", "phrases", "code", "codes"].contains(word) {
                output[output.count - 1] = "pass" + word
            } else if output.last == "o", word == "auth" {
                output[output.count - 1] = "oauth"
            } else if output.suffix(2) == ["d", "po"], word == "p" {
                output.replaceSubrange(output.count - 2..<output.count, with: ["dpop"])
            } else {
                output.append(word)
            }
        }
        return output
    }
}
