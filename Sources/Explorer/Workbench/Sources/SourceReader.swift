// Reads a source repeatedly while the program stays open: the workspace first, then the description.

import Catalog
import NetLayer
import Synchronization
import Workspace

/// A source with the result of its last reading. A reading that fails changes nothing.
public final class SourceReader: Sendable {
    private struct State {
        var source: ChosenSource
        /// The last description; `nil` before the first reading.
        var description: APIDescription?
        /// The identity of the workspace's file at the last reading.
        var file: FileIdentity?
    }

    private let state: Mutex<State>

    public init(_ source: ChosenSource) {
        state = Mutex(State(source: source, file: Self.identity(of: source)))
    }

    /// Reads the source. The first call uses the workspace that the user agreed to; later calls
    /// read it again too.
    /// - Parameter remoteReferences: whether references may lead to any host.
    public func readSource(_ client: NetClient, remoteReferences: Bool) async throws(LoadError) -> OpenedSource {
        let last = state.withLock { $0 }
        let file = Self.identity(of: last.source)
        let source = last.description == nil && file == last.file ? last.source : try last.source.reread()
        var opened: OpenedSource
        do throws(LoadError) {
            opened = try await source.loadDescriptionOrSavedRequests(client, remoteReferences: remoteReferences)
        } catch {
            // The change of the workspace takes effect even if the description's server
            // sends no response now.
            guard let description = last.description, file != last.file else { throw error }
            opened = source.reopened(description, because: error)
        }
        if last.description != nil, source.directives != last.source.directives {
            opened = opened.noting("Other directives take effect at the next start")
        }
        state.withLock { $0 = State(source: source, description: opened.description, file: file) }
        return opened
    }

    private static func identity(of source: ChosenSource) -> FileIdentity? {
        (source.workspace?.file.path).flatMap { FileIdentity($0) }
    }
}
