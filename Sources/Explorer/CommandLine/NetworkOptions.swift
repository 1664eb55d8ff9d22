// The options of every command that sends requests.

import ArgumentParser
import Foundation
import NetLayer
import Workbench
import Workspace

struct NetworkOptions: ParsableArguments {
    @Option(
        name: [.customShort("H"), .long], help: ArgumentHelp("Send this header with every request.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send credentials to this server too, although it is not the API's own. Repeat it for several servers.",
            valueName: "origin"))
    var sendCredentialsTo: [String] = []

    @Flag(help: "Send nothing that may change something: only GET, HEAD, OPTIONS, TRACE and QUERY.")
    var readOnly = false

    @Option(
        help: ArgumentHelp(
            "Agree beforehand to requests that may change something in this environment, which has 'guard: confirm'. Repeat it for several.",
            valueName: "environment"), completion: ShellCompletion.completionKind(.environment))
    var confirm: [String] = []

    @Option(help: ArgumentHelp("Send requests here instead of the description's servers.", valueName: "url"))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Seconds for one attempt, up to the last byte of the body; 0: no limit. Default: 60; for streaming responses, 60 without data.",
            valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "The largest body, compressed and decompressed: bytes, or with K, M or G. Default: 256M, 1G on the screen, no limit for send.",
            valueName: "size"),
        transform: Self.parseSize)
    var maxBody: Int?

    @Option(
        help: ArgumentHelp("Trust the certificates in this file (PEM) instead of the system's.", valueName: "file"),
        completion: .file())
    var cacert: String?

    @Option(help: ArgumentHelp("Show this client certificate (PEM).", valueName: "file"), completion: .file())
    var cert: String?

    @Flag(help: "Accept any certificate. Dangerous: attackers in between can read and change everything.")
    var insecure = false

    @Option(help: ArgumentHelp("Go through this proxy, for example socks5h://127.0.0.1:9050.", valueName: "url"))
    var proxy: String?

    @Option(help: ArgumentHelp("Connect to this Unix socket instead of the URL's host.", valueName: "file"), completion: .file())
    var unixSocket: String?

    @Option(
        help: ArgumentHelp(
            "Retry temporary failures up to this number of times. Default: one attempt at each service.",
            valueName: "n"))
    var retry: Int?

    @Option(
        help: ArgumentHelp(
            "Where a JSON response has its success code, and which codes mean success; then where its message is: '/errcode=0,200 /msg'. Any other code is a failure.",
            valueName: "rule"),
        transform: BusinessCode.option)
    var business: BusinessCode?

    @Option(
        help: ArgumentHelp("The API of a workspace that has several.", valueName: "name"),
        completion: ShellCompletion.completionKind(.api))
    var api: String?

    @Option(
        help: ArgumentHelp("The environment of a workspace; its first is the default.", valueName: "name"),
        completion: ShellCompletion.completionKind(.environment))
    var env: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Switch to the next service when one fails. Default for workspaces; not for descriptions, whose servers may be environments."
    )
    var failover: Bool?

    @Flag(
        help: "Read referenced files of a description from any server. Default: only from the description's own server.")
    var remoteRefs = false

    @Option(help: ArgumentHelp("The most requests in flight.", valueName: "n"))
    var maxRequests: Int = 64

    @Option(help: ArgumentHelp("The most requests in flight to one host.", valueName: "n"))
    var maxPerHost: Int = 16

    @Option(
        help: ArgumentHelp("Add the log of all requests to this file, secrets masked.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp(
            "error: failed requests; warning: also those that succeeded after a failed attempt; info: each attempt and end; debug: also headers and bodies. Default: info.",
            valueName: "level"))
    var logLevel: LogChoice.Level?

    func validate() throws {
        // The message does not repeat the typed text: it may be secret.
        if let wrong = header.firstIndex(where: { headerField($0) == nil }) {
            throw ValidationError("Header \(wrong + 1) of -H is not a header; write it as 'Name: value'.")
        }
        if let base, !URI(base).isAbsoluteHTTP {
            throw ValidationError("--base '\(URI(base))' is not an http or https URL with a host.")
        }
        if let wrong = sendCredentialsTo.first(where: { !URI($0).isAbsoluteHTTP }) {
            throw ValidationError("--send-credentials-to '\(URI(wrong))' is not an http or https URL with a host.")
        }
        guard (0..<1e6).contains(timeout ?? 0) else { throw ValidationError("--timeout takes seconds from 0 to 999999.") }
        guard (0...100).contains(retry ?? 0) else { throw ValidationError("--retry takes a number from 0 to 100.") }
        guard maxRequests >= 1, maxPerHost >= 1 else {
            throw ValidationError("--max-requests and --max-per-host take a number from 1.")
        }
        guard log != "" else { throw ValidationError("--log has no file: write its name, for example --log calls.log.") }
        guard logLevel == nil || log != nil else {
            throw ValidationError("--log-level needs the log's file: --log FILE.")
        }
    }

    /// The settings from the options.
    var settings: NetworkSettings {
        var settings = NetworkSettings(userAgent: "explorer/\(ExplorerCommand.version)")
        settings.headers = Headers(header.compactMap(headerField))
        settings.agreedOrigins = Set(sendCredentialsTo.map { URI($0).origin })
        settings.guards = CommandContext.current.guards
        if readOnly { settings.guards.makeReadOnly() }
        settings.confirmedEnvironments = Set(confirm)
        settings.base = base
        if let timeout { settings.timeouts = Timeouts(total: timeout > 0 ? .seconds(timeout) : nil) }
        settings.maxBody = maxBody
        settings.connection.caFile = cacert
        settings.connection.clientCertificateFile = cert
        settings.connection.insecure = insecure
        settings.connection.proxy = proxy.map { Secret($0) }
        settings.connection.unixSocket = unixSocket
        settings.retries = retry
        settings.business = business
        (settings.api, settings.environment) = (api, env)
        settings.failsOver = failover
        settings.allowsNetworkReferences = remoteRefs
        (settings.mostRequests, settings.mostPerHost) = (maxRequests, maxPerHost)
        settings.log = log.map { LogChoice(path: $0, level: logLevel ?? .info) }
        return settings
    }

    private func headerField(_ line: String) -> HeaderField? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = String(line[..<colon])
        guard HTTPMethod(rawValue: name).isValid else { return nil }
        return HeaderField(name, String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
}

extension NetworkOptions {
    /// Bytes, from 1 to 1 PiB.
    private static func parseSize(_ text: String) throws -> Int {
        let units: [Character: Int] = ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.lowercased())] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), (1...1 << 50).contains(number),
            case let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1), !isTooMuch, bytes <= 1 << 50
        else { throw ValidationError("'\(text)' is not a size: write bytes, or 500K, 20M, 2G.") }
        return bytes
    }
}

extension BusinessCode {
    fileprivate static func option(_ text: String) throws -> BusinessCode {
        guard let rule = BusinessCode(line: text) else {
            throw ValidationError("'\(text)' is not a rule: write it like '/errcode=0,200 /msg', with JSON pointers.")
        }
        return rule
    }
}

extension LogChoice.Level: ExpressibleByArgument {}
