// Files that the user typed into a form: there they are relative to the current folder, but in
// explorer.yaml to the workspace's folder.

import Catalog
import Foundation

extension SavedChange {
    /// The change with absolute paths for its files. A file below the workspace's
    /// folder gets a path without links.
    func withFiles(in folder: String) -> SavedChange {
        guard case .put(var request) = self, request.body.hasFiles else { return self }
        let home = WorkspaceTrust.resolvedPath(folder) + "/"
        request.body = request.body.mapFiles { path in
            let parts = FileWriting.absolute(path, home: NSHomeDirectory()).split(separator: "/").filter { $0 != "." }
            let absolute = "/" + parts.joined(separator: "/")
            guard !absolute.hasPrefix(folder + "/") || parts.contains("..") else { return absolute }
            let real = WorkspaceTrust.resolvedPath(absolute)
            return real.hasPrefix(home) ? folder + "/" + real.dropFirst(home.count) : absolute
        }
        return .put(request)
    }
}
