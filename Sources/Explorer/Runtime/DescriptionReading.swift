// Reads the description, and reads it again when one of its files changes, or on request. The
// screen continues meanwhile.

import Catalog
import Foundation
import NetLayer
import Screen
import Synchronization
import Workbench
import Workspace

/// One read at a time; requests during a read lead to one more read.
public final class DescriptionReading: Sendable {
    public typealias Read = @Sendable () async throws(LoadError) -> OpenedSource

    /// Other consequences of a read, beside the reports to the screen.
    public struct Hooks: Sendable {
        /// Receives the outcome of each read: the exit code of a failure.
        var ended: @Sendable (Int32?) async -> Void
        /// Receives the workspace that was read again.
        var taken: @Sendable (WorkspaceFile, WorkspaceAPI) -> Void
        /// Stores the user's agreement.
        var agreed: @Sendable (TrustRequest) throws(WriteError) -> Void

        public init(
            ended: @escaping @Sendable (Int32?) async -> Void = { _ in },
            taken: @escaping @Sendable (WorkspaceFile, WorkspaceAPI) -> Void = { _, _ in },
            agreed: @escaping @Sendable (TrustRequest) throws(WriteError) -> Void = { _ in }
        ) {
            self.ended = ended
            self.taken = taken
            self.agreed = agreed
        }
    }

    private struct State {
        var read: Read?
        var hooks = Hooks()
        /// Why it cannot be read again.
        var whyOnce: String?
        var description: APIDescription?
        var files: [String] = []
        /// The workspace's own file, watched whatever files the description has.
        var workspace: [String] = []
        /// The user has requested the next read: it is reported even when nothing has changed.
        var isAsked = false
        var isWatching = true
        /// Whether references may lead anywhere in the network; `nil` before the user changes it.
        var allowsNetwork: Bool?
        var reading: Task<Void, Never>?
        var isAskedAgain = false
        var isStopped = false
    }

    private let inbox: Inbox
    /// The name of the API that is read, where the screen has several.
    private let api: String?
    private let state = Mutex(State())
    private let watch: FileWatch
    private let signal = Signal()

    /// Lets the watch refer to this object, which is created after it.
    private final class Signal: Sendable {
        let reading = Mutex<(@Sendable () -> Void)?>(nil)
        func fire() { reading.withLock { $0 }?() }
    }

    /// - Parameter api: the name of the API that is read, where the screen has several.
    public init(inbox: Inbox, api: String? = nil) {
        self.inbox = inbox
        self.api = api
        watch = FileWatch { [signal] in signal.fire() }
        signal.reading.withLock { $0 = { [weak self] in self?.again() } }
    }

    /// Whether references may lead anywhere in the network; `nil` before the user changes it in this session.
    public var allowsNetwork: Bool? { state.withLock { $0.allowsNetwork } }

    /// Reads for the first time.
    /// - Parameters:
    ///   - place: the place of the description. A file is watched even before it is a valid description.
    ///   - workspace: the workspace's file, which is watched as well.
    ///   - hooks: other consequences of a read.
    public func begin(from place: Source, workspace: String? = nil, hooks: Hooks = Hooks(), _ read: @escaping Read) {
        let counted: Read = { () async throws(LoadError) in
            do throws(LoadError) {
                let outcome = try await read()
                await hooks.ended(nil)
                return outcome
            } catch {
                await hooks.ended(error.exitCode)
                throw error
            }
        }
        state.withLock { state in
            state.read = counted
            state.hooks = hooks
            state.workspace = workspace.map { [$0] } ?? []
            state.whyOnce = place == .standardInput ? "standard input can be read only once" : nil
            if case .file(let path) = place { state.files = [PercentCoding.decode(FileReading.location(of: path).path)] }
        }
        follow()
        again()
    }

