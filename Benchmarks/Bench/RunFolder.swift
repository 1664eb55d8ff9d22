// The folder of one run: what the bench and the programs that it starts write lies in there, and is gone at the end.

import Foundation

enum RunFolder {
    /// Makes the folder and leads all programs to it: their temporary files, settings, states, histories and caches. So they open as on the first
    /// day, and the user's own files neither change nor count. Called before anything reads ``Place/environment``.
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

    /// Tries again for half a second: an interrupted measure may still write.
    private static func remove(_ folder: URL) {
        for _ in 0..<50 {
            try? FileManager.default.removeItem(at: folder)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            usleep(10_000)
        }
    }
}
