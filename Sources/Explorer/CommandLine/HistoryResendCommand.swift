// `explorer history resend`: sends the request of an entry again, unchanged.

import ArgumentParser
import Foundation
import History
import NetLayer
import Workbench
import Workspace

struct HistoryResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Send an entry's request again, unchanged, and print the response's body.",
        discussion: """
            explorer history resend 4f1c
            explorer history resend 4f1c -i --dry-run
            explorer history resend 4f1c -H "Authorization: Bearer $TOKEN" --send-credentials-to https://api.example.com

            The history has no secrets. A header that was secret comes from the entry's workspace, or from -H; \
            for a server that did not get such a header before, name it with --send-credentials-to. For a request that had \
            a secret in its URL or body, send from its endpoint. The request becomes a new entry; the exit codes are those of 'send'.
            """)

    @Argument(help: "The id of the entry, or its beginning.", completion: ShellCompletion.completionKind(.pastRequest)) var id:
        String
    @OptionGroup var response: ResponseOptions
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func validate() throws {
        guard network.base == nil, network.api == nil, network.environment == nil else {
            throw ValidationError("The entry has its own address: --base, --api and --env are for 'explorer send'.")
        }
    }

    func run() async throws {
        let history = CommandHistory()
        let client = try network.openClient(history: history.recorder)
        let interrupts = InterruptHandler()
        let entry = try await entry()
        var network = network
        (network.api, network.environment) = (
            entry.workspace == nil ? nil : entry.api, entry.workspace == nil ? nil : entry.environment
        )
        let consent = CredentialConsent()
        let target = try target(entry, network, client, consent)
        try await response.send(target, network, client, history, interrupts, consent)
    }

    private func entry() async throws -> HistoryEntry {
        guard let store = try await OpenHistory.openStore() else { throw OpenHistory.unknown(id) }
        let found = try await OpenHistory.findID(id, in: store)
        let entry = try await OpenHistory.reportingErrors { () async throws(HistoryError) in try await store.entry(found) }
        // The recorder of this command writes the new entry.
        await store.close()
        guard let entry else { throw OpenHistory.unknown(id) }
        return entry
    }

    /// The request to its earlier destination, with the workspace's current authentication.
    private func target(
        _ entry: HistoryEntry, _ network: NetworkSettings, _ client: NetClient, _ consent: CredentialConsent
    ) throws -> ListTarget {
        let request = StoredRequest(entry)
        guard var plan = request.plan else { throw refusal(entry, request.reasonForAbsence) }
        // Typed header fields replace the recorded ones.
        for field in network.headers.fields { plan.headers.remove(field.name) }
        // An id names no server, so the user did not choose the destination. Secrets that an endpoint's
        // server received before may go there again; new ones may not, unless it is the workspace's server.
        let known = Set(request.secretFields.map { $0.lowercased() })
        let isNew = network.headers.fields.contains { $0.value.isSecret && !known.contains($0.name.lowercased()) }
        if entry.endpoint != nil, isNew { plan.credentialScope.home = [] }
        let source = try source(entry, network)
        let pool = source?.ownPool ?? ServicePool([])
        let home = pool.services.first { $0.address(in: pool.environment)?.origin == URI(entry.url).origin }
        if let source {
            try source.prepare(&plan, on: pool, service: home?.name)
        } else {
            try network.prepare(&plan, on: pool, service: nil)
        }
        var supplied: Set<String> = []
        if !response.dryRun { try consent.applyAgreement(&plan, on: pool, network) }
        if home != nil, let source, source.logIn(client, for: pool) {
            // The request is signed anew: the fields of its old signature are no part of it.
            let fields = source.signing.map(\.fieldNames) ?? ["Authorization"]
            supplied.formUnion(fields.map { $0.lowercased() })
            if source.signing != nil { for name in fields { plan.headers.remove(name) } }
        }
        let wire = try network.shownRequest(of: plan, on: pool)
        if wire.connection.authentication != nil { supplied.insert("authorization") }
        let missing = request.secretFields.filter { wire.headers.first($0) == nil && !supplied.contains($0.lowercased()) }
        guard missing.isEmpty else {
            let (header, was) = missing.count == 1 ? ("header", "was") : ("headers", "were")
            throw refusal(
                entry, "Its \(header) \(missing.joined(separator: ", ")) \(was) secret, and secrets are not stored",
                "Add \(missing.map { "-H '\($0): …'" }.joined(separator: " ")), or send it from its endpoint")
        }
        return ListTarget(
            plan: plan, pool: pool, frame: source?.frame() ?? HistoryFrame(api: entry.api),
            business: network.business ?? source?.business)
    }

    /// The workspace that sent the request; `nil` without one, and when its file is gone.
    private func source(_ entry: HistoryEntry, _ network: NetworkSettings) throws -> ChosenSource? {
        guard let workspace = entry.workspace, WorkspaceFile.workspacePath(of: workspace) != nil,
            FileManager.default.fileExists(atPath: workspace)
        else { return nil }
        return try ChosenSource(workspace, network)
    }

    /// Explains why the request cannot be sent again unchanged, and names the next step.
    private func refusal(_ entry: HistoryEntry, _ why: String, _ how: String = "Send it from its endpoint") -> Refusal {
        Refusal(
            usage: "the request of '\(id)' cannot be sent again unchanged", ["\(why).", "\(how): \(Self.resendCommand(entry))"])
    }

    /// The command that sends the request from its endpoint, or by hand.
    private static func resendCommand(_ entry: HistoryEntry) -> String {
        guard let endpoint = entry.endpoint else { return "explorer send \(entry.method) URL" }
        guard let workspace = entry.workspace else { return "explorer send DESCRIPTION \(ShellLine.quotedIfNeeded(endpoint))" }
        let options = [("--api", entry.api), ("--env", entry.environment)].map { name, value in
            value.map { " \(name) \(ShellLine.quotedIfNeeded($0))" } ?? ""
        }
        let verb = isSaved(endpoint, api: entry.api, in: workspace) ? "run" : "send"
        return "explorer \(verb) \(ShellLine.quotedIfNeeded(workspace)) \(ShellLine.quotedIfNeeded(endpoint))\(options.joined())"
    }

    /// Whether the workspace has a request of that name; resolves nothing from outside it.
    private static func isSaved(_ name: String, api: String?, in path: String) -> Bool {
        let file = try? WorkspaceFile(path, environment: [:])
        return file?.apis.first { $0.name == api }?.work.request(name) != nil
    }
}
