// `explorer example`: a body for an endpoint, the same that its form on the screen begins with.

import ArgumentParser
import Foundation
import Workbench

struct ExampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "Print an example of the body that an endpoint takes.",
        discussion: """
            explorer example openapi.json createItem > body.json
            explorer example openapi.json createItem --full | explorer send openapi.json createItem -d @-

            The command prints the same body as the form on the screen: the description's own example, or one made from the schema. \
            For a form it is a JSON object of its fields, which -d takes. Exit code 65: the endpoint has no body, or no example.
            """)

    @Argument(help: "A description: a file, a URL, or - for standard input.", completion: .file()) var source: String
    @Argument(help: "An endpoint of the description.", completion: ShellCompletion.completionKind(.endpoint)) var endpoint: String
    @Flag(help: "All fields, not only those that are required or have an example.") var full = false
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func run() async throws {
        let interrupts = InterruptHandler()
        defer { withExtendedLifetime(interrupts) {} }
        let call = try EndpointCall(endpoint, in: try await ChosenSource(source, network).openSource(network.openClient()))
        let text = try call.makeExample(isFull: full)
        // On a terminal, control characters become visible; a file or a pipe gets the text unchanged.
        Output.write((CommandContext.hasTerminalOutput ? Visible.escape(text) : text) + "\n")
    }
}
