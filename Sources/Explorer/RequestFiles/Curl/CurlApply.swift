// Applies each option of curl to the request.

extension CurlArguments {
    mutating func apply(_ setting: CurlSetting, _ value: CurlValue, isOn: Bool, written: String) {
        switch setting {
        case .request: settings.method = value
        case .header: settings.headers.append(value)
        case .data, .dataASCII: addData(value, dropsLineBreaks: true)
        case .dataBinary: addData(value, dropsLineBreaks: false)
        case .json:
            settings.isJSON = true
            addData(value, dropsLineBreaks: false, isJoined: true)
        case .dataRaw: settings.data.append(.init(content: .text(value.bytes), isJoined: false, line: value.line))
        case .dataURLEncode:
            settings.data.append(.init(content: standardInput(CurlEncoding.datum(value)), isJoined: false, line: value.line))
        case .form: settings.parts.append(.init(value: value, isLiteral: false))
        case .formString: settings.parts.append(.init(value: value, isLiteral: true))
        case .uploadFile: settings.uploads.append(value)
        case .get: settings.asksGet = isOn
        case .head: settings.asksHead = isOn
        case .user: settings.user = value
        case .basic: settings.allow(.basic)
        case .digest: settings.allow(.digest)
        case .negotiate: settings.allow(.negotiate)
        case .ntlm: settings.allow(.ntlm)
        case .anyauth: settings.allow(.any)
        case .bearer: settings.bearer = value.text
        case .awsSigV4: settings.aws = value
        case .cookie: settings.cookies.append(value)
        case .userAgent: settings.userAgent = value
        case .referer: settings.referer = value
        case .range: settings.range = value
        case .continueAt: settings.resume = CurlValue(bytes: value.bytes + [UInt8(ascii: "-")], line: value.line)
        case .url: settings.urls.append(value)
        case .urlQuery: settings.queries.append(value)
        case .globoff: settings.takesGlobs = !isOn
        case .pathAsIs: settings.pathAsIs = isOn
        case .location: settings.options.followsRedirects = isOn
        case .locationTrusted:
            settings.options.followsRedirects = isOn
            addNote(.unsupported, value.line, "\(written) follows redirects; sending secrets to other hosts is not kept")
        case .next: break
        case .insecure: settings.options.insecure = isOn
        case .compressed: settings.options.isCompressed = isOn
        case .cacert: settings.options.caFile = value.text
        case .cert: setCertificate(value)
        case .key: settings.options.keyFile = value.text
        case .proxy: settings.options.proxy = value.text
        case .socks4, .socks4a, .socks5: settings.options.proxy = "\(setting.rawValue)://\(value.text)"
        case .socks5Hostname: settings.options.proxy = "socks5h://\(value.text)"
        case .proxyUser: settings.proxyUser = value
        case .unixSocket: settings.options.unixSocket = value.text
        case .connectTo: settings.options.connectTo.append(value.text)
        case .resolve: resolve(value, written: written)
        case .maxTime: settings.options.timeout = seconds(value, written: written)
        case .connectTimeout: settings.options.connectTimeout = seconds(value, written: written)
        }
    }

    /// `host:port:address[,address]`: changes only the address to connect to, and
    /// nothing that other requests see.
    private mutating func resolve(_ value: CurlValue, written: String) {
        let parts = value.text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, UInt16(parts[1]) != nil, !parts[2].isEmpty, !["-", "+"].contains(parts[0].prefix(1)) else {
            addNote(.unsupported, value.line, "\(written) \(value.text) is not kept", hint: "write HOST:PORT:ADDRESS")
            return
        }
        let addresses = parts[2].split(separator: ",")
        guard let first = addresses.first else { return }
        if addresses.count > 1 { addNote(.assumed, value.line, "of the addresses of \(written) the first is kept") }
        let address = first.contains(":") && !first.hasPrefix("[") ? "[\(first)]" : String(first)
        settings.options.connectTo.append("\(parts[0] == "*" ? "" : parts[0]):\(parts[1]):\(address):\(parts[1])")
    }

    /// For curl, zero means no limit.
    private mutating func seconds(_ value: CurlValue, written: String) -> Double? {
        guard let seconds = Double(value.text), seconds.isFinite, seconds >= 0 else {
            addNote(.skipped, value.line, "the value of \(written) is not a number of seconds", hint: "write one")
            return nil
        }
        return seconds > 0 ? seconds : nil
    }

    /// `certificate[:password]`; `\:` is a colon in the path.
    private mutating func setCertificate(_ value: CurlValue) {
        var path: [UInt8] = []
        var index = 0
        while index < value.bytes.count, value.bytes[index] != UInt8(ascii: ":") {
            let isEscape = value.bytes[index] == ShellByte.backslash && index + 1 < value.bytes.count
            if isEscape, value.bytes[index + 1] == UInt8(ascii: ":") || value.bytes[index + 1] == ShellByte.backslash {
                index += 1
            }
            path.append(value.bytes[index])
            index += 1
        }
        settings.options.certificateFile = String(decoding: path, as: UTF8.self)
        if index + 1 < value.bytes.count {
            addNote(.unsupported, value.line, "the password of the certificate is not kept", hint: "use a key without one")
        }
    }

    private mutating func addData(_ value: CurlValue, dropsLineBreaks: Bool, isJoined: Bool = false) {
        let content: CurlDatum =
            value.bytes.first == UInt8(ascii: "@")
            ? standardInput(
                .file(path: String(decoding: value.bytes.dropFirst(), as: UTF8.self), dropsLineBreaks: dropsLineBreaks))
            : .text(value.bytes)
        settings.data.append(.init(content: content, isJoined: isJoined, line: value.line))
    }

    /// The file `-` is the command's standard input. If that is a here-document, its text is known.
    private func standardInput(_ datum: CurlDatum) -> CurlDatum {
        switch (datum, input) {
        case (.file("-", let drops), .text(let text)): .text(drops ? CurlEncoding.withoutLineBreaks(text) : text)
        case (.file("-", let drops), .file(let path)): .file(path: path, dropsLineBreaks: drops)
        case (.encodedFile("-", let name), .text(let text)): .text(CurlEncoding.named(name, text))
        case (.encodedFile("-", let name), .file(let path)): .encodedFile(path: path, name: name)
        case (.file("-", false), .pieces(let pieces)): .pieces(pieces)
        case (.text, _), (.file, _), (.encodedFile, _), (.pieces, _): datum
        }
    }
}
