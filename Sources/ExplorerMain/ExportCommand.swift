// `explorer export`: a request written down for another program, instead of sent.

import ArgumentParser
import Explorer
import NetLayer

struct ExportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case curl }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a request as a command line for curl.",
        discussion: """
            explorer export openapi.json getItem -p id=5 --as curl
            explorer export GET https://example.com/items --as curl

            Secrets are printed as shell variables: set those, or use --reveal. Nothing is sent, but for a description that is a URL.
            """)

    @OptionGroup var request: RequestArguments
    @Option(name: .customLong("as"), help: "curl: a line for a POSIX shell.") var format = Format.curl
    @Flag(help: "curl shows the first answer instead of following redirects.") var noFollow = false
    @Flag(help: "Print secrets as they are.") var reveal = false

    func run() async throws {
        let network = request.network
        let (plan, pool) = try await request.target(network.client())
        let named = pool.services.first { $0.name == plan.destination.service }
        let service = (named ?? pool.services.first)?.standing(in: pool.environment)
        let wire: WireRequest
        do throws(NetError) {
            wire = try network.generator.request(for: plan, on: service)
        } catch {
            Complaint.write(Failure(error) ?? Failure(title: error.detail, detail: "", hint: ""))
            throw ExitCode.usage
        }
        switch format {
        case .curl: Output.write(CurlLine.text(wire, followsRedirects: !noFollow, revealsSecrets: reveal) + "\n")
        }
    }
}
