// A source that is read again and again while a program stays open: the workspace first, then the description.

import Catalog
import NetLayer
import Synchronization
import Workspace

/// A source as it was read last. A reading that fails changes nothing.
public final class SourceReader: Sendable {
    private struct State {
        var source: ChosenSource
        /// The description as it was read last; `nil` before the first time.
        var description: APIDescription?
        /// The workspace's file when it was read last.
        var file: FileIdentity?
    }

    private let state: Mutex<State>

    public init(_ source: ChosenSource) {
        state = Mutex(State(source: source, file: Self.identity(of: source)))
    }

    /// The first time the workspace is what the user was asked about; from then on it is read again as well.
    /// - Parameter remoteReferences: whether references may lead anywhere in the network.
    public func read(_ client: NetClient, remoteReferences: Bool) async throws(LoadError) -> OpenedSource {
        let last = state.withLock { $0 }
        let file = Self.identity(of: last.source)
        let source = last.description == nil && file == last.file ? last.source : try last.source.reread()
        var opened: OpenedSource
        do throws(LoadError) {
            opened = try await source.loadOrSaved(client, remoteReferences: remoteReferences)
        } catch {
            // A server that does not answer now is no reason to do without what was just written.
            guard let description = last.description, file != last.file else { throw error }
            opened = source.keeping(description, because: error)
        }
        if last.description != nil, source.directives != last.source.directives {
            opened = opened.noting("Other directives count from the next start")
        }
        state.withLock { $0 = State(source: source, description: opened.description, file: file) }
        return opened
    }

    private static func identity(of source: ChosenSource) -> FileIdentity? {
        (source.workspace?.file.path).flatMap { FileIdentity($0) }
    }
}
