// One request without a screen: the options for its response, and how it is sent and written. The body goes
// to standard output as it arrives, all other text to standard error.

import ArgumentParser
import Foundation
import NetLayer
import Workbench
import Workspace

/// The response options of `send` and `history resend`.
struct ResponseOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("Write the body to this file.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(
        name: [.customShort("i"), .customLong("include")], help: "Print the response's status line and headers before the body.")
    var include = false
    @Flag(help: "Show the first response instead of following redirects.") var noFollow = false
    @Flag(help: "Print secret header values with -i.") var reveal = false
    @Flag(help: "Print the request as it would be sent, secrets masked, and send nothing.") var dryRun = false
    @Flag(help: "Print each task event on standard error, as one JSON object a line.") var events = false

    /// Sends the request and writes its response, or only shows the request.
    /// - Parameter check: of the response; `nil` when the user did not ask for one.
    /// - Throws: the exit code, after reporting the error.
    func send(
        _ target: ListTarget, _ network: NetworkSettings, _ client: NetClient, _ history: CommandHistory,
        _ interrupts: InterruptHandler, _ consent: CredentialConsent = CredentialConsent(), check: ContractCheck? = nil
    ) async throws {
        let pool = target.pool
        var plan = history.marked(target, isStreamed: true)
        if noFollow { plan.followsRedirects = false }
        if dryRun { return try DryRun.write(plan, pool, network, client, title: plan.title) }
        try consent.applyAgreement(&plan, on: pool, network)
        network.warnIfInsecure(plan)
        let printer = events ? EventPrinter(client, [pool]) : nil
        // From here on a signal cancels the work, so that no half-written file remains.
        let work = interrupts.start {
            let bodyCode = BodyCode(target.business)
            return Task { [plan] in try await exchange(plan, pool, client, history.body, bodyCode, check) }
        } cancel: {
            $0.cancel()
        }
        try await work.waitForEnd(printer, history)
    }

    /// Sends the request and writes the response as it arrives. Reports failures, but not a cancellation.
    private func exchange(
        _ plan: RequestPlan, _ pool: ServicePool, _ client: NetClient, _ kept: StreamedBody, _ bodyCode: BodyCode,
        _ check: ContractCheck?
    ) async throws -> ExitCode {
        // Before the request is sent: a request with side effects must not go out if its response
        // cannot be written.
        let file = try Output.openFile(output)
        // An incomplete response replaces no file.
        defer { file?.discard() }
        do throws(NetError) {
            let code = try await streamBody(plan, pool, client, kept, bodyCode, check, to: file)
            return file.flatMap(Output.finish) ?? code
        } catch {
            let code = Task.isCancelled ? .cancelled : ExitCode(error)
            if code != .cancelled { StandardError.write(Failure(error) ?? Failure(title: error.detail, detail: "", hint: "")) }
            return code
        }
    }

    private func streamBody(
        _ plan: RequestPlan, _ pool: ServicePool, _ client: NetClient, _ kept: StreamedBody, _ bodyCode: BodyCode,
        _ check: ContractCheck?, to file: FileReplacement?
    ) async throws(NetError) -> ExitCode {
        let target = file?.descriptor ?? CommandContext.io.output
        let response = try await client.stream(plan, on: pool).value
        kept.begin(response.head)
        if include {
            writeHead(response.head)
        } else if let line = Self.failureLine(response.head), isatty(CommandContext.io.error) == 1 {
            StandardError.write(line)
        }
        var bodyCode = bodyCode
        var watched = check.map { StreamedContract($0, response.head) }
        var body = response.body.makeAsyncIterator()
        // On a terminal, control characters become visible; a file or a pipe gets the body unchanged.
        var visible = isatty(target) == 1 ? VisibleStream() : nil
        while let piece = try await body.next() {
            kept.append(piece)
            bodyCode.append(piece)
            watched?.append(piece)
            Output.write(visible?.escape(piece).utf8.map { $0 } ?? piece, to: target) { file?.discard() }
        }
        kept.finish()
        if let rest = visible?.finish() { Output.write(Array(rest.utf8), to: target) }
        if let coding = client.row(of: response.id)?.exchanges.last?.metrics.undecodedCoding {
            StandardError.write(
                "explorer: warning: the body is not decoded from its coding \(Visible.escape(coding).debugDescription): it is written as it came"
            )
        }
        let code = bodyCode.exitCode(response.head)
        guard let finding = watched?.finish() else { return code }
        finding.write(of: plan.id, response.id, isEvent: events)
        return code.watching([finding])
    }

    /// The status line for users that see only the body; `nil` for a success. Scripts read the exit code.
    static func failureLine(_ head: ResponseHead) -> String? {
        guard head.status >= 400 else { return nil }
        return ["explorer:", head.version, "\(head.status)", head.reason].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func writeHead(_ head: ResponseHead) {
        let fields = head.headers.fields.map { "\($0.name): \(reveal ? $0.value.revealed : $0.value.description)\n" }.joined()
        Output.write(Visible.escape("\(head.version) \(head.status) \(head.reason)\n\(fields)\n"))
    }
}
