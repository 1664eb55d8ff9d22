// `explorer send`: one request without a screen.

import ArgumentParser

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send one request and print the response's body.",
        discussion: """
            explorer send openapi.json getItem -p id=5     an endpoint of a description: its id, "METHOD PATH", or a clear part of either
            explorer send GET https://example.com/items    a request by hand
            explorer send https://example.com/items        the same: without a method it is GET
            """)

    @OptionGroup var request: RequestArguments
    @OptionGroup var response: ResponseOptions
    @OptionGroup var watching: ContractOption

    func run() async throws {
        let network = request.network
        let history = CommandHistory()
        let client = try network.openClient(history: history.recorder)
        let interrupts = InterruptHandler()
        let target = try await request.makeListTarget(client)
        let check = watching.check(target.contract)
        try await response.send(target, network, client, history, interrupts, check: check)
    }
}
