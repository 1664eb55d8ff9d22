// Files that somebody has typed into a form: they stand where the program does, and a workspace names them from its own folder.

import Catalog
import Foundation

extension SavedChange {
    /// The same with the absolute paths of its files: those below the folder as they stand there without links.
    func withFiles(in folder: String) -> SavedChange {
        guard case .put(var request) = self, request.body.hasFiles else { return self }
        let home = WorkspaceTrust.real(folder) + "/"
        request.body = request.body.mapFiles { path in
            let parts = FileWriting.absolute(path, home: NSHomeDirectory()).split(separator: "/").filter { $0 != "." }
            let absolute = "/" + parts.joined(separator: "/")
            guard !absolute.hasPrefix(folder + "/") || parts.contains("..") else { return absolute }
            let real = WorkspaceTrust.real(absolute)
            return real.hasPrefix(home) ? folder + "/" + real.dropFirst(home.count) : absolute
        }
        return .put(request)
    }
}
