// What one command line says, up to `--next`: the options put down, not yet turned into a request.

/// A value of an option, and where it stands.
struct CurlValue: Sendable {
    var bytes: [UInt8]
    var line: Int

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// One `-d` or its like.
enum CurlDatum: Sendable {
    case text([UInt8])
    /// - Parameter dropsLineBreaks: curl leaves the file's line breaks out.
    case file(path: String, dropsLineBreaks: Bool)
    /// A file that is percent-encoded, behind `name=` where there is a name.
    case encodedFile(path: String, name: String)
    /// What a command reads that is neither one text nor one file.
    case pieces([ShellInput])
}

/// What a group of options says.
struct CurlSettings: Sendable {
    struct Datum: Sendable {
        var content: CurlDatum
        /// `--json` puts no `&` before what it adds.
        var isJoined: Bool
        var line: Int
    }

    struct Part: Sendable {
        var value: CurlValue
        /// `--form-string`: nothing in the value has a meaning.
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
    /// `nil` is basic; more than one is `any`.
    var scheme: Scheme?
    var bearer: String?
    var aws: CurlValue?
    var cookies: [CurlValue] = []
    /// Empty where none is to be sent.
    var userAgent: CurlValue?
    var referer: CurlValue?
    var range: CurlValue?
    /// `-C`: the offset from which on; it wins over a range.
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
