// Lists and finds files in a user's folder.

import Foundation

public enum Folder {
    /// The names of the files with this ending, without the ending, sorted. Skips hidden
    /// files. A missing folder is empty.
    public static func names(in folder: String, ending: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(ending) && $0 != ending && !$0.hasPrefix(".") }.map {
            String($0.dropLast(ending.count))
        }
        .sorted()
    }

    /// Whether the path exists.
    public static func holds(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
