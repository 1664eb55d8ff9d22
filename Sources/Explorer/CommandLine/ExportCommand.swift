// `explorer export`: writes a request in another program's format instead of sending it.

import ArgumentParser
import Foundation
import NetLayer
import RequestFiles
import Workbench
import Workspace

struct ExportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case curl, http, har, openapi }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a request for another program: a line for curl, a .http file, an archive, OpenAPI.",
        discussion: """
            explorer export openapi.json getItem -p id=5 --as curl
            explorer export openapi.json getItem -p id=5 --as http -o item.http
            explorer export GET https://example.com/items --as har

            Secrets are printed as variables: set them, or use --reveal. The request is not sent; only a description with a URL is fetched.
            """)

    @OptionGroup var request: RequestArguments
    @Option(
        name: .customLong("as"),
        help:
            "curl: a line for a POSIX shell. http: a block of a .http file. har: an HTTP archive. openapi: a description of this request alone."
    )
    var format = Format.curl
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write it to this file instead of standard output.", valueName: "file"))
    var output: String?
    @Flag(help: "Do not follow redirects, if the format can express it.") var noFollow = false
    @Flag(help: "Print secrets unmasked.") var reveal = false

    func run() async throws {
        let network = request.network
        let client = try network.openClient()
        let (plan, pool) = try await request.target(client)
        if let added = client.addedCredential(to: plan, on: pool) {
            StandardError.write(
                "explorer: warning: the export lacks the \(added), which explorer adds when it sends; send it with 'explorer send'"
            )
        }
        try write(try formatRequest(network.shownRequest(of: plan, on: pool), plan))
    }

    private func formatRequest(_ wire: WireRequest, _ plan: RequestPlan) throws -> String {
        // A request by hand shows its path only: the rest of the URL may be secret.
        let title = URI(plan.path).isAbsoluteHTTP ? "\(plan.method) \(URI(wire.url.description).path)" : "\(plan)"
        let follows = plan.followsRedirects && !noFollow
        switch format {
        case .curl: return CurlLine.makeCommand(wire, followsRedirects: follows, revealsSecrets: reveal) + "\n"
        case .http: return HTTPFileText.makeBlock(wire, title: title, followsRedirects: follows, revealsSecrets: reveal)
        case .har:
            let date = Date.now.formatted(.iso8601)
            return HARText.makeArchive(
                wire, comment: title, date: date, version: ExplorerCommand.version, revealsSecrets: reveal)
        case .openapi:
            guard let text = OpenAPISnippet.makeDescription(wire, path: plan.path, title: title, revealsSecrets: reveal) else {
                throw Refusal(
                    usage: "OpenAPI 3.1 does not support the method \(wire.method)", ["Use --as curl, --as http or --as har."])
            }
            return text
        }
    }

    private func write(_ text: String) throws {
        guard let output else {
            // On a terminal, control characters become visible; a file or a pipe gets the text unchanged.
            return Output.write(CommandContext.hasTerminalOutput ? Visible.escape(text) : text)
        }
        try Output.write(text, toFile: output, isPrivate: reveal)
    }
}
