// What the screen was opened on, read again and again: the workspace first, then the description.

import Catalog
import NetLayer
import Runtime
import Synchronization
import Workspace

/// A source as it was read last. A reading that fails changes nothing.
final class Opening: Sendable {
    private struct State {
        var source: ChosenSource
        /// The description as it was read last; `nil` before the first time.
        var description: APIDescription?
        /// The workspace's file when it was read last.
        var file: FileIdentity?
    }

    private let network: NetworkOptions
    private let state: Mutex<State>

    init(_ source: ChosenSource, _ network: NetworkOptions) {
        self.network = network
        state = Mutex(State(source: source, file: Self.identity(of: source)))
    }

    /// The first time the workspace is what the user was asked about; from then on it is read again as well.
    /// - Parameter remoteReferences: whether references may lead anywhere in the network.
    /// - Returns: what was read, and what the history is told of its requests.
    func read(
        _ client: NetClient, remoteReferences: Bool
    ) async throws(LoadError) -> (DescriptionReading.Outcome, HistoryFrame) {
        let last = state.withLock { $0 }
        let file = Self.identity(of: last.source)
        let source = last.description == nil && file == last.file ? last.source : try last.source.reread(network)
        var outcome: DescriptionReading.Outcome
        do throws(LoadError) {
            outcome = try await source.loadOrSaved(client, network, remoteReferences: remoteReferences)
        } catch {
            // A server that does not answer now is no reason to do without what was just written.
            guard let description = last.description, file != last.file else { throw error }
            outcome = source.keeping(description, network, because: error)
        }
        if last.description != nil, source.directives != last.source.directives {
            outcome.note = [outcome.note, "Other directives count from the next start"].compactMap(\.self).joined(separator: "\n")
        }
        state.withLock { $0 = State(source: source, description: outcome.description, file: file) }
        return (outcome, source.frame(outcome.description.title))
    }

    private static func identity(of source: ChosenSource) -> FileIdentity? {
        (source.workspace?.file.path).flatMap { FileIdentity($0) }
    }
}
