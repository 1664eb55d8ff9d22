// The options of one command line up to `--next`, recorded but not yet turned into a request.

/// A value of an option, and its line.
struct CurlValue: Sendable {
    var bytes: [UInt8]
    var line: Int

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The value of one `-d` or similar option.
enum CurlDatum: Sendable {
    case text([UInt8])
    /// - Parameter dropsLineBreaks: curl removes the file's line breaks.
    case file(path: String, dropsLineBreaks: Bool)
    /// A file to percent-encode, after `name=` if there is a name.
    case encodedFile(path: String, name: String)
    /// Standard input that is neither one text nor one file.
    case pieces([ShellInput])
}

/// The settings of one group of options.
struct CurlSettings: Sendable {
    struct Datum: Sendable {
        var content: CurlDatum
        /// `--json` adds no `&` before its value.
        var isJoined: Bool
        var line: Int
    }

    struct Part: Sendable {
        var value: CurlValue
        /// `--form-string`: no character of the value is special.
        var isLiteral: Bool
    }

    enum Scheme: Sendable { case basic, digest, ntlm, negotiate, any }

    var line: Int
    var urls: [CurlValue] = []
    var uploads: [CurlValue] = []
    var method: CurlValue?
    var headers: [CurlValue] = []
    var data: [Datum] = []
    var isJSON = false
    var parts: [Part] = []
    var asksGet = false
    var asksHead = false
    var user: CurlValue?
    /// `nil` means basic. Several different schemes become `any`.
    var scheme: Scheme?
    var bearer: String?
    var aws: CurlValue?
    var cookies: [CurlValue] = []
    /// Empty if the request must send none.
    var userAgent: CurlValue?
    var referer: CurlValue?
    var range: CurlValue?
    /// `-C`: the offset to resume from. It overrides a range.
    var resume: CurlValue?
    var queries: [CurlValue] = []
    var takesGlobs = true
    var pathAsIs = false
    /// `user:password`, as written.
    var proxyUser: CurlValue?
    var options = CollectionOptions()

    mutating func allow(_ scheme: Scheme) { self.scheme = self.scheme == nil || self.scheme == scheme ? scheme : .any }

    init(line: Int) {
        self.line = line
        options.followsRedirects = false
    }
}
