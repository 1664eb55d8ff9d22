// The folder of one run: holds all files of the bench and of its programs, and is removed at the end.

import Foundation

enum RunFolder {
    /// Makes the folder and directs all programs to it: their temporary files, settings, states, histories
    /// and caches. So they open as on the first day, and neither use nor change the user's own files. Call it
    /// before ``Place/environment`` is read.
    static func use() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        // A server that root starts reads its files as another user.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        Cleanup.shared.addLast { remove(folder) }
        setenv("TMPDIR", folder.path, 1)
        for kind in ["CONFIG", "STATE", "DATA", "CACHE"] {
            setenv("EXPLORER_\(kind)_DIR", folder.appending(path: kind.lowercased()).path, 1)
        }
    }

    /// Repeats for half a second: an interrupted measure may still write.
    private static func remove(_ folder: URL) {
        for _ in 0..<50 {
            try? FileManager.default.removeItem(at: folder)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            usleep(10_000)
        }
    }
}