    func obey(_ order: DescriptionOrder) {
        switch order {
        case .reload:
            if let reason = state.withLock({ $0.description == nil ? nil : $0.whyOnce }) {
                post(.failedToReread(Failure(title: reason, detail: "", hint: "")))
            } else {
                state.withLock { $0.isAsked = true }
                again()
            }
        case .agree(let wish):
            do throws(WriteError) {
                try state.withLock { $0.hooks }.agreed(wish)
                obey(.reload)
            } catch {
                post(.failedToReread(Failure(error)))
            }
        case .watch(let isOn):
            state.withLock { $0.isWatching = isOn }
            follow()
        case .network(let isAllowed):
            state.withLock { $0.allowsNetwork = isAllowed }
            obey(.reload)
        }
    }

    private func post(_ event: SourceEvent) { inbox.post(Event.source(event).of(api)) }

    /// Ends all reads and watches.
    public func stop() {
        let reading = state.withLock { state in
            defer { state.reading = nil }
            state.isStopped = true
            return state.reading
        }
        reading?.cancel()
        watch.stop()
    }

    /// The place first: the notice line is short, and a user who has just saved the file knows its name.
    private static func brief(_ error: LoadError) -> Failure {
        guard let refusal = error.refusal else { return error.failure }
        let line = refusal.line.map { "line \($0): " } ?? ""
        return Failure(title: line + refusal.message, detail: refusal.source, hint: refusal.hint)
    }

    /// Whether one of the files was written since; a time in the future does not count.
    private static func changed(_ files: [String], since began: Date) -> Bool {
        let now = Date()
        return files.contains { path in
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            return (facts?[.modificationDate] as? Date).map { began < $0 && $0 <= now } ?? false
        }
    }

    private func follow() {
        let files = state.withLock { $0.isWatching && !$0.isStopped && $0.whyOnce == nil ? $0.files + $0.workspace : [] }
        watch.follow(files)
    }

    private func again() {
        state.withLock { state in
            guard !state.isStopped, let read = state.read else { return }
            guard state.reading == nil else {
                state.isAskedAgain = true
                return
            }
            state.reading = Task.detached { [self] in
                await take(read)
                let isAskedAgain = self.state.withLock { state in
                    defer { state.isAskedAgain = false }
                    state.reading = nil
                    return state.isAskedAgain
                }
                if isAskedAgain { again() }
            }
        }
    }

    private func take(_ read: Read) async {
        let began = Date()
        let isAsked = state.withLock { state in
            defer { state.isAsked = false }
            return state.isAsked
        }
        do throws(LoadError) {
            let outcome = try await read()
            // It may consist of other files now.
            let old = state.withLock { state in
                defer { (state.description, state.files) = (outcome.description, outcome.description.files) }
                return state.description
            }
            follow()
            let work = outcome.workspace.map { WorkspaceWork($0.api) }
            let event: SourceEvent =
                old.map {
                    .reread(
                        outcome.description, outcome.pool, outcome.description.changes(since: $0), workspace: work,
                        isAsked: isAsked)
                } ?? .described(outcome.description, outcome.pool)
            guard !state.withLock({ $0.isStopped }) else { return }
            if old != nil, let (file, api) = outcome.workspace { state.withLock { $0.hooks }.taken(file, api) }
            inbox.post([Event.source(event).of(api)] + (outcome.note.map { [.report(.warned($0))] } ?? []))
            // Files that were saved during the read were not watched yet.
            let workspace = state.withLock { $0.workspace }
            if state.withLock({ $0.isWatching && $0.whyOnce == nil }),
                Self.changed(outcome.description.files + workspace, since: began)
            {
                again()
            }
        } catch {
            let isFirst = state.withLock { $0.description == nil }
            // A question without a user's action would take keys that were meant for something else.
            if let wish = error.trustRequest, isAsked { return post(.wantsTrust(wish)) }
            post(isFirst ? .failedToDescribe(error.failure) : .failedToReread(Self.brief(error)))
        }
    }
}

extension APIDescription {
    /// The places that are files.
    fileprivate var files: [String] { locations.filter { $0.scheme == "file" }.map { PercentCoding.decode($0.path) } }
}
