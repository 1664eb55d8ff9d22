// Reads the files of a folder that may belong together: bounded in number, bytes and depth, and nothing that is hidden or foreign.

import Foundation

public enum FolderReading {
    /// A file's path from the folder, with slashes, and what stands in it.
    public typealias File = (path: String, bytes: [UInt8])

    /// More files are not looked at,
    static let most = 5_000
    /// nor more bytes in all,
    static let mostBytes = 64 << 20
    /// nor larger ones.
    static let largest = 16 << 20
    /// Nor folders further down.
    static let deepest = 16

    /// The endings of files that may hold requests or belong to them; files without an ending are looked at too.
    private static let endings: Set<String> = [
        "http", "rest", "bru", "har", "curl", "sh", "txt", "json", "yaml", "yml", "env", "code-workspace",
    ]
    private static let foreign: Set<String> = ["node_modules", "__pycache__"]

    public static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The folder of a path, with a slash at its end or empty, and the name in it.
    public static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    /// The files of a folder and of those in it, sorted by path. What cannot be read is passed over, and so is what links lead to.
    /// - Parameter folder: with a slash at its end.
    public static func files(in folder: String) -> [File] {
        var files: [File] = []
        var room = mostBytes
        var open: [(path: String, depth: Int)] = [("", 0)]
        while let (path, depth) = open.popLast(), files.count < most, room > 0 {
            for name in names(in: folder + path).reversed() {
                let full = folder + path + name
                switch kind(of: full) {
                case .typeDirectory
                where depth < deepest && !foreign.contains(name) && (!name.hasPrefix(".") || name == ".vscode"):
                    open.append((path + name + "/", depth + 1))
                case .typeRegular where isCandidate(name):
                    guard files.count < most, let bytes = try? FileReading.bytes(full, limit: min(largest, room)) else {
                        continue
                    }
                    room -= bytes.count
                    files.append((path + name, bytes))
                default: continue
                }
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The files in the folder of a file that belong to it, by their names.
    public static func files(beside path: String, _ belongs: (String) -> Bool) -> [File] {
        let (folder, own) = split(path)
        let here = names(in: folder.isEmpty ? "." : folder).filter { $0 != own && belongs($0) }
        let settings = [".vscode/settings.json"].filter { Folder.holds(folder + $0) }
        return (here + settings).prefix(64).compactMap { name in
            guard kind(of: folder + name) == .typeRegular else { return nil }
            return (try? FileReading.bytes(folder + name, limit: 4 << 20)).map { (name, $0) }
        }
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func kind(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private static func isCandidate(_ name: String) -> Bool {
        if name.hasPrefix(".env") || name.hasSuffix(".httpyac.json") { return true }
        guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return !name.hasPrefix(".") }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
