// What is in a folder of the user's, by name.

import Foundation

public enum Folder {
    /// The names of the files in a folder that end so, without that end, sorted. A folder that is not there is empty.
    public static func names(in folder: String, ending: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(ending) && $0 != ending && !$0.hasPrefix(".") }.map {
            String($0.dropLast(ending.count))
        }
        .sorted()
    }

    /// Whether there is something at this path.
    public static func holds(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
