// The files of this machine that a plan from a file may use: the files beside that file, and those that
// the user agreed to.

/// The files that a plan may send when a file of another author names them. A plan stores it as
/// ``RequestPlan/bounds``. Every file of the body is checked against it when the file is opened, by its real
/// path: links and dots are resolved first.
public struct SourceBounds: Sendable, Hashable {
    /// Files below this folder belong to the source. An absolute path without links and dots, and without a
    /// slash at its end.
    public var folder: String
    /// Other files that the user agreed to, by their paths without links and dots.
    public var files: Set<String>
    /// Paths, as they are in the plan, that the user typed: they need no agreement.
    public var typed: Set<String>
    /// Hidden files below the folder belong to the source as well. Otherwise they do not: a home directory's
    /// `.ssh` belongs to no collection.
    public var includesHidden: Bool
    /// The advice in the message when a file is refused.
    public var hint: String

    /// - Parameters:
    ///   - folder: files below it belong to the source; without links, dots and a slash at its end.
    ///   - files: other files that may be sent, by their paths without links and dots.
    ///   - typed: paths, as they are in the plan, that may be sent wherever they lead.
    ///   - includesHidden: hidden files below the folder belong to the source as well.
    ///   - hint: the advice when a file is refused.
    public init(
        folder: String, files: Set<String> = [], typed: Set<String> = [], includesHidden: Bool = false, hint: String
    ) {
        self.includesHidden = includesHidden
        self.folder = folder
        self.files = files
        self.typed = typed
        self.hint = hint
    }

    /// Whether a file may be sent.
    /// - Parameters:
    ///   - path: as it is in the plan.
    ///   - place: the real path of the opened file.
    public func allows(_ path: String, at place: String) -> Bool {
        typed.contains(path) || files.contains(place)
            || Self.isBelow(folder, place) && (includesHidden || !Self.isHidden(place, below: folder))
    }

    /// Whether a file belongs to a source: it is below the folder, and neither it nor a folder
    /// between them is hidden.
    /// - Parameters:
    ///   - place: without links and dots.
    ///   - folder: the source's, without links, dots and a slash at its end.
    public static func containsFile(_ place: String, in folder: String) -> Bool {
        isBelow(folder, place) && !isHidden(place, below: folder)
    }

    private static func isBelow(_ folder: String, _ place: String) -> Bool { place.hasPrefix(folder == "/" ? "/" : folder + "/") }

    private static func isHidden(_ place: String, below folder: String) -> Bool {
        place.dropFirst(folder.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }
}
