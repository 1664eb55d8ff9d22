// Reports changes of files. It watches their folders, because editors replace a file by a new one.

import Dispatch
import Glibc
import Synchronization
import Workspace

/// Watches files by inotify, on a queue of its own. On file systems without inotify it reports nothing.
final class FileWatch: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var source: (any DispatchSourceRead)?
        /// The files with their last known identity; `nil` for a missing file.
        var files: [String: FileIdentity?] = [:]
        /// The last components of their paths, and of the targets of their links.
        var names: Set<String> = []
        var folders: [Int32: String] = [:]
        /// The number of the last event: the wait for quiet is for the last event only.
        var generation = 0
        /// The number of events since the last check, which is limited.
        var waiting = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "explorer.files")
    private let quiet: DispatchTimeInterval
    private let changed: @Sendable () -> Void

    /// After this many events, a file that is written continuously is checked without a quiet time.
    private static let mostWaiting = 1_000

    /// - Parameters:
    ///   - quiet: the time without events before a check: saving a file is several events.
    ///   - changed: called on the queue.
    init(quiet: DispatchTimeInterval = .milliseconds(200), changed: @escaping @Sendable () -> Void) {
        self.quiet = quiet
        self.changed = changed
    }

    deinit { stop() }

    /// Watches these files only from now on. A file that was watched before is compared with
    /// its last known identity.
    func follow(_ paths: [String]) {
        state.withLock { state in
            var files: [String: FileIdentity?] = [:]
            for path in paths { files[path] = state.files[path] ?? FileIdentity(path) }
            state.files = files
            if state.descriptor < 0, !paths.isEmpty { open(&state) }
            watchFolders(&state)
        }
        look()
    }

    func stop() {
        let source = state.withLock { state in
            defer { state = State() }
            return state.source
        }
        // Its handler closes the descriptor.
        source?.cancel()
    }

    private func open(_ state: inout State) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.receive() }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        (state.descriptor, state.source) = (descriptor, source)
    }

    /// Watches the folders of the files, and of the targets of their links.
    private func watchFolders(_ state: inout State) {
        guard state.descriptor >= 0 else { return }
        let paths = state.files.keys.flatMap { [$0, Self.real($0)] }
        state.names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
        let wanted = Set(paths.map(Self.folder))
        for (number, folder) in state.folders where !wanted.contains(folder) {
            inotify_rm_watch(state.descriptor, number)
            state.folders[number] = nil
        }
        let known = Set(state.folders.values)
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MOVE_SELF | IN_ONLYDIR
        for folder in wanted where !known.contains(folder) {
            let number = inotify_add_watch(state.descriptor, folder, UInt32(events))
            if number >= 0 { state.folders[number] = folder }
        }
    }

    // MARK: Events

    private func receive() {
        let generation = state.withLock { state -> Int? in
            guard state.descriptor >= 0, read(&state) else { return nil }
            state.generation += 1
            state.waiting += 1
            return state.waiting > Self.mostWaiting ? nil : state.generation
        }
        guard let generation else {
            if state.withLock({ $0.waiting > Self.mostWaiting }) { look() }
            return
        }
        queue.asyncAfter(deadline: .now() + quiet) { [weak self] in
            guard let self, self.state.withLock({ $0.generation == generation }) else { return }
            self.look()
        }
    }

    /// Reads all events; returns whether one of them may concern the files.
    private func read(_ state: inout State) -> Bool {
        var isOurs = false
        let header = MemoryLayout<inotify_event>.size
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = Glibc.read(state.descriptor, &buffer, buffer.count), count >= header {
            var place = 0
            while place + header <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
                let name = buffer[(place + header)..<min(count, place + header + Int(event.len))].prefix { $0 != 0 }
                // The folder was removed or moved: a new folder of that name may appear.
                if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 { state.folders[event.wd] = nil }
                // A folder that appears or disappears may be a part of a watched path.
                let isAnyway = event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF | IN_ISDIR | IN_Q_OVERFLOW) != 0
                if isAnyway || state.names.contains(String(decoding: name, as: UTF8.self)) { isOurs = true }
                place += header + Int(event.len)
            }
        }
        return isOurs
    }

    /// Compares the files with their last known identities.
    private func look() {
        let isNew = state.withLock { state in
            state.waiting = 0
            watchFolders(&state)
            var isNew = false
            for (path, before) in state.files {
                let now = FileIdentity(path)
                if now != before { isNew = true }
                state.files[path] = .some(now)
            }
            return isNew
        }
        if isNew { changed() }
    }

    // MARK: Paths

    private static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
