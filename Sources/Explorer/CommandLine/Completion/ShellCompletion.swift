// The shell's Tab completion for `explorer`: endpoints and parameters of the description on the line, the
// saved names of a workspace, ids of the history. It uses no network, runs nothing, reads no secret, prints
// no message, and gives up after a second.

import ArgumentParser
import Catalog
import Dispatch
import Foundation
import History
import NetLayer
import RequestFiles
import Workbench
import Workspace

enum ShellCompletion {
    /// The kind of word to complete.
    enum Subject: Sendable { case endpoint, parameter, api, environment, service, pastRequest }

    static func completionKind(_ subject: Subject) -> CompletionKind {
        .custom { words, index, _ in await lines(subject, words, index) }
    }

    private static func lines(_ subject: Subject, _ words: [String], _ index: Int) async -> [String] {
        silenceProcess()
        let shell = CompletionShell.requesting
        let version = CompletionShell.requestingVersion?.split(separator: ".").first.flatMap { Int($0) } ?? 0
        let line = TypedLine(words, index, isPlain: shell == .fish && version < 4)
        return Candidate.lines(await candidates(subject, line), completing: line, for: shell)
    }

    private static let patience = 1.0

    /// Completion must not disturb the user's line: no error message, no question, no wait.
    private static func silenceProcess() {
        guard CommandContext.io.ownsProcess else { return }
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        if nowhere >= 0 {
            dup2(nowhere, STDIN_FILENO)
            dup2(nowhere, STDERR_FILENO)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { _exit(0) }
    }

    private static func candidates(_ subject: Subject, _ line: TypedLine) async -> [Candidate] {
        if subject == .pastRequest { return await pastRequests() }
        guard let source = line.arguments.first, !TypedRequestReader.methods.contains(source) else { return [] }
        let known = KnownSource(source, line)
        switch subject {
        case .api: return known.workspace?.apis.map { Candidate($0.name) } ?? []
        case .environment:
            if let api = known.api { return api.environments.map { Candidate($0.rawValue) } }
            return await known.description()?.environments.map { Candidate($0) } ?? []
        case .service:
            if let api = known.api { return api.services.map { Candidate($0.name) } }
            return await known.description().map { ServicePool($0).services.map { Candidate($0.name) } } ?? []
        case .endpoint:
            let saved = line.command == "run" ? known.saved : []
            return await saved + (known.description().map { endpoints($0, line.word) } ?? [])
        case .parameter:
            let names = Array(line.arguments.dropFirst())
            if line.command == "run", let api = known.api, names.contains(where: { api.work.items($0) != nil }) {
                return api.variables(in: known.environment).names.map { Candidate("\($0)=") }
            }
            return await known.description().map { parameters(of: names, in: $0, prefixes: line.command == "run") } ?? []
        case .pastRequest: return []
        }
    }

    // MARK: Description

    /// Ids; for a word that begins like a method or a path, methods and paths.
    private static func endpoints(_ description: APIDescription, _ word: String) -> [Candidate] {
        description.endpoints.flatMap { endpoint in
            let call = "\(endpoint.method) \(endpoint.path)"
            let note = endpoint.id == call || endpoint.isNamed ? endpoint.summary : call
            var candidates = [Candidate(endpoint.id, note)]
            guard !word.isEmpty, endpoint.id != call else { return candidates }
            candidates += [Candidate(call, endpoint.summary), Candidate(endpoint.path, endpoint.summary)]
            return candidates
        }
    }

    private static func parameters(of names: [String], in description: APIDescription, prefixes: Bool) -> [Candidate] {
        let found = names.compactMap { name -> EndpointSummary? in
            if case .one(let summary) = description.findEndpoint(name) { summary } else { nil }
        }
        var candidates: [Candidate] = []
        var seen: Set<String> = []
        for endpoint in found {
            guard let operation = description.operation(endpoint.index) else { continue }
            var own = operation.parameters.flatMap(candidates(of:))
            if let saved = operation.saved { own += saved.fields.map { Candidate("\($0.name)=", $0.help) } }
            if prefixes, found.count > 1 { own += own.map { Candidate("\(endpoint.id).\($0.text)", $0.note) } }
            for candidate in own where seen.insert(candidate.text).inserted { candidates.append(candidate) }
        }
        return candidates
    }

    /// The name, and the name with each possible value.
    private static func candidates(of field: ParameterField) -> [Candidate] {
        let need = field.isRequired ? ", required" : ""
        let note = field.description.isEmpty ? "\(field.type)\(need)" : "\(field.type)\(need): \(field.description)"
        return [Candidate("\(field.name)=", note)] + field.choices.map { Candidate("\(field.name)=\($0)") }
    }

    // MARK: History

    private static let newest = 100

    private static func pastRequests() async -> [Candidate] {
        guard let store = try? await OpenHistory.openStore(), let page = try? await store.listEntries(limit: newest) else {
            return []
        }
        return page.entries.map { entry in
            let outcome = entry.status.map(String.init) ?? entry.errorKind ?? entry.state.rawValue
            return Candidate(
                String("\(entry.id)".prefix(12)), "\(outcome) \(entry.method) \(entry.url.isEmpty ? entry.title : entry.url)")
        }
    }
}

/// The source that the line names, as far as local files can show it.
private struct KnownSource {
    let workspace: WorkspaceFile?
    let api: WorkspaceAPI?
    let environment: NetLayer.Environment?
    private let source: Source?

    /// - Parameter text: the source on the line.
    init(_ text: String, _ line: TypedLine) {
        let variables = CommandContext.environment
        let text = text.hasPrefix("~/") ? (variables["HOME"] ?? "") + text.dropFirst() : text
        environment = line.option("--env").map { NetLayer.Environment(rawValue: $0) }
        guard let path = WorkspaceFile.workspacePath(of: text) else {
            (workspace, api, source) = (nil, nil, Source(text))
            return
        }
        // Trusted or not: a Tab key must not resolve values from outside the workspace.
        workspace = try? WorkspaceFile(path, environment: [:])
        let apis = workspace?.apis ?? []
        let name = line.option("--api")
        api = name.map { name in apis.first { $0.name == name } } ?? (apis.count == 1 ? apis[0] : nil)
        source = api?.description
    }

    /// The saved names of the workspace.
    var saved: [Candidate] {
        guard let work = api?.work else { return [] }
        return work.names.map { Candidate($0, work.request($0) == nil ? "chain or group" : "saved request") }
    }

    /// The description, from the disk alone.
    func description() async -> APIDescription? {
        guard case .file? = source, let source else { return nil }
        // This client cannot send anything, not even by mistake.
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        return try? await DescriptionLoader.load(
            source, client: client, cache: ChosenSource.yamlCache(CommandContext.environment))
    }
}
