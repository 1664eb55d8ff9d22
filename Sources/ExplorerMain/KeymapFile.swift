// The user's keymap: read from its file where there is one.

import Canvas
import Explorer
import Workspace

enum KeymapFile {
    /// The keymap that counts, and what is wrong with the file, each with file and line.
    static func load(_ environment: [String: String]) -> (keymap: Keymap, problems: [String]) {
        let path = Paths(environment: environment).keys
        guard Folder.holds(path) else { return (Keymap(), []) }
        do throws(ReadError) {
            let (keymap, problems) = Keymap.parse(String(decoding: try FileReading.bytes(path, limit: 1 << 20), as: UTF8.self))
            return (keymap, problems.map { $0.line(in: path) })
        } catch {
            return (Keymap(), ["\(path): \(error.message); \(error.hint)"])
        }
    }
}
