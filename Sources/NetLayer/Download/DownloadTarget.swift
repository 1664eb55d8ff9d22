// Where a download goes, and its result.

/// Where a download goes, and how.
public struct DownloadTarget: Sendable, Hashable {
    /// How to treat an existing file with the download's name.
    public enum Existing: String, Sendable, Hashable {
        /// The download replaces it, in one step, once it is complete.
        case replace
        /// It stays; the download becomes `name-2.ext`, or gets the next free number.
        case number
    }

    /// A file, or a folder, which must exist; a path that ends with a slash is a folder. In a folder the
    /// response names the file (`Content-Disposition`), else the last part of the URL does.
    public var path: String
    /// Resumes an earlier try, if the server says that the resource is unchanged.
    public var resumes: Bool
    /// How to treat an existing file with the same name.
    public var existing: Existing
    /// Refuses a file of more bytes than this, including those of an earlier try, as
    /// ``NetError/Kind/tooLarge(_:)``; `nil` is no limit but the disk's.
    public var maximumBytes: Int?

    /// A target that by default resumes, replaces, and has no limit.
    public init(_ path: String, resumes: Bool = true, existing: Existing = .replace, maximumBytes: Int? = nil) {
        self.path = path
        self.resumes = resumes
        self.existing = existing
        self.maximumBytes = maximumBytes
    }
}

/// A file that has been downloaded.
public struct DownloadedFile: Sendable, Hashable {
    /// The task of the last request, a member of the download's own row.
    public let id: TaskID
    /// Where the file is.
    public let path: String
    /// Its size in bytes.
    public let size: Int64
    /// How many of its bytes came from an earlier try; 0 when it was read from the start.
    public let resumedFrom: Int64
    /// The head of the last response: 200, 206, or 416 when the file was complete already.
    public let head: ResponseHead
    /// The URL of the last response.
    public let url: URI
}
