// The options of every command that sends requests.

import ArgumentParser
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

struct NetworkOptions: ParsableArguments {
    @Option(
        name: [.customShort("H"), .long], help: ArgumentHelp("Send this header with every request.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send credentials to this server too, where a request does not go to the API's own. More than once for several.",
            valueName: "origin"))
    var sendCredentialsTo: [String] = []

    @Option(help: ArgumentHelp("Send requests here instead of the description's servers.", valueName: "url"))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Seconds that one attempt may take, to the last byte of the body; 0 is no limit. Without this 60, and what is written or shown as it comes may take as long as it does not pause for 60.",
            valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Take no more of a body than this, before and after it is unpacked: bytes, or with K, M or G. Without this 256M, 1G on the screen, no limit for send.",
            valueName: "size"),
        transform: Self.size)
    var maxBody: Int?

    @Option(
        help: ArgumentHelp("Trust the certificates in this file (PEM) instead of the system's.", valueName: "file"),
        completion: .file())
    var cacert: String?

    @Option(help: ArgumentHelp("Show this client certificate (PEM).", valueName: "file"), completion: .file())
    var cert: String?

    @Flag(help: "Accept any certificate. Dangerous: anyone in between can read and change everything.")
    var insecure = false

    @Option(help: ArgumentHelp("Go through this proxy, for example socks5h://127.0.0.1:9050.", valueName: "url"))
    var proxy: String?

    @Option(help: ArgumentHelp("Connect to this Unix socket instead of the URL's host.", valueName: "file"), completion: .file())
    var unixSocket: String?

    @Option(
        help: ArgumentHelp(
            "Send a request again, so often, when it failed in a way that may pass. Without this a request goes once to each of several services.",
            valueName: "n"))
    var retry: Int?

    @Option(
        help: ArgumentHelp(
            "Where a JSON answer says success, and with which codes; then where its words stand: '/errcode=0,200 /msg'. Any other code is a failure.",
            valueName: "rule"),
        transform: BusinessCode.option)
    var business: BusinessCode?

    @Option(help: ArgumentHelp("The API of a workspace that has several.", valueName: "name"), completion: Completing.kind(.api))
    var api: String?

    @Option(
        help: ArgumentHelp("The environment of a workspace; its first is the default.", valueName: "name"),
        completion: Completing.kind(.environment))
    var env: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Leave a service that breaks for the next. Workspaces do; the servers of a description may be stages, so they do not."
    )
    var failover: Bool?

    @Flag(
        help: "Read files that a description refers to anywhere in the network. Without this only those where it is from itself.")
    var remoteRefs = false

    @Option(help: ArgumentHelp("Requests in the air at once.", valueName: "n"))
    var maxRequests: Int = 64

    @Option(help: ArgumentHelp("Requests in the air at once for one host.", valueName: "n"))
    var maxPerHost: Int = 16

    func validate() throws {
        // What was typed is not repeated: it may be a secret.
        if let wrong = header.firstIndex(where: { headerField($0) == nil }) {
            throw ValidationError("Header \(wrong + 1) of -H is not one; write it as 'Name: value'.")
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
    }

    var headers: Headers { Headers(header.compactMap(headerField)) }

    /// Other origins than the API's that may have its credentials.
    var agreedOrigins: Set<String> { Set(sendCredentialsTo.map { URI($0).origin }) }

    var timeouts: Timeouts { timeout.map { Timeouts(total: $0 > 0 ? .seconds($0) : nil) } ?? .byPolicy }

    var connection: ConnectionOptions {
        var options = ConnectionOptions()
        options.caFile = cacert
        options.clientCertificateFile = cert
        options.insecure = insecure
        options.proxy = proxy.map { Secret($0) }
        options.unixSocket = unixSocket
        return options
    }

    /// What the screen gives every request.
    var defaults: RequestDefaults {
        var defaults = RequestDefaults(timeouts: timeouts, connection: connection, retries: retry ?? 0, generator: generator)
        defaults.allowsNetworkReferences = remoteRefs
        defaults.agreedOrigins = agreedOrigins
        defaults.maxBody = maxBody
        defaults.mostPerHost = min(maxPerHost, maxRequests)
        return defaults
    }

    var service: Service? { base.map { Service(name: URI($0).host ?? "base", baseURL: URI($0)) } }

    var generator: RequestGenerator {
        var headers = headers
        if headers.first("User-Agent") == nil { headers.add(HeaderField("User-Agent", "explorer/\(ExplorerCommand.version)")) }
        return RequestGenerator(commonHeaders: headers)
    }

    /// - Parameter keeping: it is for somebody who stays, and who is told what cannot be kept: cookies go back, and answers and tokens may be
    ///   stored, in files of the user's own where he has a home.
    /// - Parameter history: records the calls that it has marked.
    func client(keeping onProblem: (@Sendable (String) -> Void)? = nil, history: HistoryRecorder? = nil) -> NetClient {
        CurlTransport.raiseOpenFileLimit()
        var (cookies, cache, accounts) = (CookieJar?.none, ResponseCache?.none, Accounts())
        if let onProblem {
            let paths = Paths(environment: ProcessInfo.processInfo.environment)
            // What is only the user's lies in a folder that is only his.
            if paths.cookies != nil { Self.makeFolder(paths.state, onProblem) }
            cookies = CookieJar(file: paths.cookies, onProblem: { onProblem("Cookies cannot be kept: \($0)") })
            cache = ResponseCache(disk: paths.answers.map { DiskCache(folder: $0) })
            if let tokens = paths.tokens { accounts = Accounts(tokens: FileTokenStore(path: tokens)) }
        }
        var behaviour = ClientBehaviour()
        if let history { behaviour.hooks = [history] }
        let client = NetClient(
            transport: CurlTransport(), generator: generator,
            limits: DispatchLimits(total: maxRequests, perHost: maxPerHost), keepEnded: 10_000,
            // The screen gives each request a policy of its own.
            policies: CallPolicies(retry: retry.flatMap { $0 > 0 ? RetryPolicy(attempts: $0 + 1) : nil }), behaviour: behaviour,
            accounts: accounts, cookies: cookies, cache: cache)
        history?.attach(client)
        return client
    }

    private static func makeFolder(_ path: String, _ onProblem: (String) -> Void) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            onProblem("Cookies and logins are not kept: \(path) cannot be made")
        }
    }

    /// The pool with its connections as they are asked for, and with failover where it is declared or asked for.
    func equipped(_ pool: ServicePool) -> ServicePool {
        var services = pool.services
        for index in services.indices { services[index].connection = services[index].connection.overlaid(by: connection) }
        let options = pool.failover?.options ?? (failover == true && services.count > 1 ? FailoverOptions() : nil)
        guard let options, failover != false else {
            // The first that there is here: nobody else would leave one without an address.
            return pool.with(services: services, active: pool.present.first ?? 0)
        }
        return pool.with(services: services, failover: FailoverController(services, options: options))
    }

    /// The request that is only shown: to the service that its plan names, else to the first that there is.
    /// - Throws: the exit code of what cannot be sent, which is said.
    func wireRequest(of plan: RequestPlan, on pool: ServicePool) throws -> WireRequest {
        let named = pool.services.first { $0.name == plan.destination.service }
        let first = pool.present.first.map { pool.services[$0] } ?? pool.services.first
        do throws(NetError) {
            let request = try generator.request(for: plan, on: (named ?? first)?.standing(in: pool.environment))
            request.withheld?.sayWithheld(plan.id)
            return request
        } catch {
            Complaint.write(Failure(error) ?? Failure(title: error.detail, detail: "", hint: ""))
            throw ExitCode.usage
        }
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
    private static func size(_ text: String) throws -> Int {
        let units: [Character: Int] = ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.lowercased())] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), (1...1 << 50).contains(number),
            case let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1), !isTooMuch, bytes <= 1 << 50
        else { throw ValidationError("'\(text)' is no size: write bytes, or 500K, 20M, 2G.") }
        return bytes
    }
}

extension BusinessCode {
    fileprivate static func option(_ text: String) throws -> BusinessCode {
        guard let rule = BusinessCode(line: text) else {
            throw ValidationError("'\(text)' is no rule: write it like '/errcode=0,200 /msg', with JSON pointers.")
        }
        return rule
    }
}
