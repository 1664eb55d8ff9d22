// What of this machine a plan may use that was made from a file: the files beside it, and what the user agreed to.

/// Which files a plan may send when somebody else's file names them. ``RequestPlan/bounds`` holds it; every file of the body is compared with it when
/// it is opened, by the place where it really stands: links and dots are resolved first.
public struct SourceBounds: Sendable, Hashable {
    /// Files below this folder belong to the source. An absolute path without links and dots, and without a slash at its end.
    public var folder: String
    /// Other files that the user agreed to, by their paths without links and dots.
    public var files: Set<String>
    /// Paths as they stand in the plan that the user wrote himself: they need no agreement.
    public var typed: Set<String>
    /// Hidden files below the folder belong to the source as well. Otherwise they do not: in a home, `.ssh` is nobody's collection.
    public var includesHidden: Bool
    /// What to do when a file is refused, for the message.
    public var hint: String

    /// - Parameters:
    ///   - folder: files below it belong to the source; without links, dots and a slash at its end.
    ///   - files: other files that may be sent, by their paths without links and dots.
    ///   - typed: paths, as they stand in the plan, that may be sent wherever they lead.
    ///   - includesHidden: hidden files below the folder belong to the source as well.
    ///   - hint: what to do when a file is refused.
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
    ///   - path: as it stands in the plan.
    ///   - place: where the opened file really stands.
    public func allows(_ path: String, at place: String) -> Bool {
        typed.contains(path) || files.contains(place)
            || Self.isBelow(folder, place) && (includesHidden || !Self.isHidden(place, below: folder))
    }

    /// Whether a file belongs to a source: it is below the folder, and neither it nor a folder on the way is hidden.
    /// - Parameters:
    ///   - place: without links and dots.
    ///   - folder: the source's, without links, dots and a slash at its end.
    public static func owns(_ place: String, in folder: String) -> Bool {
        isBelow(folder, place) && !isHidden(place, below: folder)
    }

    private static func isBelow(_ folder: String, _ place: String) -> Bool { place.hasPrefix(folder == "/" ? "/" : folder + "/") }

    private static func isHidden(_ place: String, below folder: String) -> Bool {
        place.dropFirst(folder.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }
}
