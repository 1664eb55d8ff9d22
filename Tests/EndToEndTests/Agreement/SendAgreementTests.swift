// 200 operations of real descriptions with random values of a fixed seed, sent once by the screen's model and once by `explorer send`, over
// sockets: the same bytes go out, and the row says the same.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import CommandLine
@testable import NetLayer
@testable import Screen
@testable import Workbench
@testable import Workspace

@Suite(.serialized, .within(minutes: 4), .enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct SendAgreementTests {
    static let seed: UInt64 = 24
    static let descriptions = [
        ("openapi/octokit/api.github.com.json", 40), ("openapi/stripe/spec3.json", 40), ("openapi/box-oas30.json", 30),
        ("openapi/asana-oas30.yaml", 30), ("openapi/twilio/twilio_api_v2010.json", 20), ("openapi/kubernetes-swagger2.json", 20),
        ("openapi/libopenapi/petstorev2.json", 10), ("openapi/libopenapi/petstorev3.json", 10),
    ]

    @Test func thereAreTwoHundred() { #expect(Self.descriptions.map(\.1).reduce(0, +) == 200) }

    @MainActor
    @Test(arguments: descriptions)
    func theScreenAndTheCommandSendTheSame(_ path: String, _ count: Int) async throws {
        let description = try APIDescription.parse(try SharedData.bytes(path), source: path, base: nil)
        let folder = try TemporaryFolder()
        var random = RandomCalls(description, seed: Self.seed, folder: folder)
        let socket = try RecordingSocket()
        defer { socket.stop() }
        let source = SharedData.root.appending(path: path).path
        let options = ["--base", socket.url("/v1"), "--force"]
        let settings = try await SendCommand.request([source, "x"] + options).network
        let opened = ChosenSource(.file(source), settings, variables: [:]).makeOpenedSource(description, note: nil)
        let screen = ScreenSession(opened, settings.client(log: nil), settings, [:])
        let calls = try random.calls(count)
        #expect(calls.count == count)
        for call in calls {
            screen.change { model in
                guard var form = model.newForm(call.endpoint.index) else { return [] }
                call.fill(&form)
                let plan = try? model.plan(form, of: call.endpoint.index)
                return plan.map { model.send($0, page: 1, because: .confirmed) } ?? []
            }
            try #require(await screen.settle(), "\(call.endpoint.path)")
            let shown = try #require(socket.take().last, "\(call.endpoint.path): nothing is sent by the screen")
            let row = try #require(screen.rows.last)

            let values = call.parameters.flatMap { value in value.texts.flatMap { ["-p", "\(value.name)=\($0)"] } }
            let arguments =
                [source, "\(call.endpoint.method) \(call.endpoint.path)", "--send-credentials-to", socket.url("")] + options
                + values + call.body.arguments
            let client = settings.client(log: nil)
            try await send(arguments, opened, client, folder)
            let sent = try #require(socket.take().last, "\(call.endpoint.path): nothing is sent by the command")
            #expect(sent.withPlainBoundary == shown.withPlainBoundary, "\(call.endpoint.method) \(call.endpoint.path)")
            let ended = try #require(client.snapshot().ended.last)
            #expect(
                row
                    == AgreedRow(
                        kind: ended.info.kind.rawValue, name: ended.info.title, parent: nil, state: ended.state.name,
                        status: ended.status, reason: ended.reason))
        }
    }

    /// As `explorer send` does, but for reading the description again.
    private func send(
        _ arguments: [String], _ opened: OpenedSource, _ client: NetClient, _ folder: TemporaryFolder
    ) async throws {
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let io = CommandIO(input: nowhere, output: nowhere, error: nowhere)
        try await CommandContext.$current.withValue(CommandContext([:], io)) {
            let command = try await SendCommand.asyncParse(arguments)
            let target = try command.request.target(in: opened)
            try await command.response.send(target, command.request.network, client, CommandHistory(), InterruptHandler())
        }
    }
}

extension Model {
    /// The plan of a filled form without variables.
    fileprivate func plan(_ form: RequestForm, of index: Int) throws(FormProblem) -> RequestPlan {
        var expansion = expansion
        return try plan(form, of: index, &expansion)
    }
}
