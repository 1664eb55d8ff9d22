// A request as a curl command that sends the same bytes as NetLayer.

import NetLayer

/// Writes a request as a command for a POSIX shell, ready for pasting.
///
/// Secrets are shell variables (`"Authorization: Bearer $TOKEN"`), so a command can go into a ticket;
/// users with access to the secrets set the variables. The command contains no control characters: it
/// writes them with `printf`.
package enum CurlLine {
    /// Longer bodies come from a file: on Linux, one argument of a program has at most 128 KiB.
    static let longestArgument = 100_000
    /// Longer bodies that are not text come from a file too: each byte takes four characters.
    static let longestEscaped = 16_384
    /// The name of the file for a long body.
    package static let bodyFile = "request-body"

    /// The command, split into several lines if it is long, without a line break at the end.
    /// - Parameters:
    ///   - request: the request to send.
    ///   - followsRedirects: lets curl follow redirects, almost as NetLayer does.
    ///   - revealsSecrets: prints secrets as they are.
    package static func makeCommand(_ request: WireRequest, followsRedirects: Bool = true, revealsSecrets: Bool = false) -> String
    {
        var names = SecretNames(reveals: revealsSecrets)
        return makeCommand(request, followsRedirects: followsRedirects, &names)
    }

    static func makeCommand(_ request: WireRequest, followsRedirects: Bool, _ names: inout SecretNames) -> String {
        var first = ["curl"]
        if request.method == .head { first.append("-I") }
        if followsRedirects { first.append("-L") }
        if request.headers.first("Accept-Encoding") == nil { first.append("--compressed") }
        if request.url.revealed.contains(where: { "[]{}".contains($0) }) { first.append("-g") }
        if request.url.path.contains("/.") { first.append("--path-as-is") }
        let announcesBody = request.announcesBody
        // With -X, curl keeps the method across redirects. So -X is left out if the
        // other options imply the method.
        let implied: HTTPMethod = request.method == .head ? .head : announcesBody ? .post : .get
        if request.method != implied { first += ["-X", ShellWord(request.method.rawValue).quoted] }
        first.append(names.maskURL(request.url).quoted)

        var lines = [first.joined(separator: " ")]
        lines += connection(request, &names)
        for field in request.headers.fields { lines.append("-H \(names.maskHeader(field).quoted)") }
        // Fields that curl adds automatically, but NetLayer does not send.
        var unwanted = ["User-Agent"]
        if announcesBody { unwanted.append("Content-Type") }
        if request.body.count >= 1 << 20 { unwanted.append("Expect") }
        lines += unwanted.filter { request.headers.first($0) == nil }.map { "-H '\($0):'" }
        guard announcesBody else { return joined(lines) }
        return makeCommandWithBody(request, lines, &names)
    }

    private static func makeCommandWithBody(_ request: WireRequest, _ lines: [String], _ names: inout SecretNames) -> String {
        guard !request.isBodySecret || names.reveals else { return fromFile(request.body.count, lines) }
        let bytes: [UInt8]
        switch request.body {
        case .none: bytes = []
        case .sequence(let body): return fromFile(body.length ?? 0, lines)
        case .bytes(let own): bytes = own
        case .stream(let source): return streamed(source, request, lines, &names) ?? fromFile(source.count, lines)
        }
        let word = names.maskBody(bytes, contentType: request.headers["Content-Type"] ?? "", secret: request.secretFields)
        if word.isReadable, word.count <= longestArgument { return joined(lines + ["--data-raw \(word.quoted)"]) }
        if word.count <= longestEscaped { return word.printf + " |\n" + joined(lines + ["--data-binary @-"]) }
        return fromFile(bytes.count, lines)
    }

    private static func fromFile(_ count: Int, _ lines: [String]) -> String {
        "# Put the body (\(count) bytes) into the file \(bodyFile) first.\n" + joined(lines + ["--data-binary @\(bodyFile)"])
    }

    /// Curl also reads file bodies from their files; `nil` when the bytes between them
    /// are too long for a command.
    private static func streamed(
        _ source: BodySource, _ request: WireRequest, _ lines: [String], _ names: inout SecretNames
    ) -> String? {
        let inMemory = source.pieces.reduce(0) { if case .bytes(let bytes) = $1 { $0 + bytes.count } else { $0 } }
        guard inMemory <= longestEscaped else { return nil }
        let contentType = request.headers["Content-Type"] ?? ""
        let commands = source.stretches.map { piece -> String in
            switch piece {
            case .bytes(let bytes): return names.maskBody(bytes, contentType: contentType, secret: request.secretFields).printf
            case .file(let slice):
                return "tail -c +\(slice.offset + 1) \(ShellWord(noOption(slice.path)).quoted) | head -c \(slice.count)"
            }
        }
        return "{ " + commands.joined(separator: "; ") + "; } |\n" + joined(lines + ["--data-binary @-"])
    }

    private static func noOption(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

    private static func connection(_ request: WireRequest, _ names: inout SecretNames) -> [String] {
        let (connection, timeouts, standard) = (request.connection, request.timeouts, Timeouts())
        var words: [String] = []
        func appendOption(_ option: String, _ value: String) { words.append("\(option) \(ShellWord(value).quoted)") }
        if connection.insecure { words.append("-k") }
        if let file = connection.caFile { appendOption("--cacert", file) }
        if let file = connection.clientCertificateFile { appendOption("--cert", file) }
        if let file = connection.clientKeyFile { appendOption("--key", file) }
        if let proxy = connection.proxy?.reveal() { words.append("-x \(names.maskURL(URI(proxy)).quoted)") }
        if let path = connection.unixSocket { appendOption("--unix-socket", path) }
        for text in connection.connectTo { appendOption("--connect-to", text) }
        if let authentication = connection.authentication {
            if let signature = authentication.signature {
                appendOption("--aws-sigv4", signature)
            } else {
                words.append("--\(authentication.name)")
            }
            let (user, password) = authentication.credentials
            words.append("-u \((ShellWord(user + ":") + names.maskSecret(password, "PASSWORD")).joined.quoted)")
        }
        if timeouts.connect != standard.connect, let time = timeouts.connect { appendOption("--connect-timeout", seconds(time)) }
        if timeouts.idle != standard.idle, let time = timeouts.idle {
            words.append("--speed-limit 1 --speed-time \(max(1, Int(time / .seconds(1))))")
        }
        if timeouts.total != standard.total, let time = timeouts.total { appendOption("--max-time", seconds(time)) }
        return words.isEmpty ? [] : [words.joined(separator: " ")]
    }

    private static func seconds(_ time: Duration) -> String {
        let milliseconds = max(1, Int(time / .milliseconds(1)))
        let fraction = milliseconds % 1_000
        return "\(milliseconds / 1_000)" + (fraction == 0 ? "" : ".\(String(fraction + 1_000).dropFirst())")
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: " \\\n  ") }
}
