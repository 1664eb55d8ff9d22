// One Invoke-WebRequest or Invoke-RestMethod: its parameters, and the request that they make.

/// The parameters of a command.
struct PowerShellRequest {
    let place: ImportPlace
    var address: String?
    private var method = ""
    private var headers: [CollectionField] = []
    private var body: PowerShellValue?
    private var form: [CollectionField]?
    private var file: String?
    private var contentType: String?
    private var userAgent: String?
    private var session = PowerShellSession()
    private var options = CollectionOptions()
    private var notes: [ImportNote] = []

    init(place: ImportPlace) { self.place = place }

    private static let parameters = [
        "uri", "method", "custommethod", "headers", "body", "form", "infile", "contenttype", "useragent", "websession",
        "timeoutsec", "maximumredirection", "proxy", "outfile", "sessionvariable",
    ]
    private static let switches = [
        "usebasicparsing", "skipcertificatecheck", "disablekeepalive", "skipheadervalidation", "skiphttperrorcheck", "passthru",
        "usedefaultcredentials", "verbose", "debug", "resume", "nobody", "allowunencryptedauthentication",
        "allowinsecureredirect", "preserveauthorizationonredirect", "preservehttpmethodonredirect", "noproxy", "followrellink",
    ]

    /// Whether the parameter takes no value.
    static func isSwitch(_ name: String) -> Bool { fullName(name).map(switches.contains) ?? false }

    /// PowerShell accepts the beginning of a name.
    private static func fullName(_ name: String) -> String? {
        let name = name.lowercased()
        return (parameters + switches).first { $0 == name } ?? (parameters + switches).first { $0.hasPrefix(name) }
    }

    mutating func set(_ name: String, _ value: PowerShellValue) {
        switch (Self.fullName(name), value) {
        case ("uri", .text(let text)): address = text
        case ("method", .text(let text)), ("custommethod", .text(let text)): method = text
        case ("headers", .table(let fields)): headers += fields
        case ("body", _): body = value
        case ("form", .table(let fields)): form = fields
        case ("infile", .text(let text)): file = text
        case ("contenttype", .text(let text)): contentType = text
        case ("useragent", .text(let text)): userAgent = text
        case ("websession", .session(let known)): session = known
        case ("timeoutsec", .text(let text)): options.timeout = Double(text)
        case ("maximumredirection", .text(let text)): options.followsRedirects = text != "0"
        case ("proxy", .text(let text)): options.proxy = text
        case ("skipcertificatecheck", .text(let text)): options.insecure = text.lowercased() != "false"
        case ("usebasicparsing", _), ("outfile", _), ("sessionvariable", _), ("skipheadervalidation", _),
            ("skiphttperrorcheck", _), ("passthru", _), ("disablekeepalive", _), ("verbose", _), ("debug", _), ("nobody", _),
            ("noproxy", _):
            // They concern what PowerShell does with the response or the connection.
            break
        default:
            notes.append(ImportNote(.unsupported, place, "-\(name) is not read", hint: "set it in the form"))
        }
    }

    /// The request; `nil` with a note where it has no address.
    func make() -> (request: CollectionRequest?, notes: [ImportNote]) {
        var notes = notes
        guard let address, !address.isEmpty else {
            notes.append(ImportNote(.skipped, place, "the command has no address", hint: "write it after -Uri"))
            return (nil, notes)
        }
        let name = method.isEmpty ? "GET" : method.uppercased()
        var request = CollectionRequest(name: "", method: name, url: address, place: place)
        request.name = "\(name) \(CurlURL.shortName(address))"
        request.headers = sentHeaders(&notes)
        request.options = options
        setBody(of: &request, &notes)
        return (request, notes)
    }

    private func sentHeaders(_ notes: inout [ImportNote]) -> [CollectionField] {
        var fields = headers
        // Browsers copy the pseudo-header fields of HTTP/2 without their colons (RFC 9113, section 8.3.1).
        let pseudo: Set = ["authority", "method", "path", "scheme"]
        let own = Set(fields.map { $0.name.lowercased() })
        if pseudo.isSubset(of: own) {
            fields.removeAll { pseudo.contains($0.name.lowercased()) }
            notes.append(
                ImportNote(.assumed, place, "authority, method, path and scheme are HTTP/2's own, and not sent as headers"))
        }
        if let agent = userAgent ?? session.userAgent, !own.contains("user-agent") {
            fields.append(CollectionField("User-Agent", agent))
        }
        if !session.cookies.isEmpty, !own.contains("cookie") {
            fields.append(
                CollectionField("Cookie", session.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")))
        }
        return fields
    }

    private func setBody(of request: inout CollectionRequest, _ notes: inout [ImportNote]) {
        let type = contentType ?? headers.first { $0.name.lowercased() == "content-type" }?.value
        if let contentType, !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            request.headers.append(CollectionField("Content-Type", contentType))
        }
        if let file {
            request.body = .file(path: file, mediaType: type)
        } else if let form {
            request.body = .multipart(form.map { CollectionPart($0.name, .text($0.value)) })
        } else {
            switch body {
            case nil: break
            // A table goes into the query of a GET, and is a form elsewhere.
            case .table(let fields)? where request.method == "GET": request.query = fields
            case .table(let fields)?: request.body = .form(fields)
            case .text(let text)?:
                // PowerShell names a type for a POST alone.
                request.body = .text(
                    text, mediaType: type ?? (request.method == "POST" ? "application/x-www-form-urlencoded" : ""))
            case .session?, .unknown?:
                notes.append(ImportNote(.unsupported, place, "the value of -Body is not known", hint: "write it in the form"))
                request.body = .text("", mediaType: type)
            }
        }
    }
}
