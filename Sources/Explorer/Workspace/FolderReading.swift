// Reads the files of a folder that may belong together: limited in number, bytes and depth,
// without hidden and foreign folders.

import Foundation

public enum FolderReading {
    /// A file's path from the folder, with slashes, and its content.
    public typealias File = (path: String, bytes: [UInt8])

    /// A path from the folder, why it was skipped, and what to do. The path is
    /// empty for the folder as a whole.
    public typealias PassedOver = (path: String, reason: String, hint: String)

    /// The limits of reading.
    struct Bounds {
        /// The number of names of any kind,
        var names = 100_000
        /// the number of files,
        var files = 5_000
        /// the bytes of all files,
        var bytes = 64 << 20
        /// and the bytes of a single file.
        var file = 16 << 20
    }

    /// The maximum depth of folders.
    private static let deepest = 16
    /// The maximum number of reasons in the list.
    private static let mostReasons = 100

    /// The extensions of files that may hold requests or belong to them. Files without an
    /// extension are also candidates.
    private static let endings: Set<String> = [
        "http", "rest", "bru", "har", "curl", "sh", "bash", "cmd", "bat", "txt", "json", "yaml", "yml", "env", "code-workspace",
    ]
    /// Folders of other programs, which are not read.
    static let foreign: Set<String> = ["node_modules", "__pycache__"]

    public static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The folder of a path, empty or with a trailing slash, and the name in it.
    public static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    /// The files of a folder and of its subfolders, and the files that were skipped, sorted
    /// by path. Does not follow links.
    /// - Parameter folder: with a trailing slash.
    public static func files(in folder: String) -> (files: [File], passedOver: [PassedOver]) {
        files(in: folder, Bounds())
    }

    static func files(in folder: String, _ bounds: Bounds) -> (files: [File], passedOver: [PassedOver]) {
        var files: [File] = []
        var passedOver: [PassedOver] = []
        var (looked, room) = (0, bounds.bytes)
        var open: [(path: String, depth: Int)] = [("", 0)]
        walk: while let (path, depth) = open.popLast() {
            guard let names = names(in: folder + path) else {
                passedOver.append((path, "the folder cannot be read", "check its permissions with ls -ld"))
                continue
            }
            for name in names.reversed() {
                guard looked < bounds.names else {
                    passedOver.append(
                        (
                            "", "the first \(bounds.names) names in the folder were read, the rest was skipped",
                            "name a folder in it"
                        ))
                    break walk
                }
                looked += 1
                switch fileType(of: folder + path + name) {
                case .typeDirectory where !foreign.contains(name) && (!name.hasPrefix(".") || name == ".vscode"):
                    if depth < deepest {
                        open.append((path + name + "/", depth + 1))
                    } else {
                        passedOver.append((path + name, "it is more than \(deepest) folders down", "name a folder nearer to it"))
                    }
                case .typeRegular where isCandidate(name):
                    guard files.count < bounds.files else {
                        passedOver.append(
                            ("", "\(bounds.files) files of the folder were read, the rest was skipped", "name a folder in it"))
                        break walk
                    }
                    if let reason = tooLarge(folder + path + name, room, bounds) {
                        passedOver.append((path + name, reason, "name the file itself"))
                        continue
                    }
                    do throws(ReadError) {
                        let bytes = try FileReading.bytes(folder + path + name, limit: min(bounds.file, room))
                        room -= bytes.count
                        files.append((path + name, bytes))
                    } catch {
                        passedOver.append((path + name, error.message, "check its permissions with ls -l"))
                    }
                case .typeDirectory, .typeRegular: continue
                case .some where isCandidate(name):
                    if let (reason, hint) = noFile(folder + path + name) { passedOver.append((path + name, reason, hint)) }
                default: continue
                }
            }
        }
        return (files.sorted { $0.path < $1.path }, shortened(passedOver.sorted { $0.path < $1.path }))
    }

    /// Why a path that is neither a file nor a folder is not read; `nil` for a valid link.
    private static func noFile(_ path: String) -> (reason: String, hint: String)? {
        var facts = stat()
        guard stat(path, &facts) != 0 else {
            let kind = facts.st_mode & S_IFMT
            return kind == S_IFREG || kind == S_IFDIR
                ? nil : ("it is not a file: a pipe, a socket or a device", "remove it from the folder")
        }
        return errno == ELOOP
            ? ("it is a link to itself", "remove it, or link it to a file")
            : ("it is a broken link", "remove it, or link it to a file")
    }

    /// Why a file is too large to be read with its folder; checked before it is opened.
    private static func tooLarge(_ path: String, _ room: Int, _ bounds: Bounds) -> String? {
        let size = FileIdentity(path).map { Int($0.size) } ?? 0
        if size > bounds.file { return "it is larger than \(bounds.file >> 20) MiB, and was not read with the folder" }
        if size > room {
            return "the files of the folder are larger than \(bounds.bytes >> 20) MiB together, and this one was not read"
        }
        return nil
    }

    /// The first entries of a long list, and the number of the others.
    private static func shortened(_ list: [PassedOver]) -> [PassedOver] {
        guard list.count > mostReasons else { return list }
        return list.prefix(mostReasons) + [("", "\(list.count - mostReasons) more files were skipped", "name a folder in it")]
    }

    /// The maximum number of files that are read beside another one,
    private static let mostBeside = 64
    /// and the maximum size of each, in bytes.
    private static let largestBeside = 4 << 20

    /// The files in the folder of a file that belong to it, by their names, and
    /// those of them that were skipped.
    public static func files(beside path: String, _ belongs: (String) -> Bool) -> (files: [File], passedOver: [PassedOver]) {
        let (folder, own) = split(path)
        let here = (names(in: folder.isEmpty ? "." : folder) ?? []).filter { $0 != own && belongs($0) }
        let settings = [".vscode/settings.json"].filter {
            // Does not follow a link: its folder may belong to another user.
            fileType(of: folder + ".vscode") == .typeDirectory && Folder.holds(folder + $0)
        }
        let regular = (here + settings).filter { fileType(of: folder + $0) == .typeRegular }
        var files: [File] = []
        var passedOver: [PassedOver] = []
        for name in regular.prefix(mostBeside) {
            do throws(ReadError) {
                files.append((name, try FileReading.bytes(folder + name, limit: largestBeside)))
            } catch {
                passedOver.append((name, error.message, "its variables are not known"))
            }
        }
        if regular.count > mostBeside {
            passedOver.append(
                (
                    "",
                    "of \(regular.count) files with variables beside it \(mostBeside) were read: not \(regular[mostBeside]) and the later ones",
                    "move some to another folder"
                ))
        }
        return (files, passedOver)
    }

    private static func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private static func fileType(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private static func isCandidate(_ name: String) -> Bool {
        if name.hasPrefix(".env") || name.hasSuffix(".httpyac.json") { return true }
        guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return !name.hasPrefix(".") }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
