// What the kernel says of other processes: who has which children, who still runs.

import Foundation

public enum ProcessTable {
    /// A process at one moment.
    public struct Entry: Sendable, Hashable {
        public var id: pid_t
        public var parent: pid_t
        /// The program's name, at most 15 characters.
        public var name: String
        /// `R`, `S`, `T` (stopped), `Z` (ended, not reaped) …
        public var state: Character
    }

    /// `nil` when there is no such process.
    public static func entry(_ id: pid_t) -> Entry? {
        // The process may end at any moment: a file that is gone is an answer.
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: close)...].split(separator: " ")
        guard rest.count > 1, let parent = pid_t(rest[1]) else { return nil }
        return Entry(
            id: id, parent: parent, name: String(text[text.index(after: open)..<close]),
            state: Character(String(rest[0].prefix(1))))
    }

    /// By id. A process that lost its parent is its adopter's child.
    public static func children(of parent: pid_t) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap(entry).filter { $0.parent == parent }.sorted { $0.id < $1.id }
    }

    /// Whether the process exists and has not ended.
    public static func isRunning(_ id: pid_t) -> Bool { entry(id).map { $0.state != "Z" && $0.state != "X" } ?? false }
}
