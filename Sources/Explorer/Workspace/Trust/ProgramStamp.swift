// Detects whether a program of the workspace is still the one to which the user agreed.

import Foundation
import NetLayer

enum ProgramStamp {
    /// The maximum size of a program that is digested, in bytes.
    private static let largest = 4 << 20

    /// The digest of the programs in the workspace's folder that the words of a shell line
    /// name; empty if there are none.
    ///
    /// Data files, such as a token that changes, do not count. Scripts that a
    /// named program reads are unknown.
    static func makeStamp(_ line: String, in folder: String) -> String {
        let words = line.split { $0.isWhitespace || ";&|()<>\"'`".contains($0) }.map(String.init)
        let interpreted = zip(words, words.dropFirst()).filter { isInterpreter($0.0) || $0.0.hasPrefix("-") }.map(\.1)
        let files = Set(words).sorted().compactMap { word -> [UInt8]? in
            guard let place = word.within(folder), FileIdentity(place) != nil,
                let bytes = try? FileReading.bytes(place, limit: largest)
            else { return nil }
            return interpreted.contains(word) || isProgram(place, bytes) ? bytes : nil
        }
        return files.isEmpty ? "" : Digest.hexString(Digest.sha256(files.flatMap { Digest.sha256($0) }))
    }

    private static let endings: Set<String> = ["sh", "bash", "zsh", "fish", "py", "rb", "pl", "php", "lua", "js", "mjs", "ts"]

    /// Programs that run the file after them, also after options.
    private static let interpreters: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "fish", "python", "python3", "ruby", "perl", "php", "lua", "node", "deno", "bun",
        "awk",
        "make", ".", "source",
    ]

    private static func isInterpreter(_ word: String) -> Bool { interpreters.contains((word as NSString).lastPathComponent) }

    private static func isProgram(_ path: String, _ bytes: [UInt8]) -> Bool {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init) ?? ""
        return bytes.starts(with: "#!".utf8) || endings.contains(ending) || isMarked(path)
    }

    /// Whether any user may execute it.
    private static func isMarked(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & 0o111 != 0
    }
}
