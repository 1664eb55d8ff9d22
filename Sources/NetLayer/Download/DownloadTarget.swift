// Where a download goes, and what it brought.

/// Where a download is put, and how.
public struct DownloadTarget: Sendable, Hashable {
    /// What becomes of a file that has the download's name already.
    public enum Existing: String, Sendable, Hashable {
        /// It is replaced, in one step, once the download is whole.
        case replace
        /// It stays; the download becomes `name-2.ext`, or the next number that is free.
        case number
    }

    /// A file, or a folder, which must be there; what ends with a slash is a folder. In a folder the file is named by the answer
    /// (`Content-Disposition`), else by the last part of the URL.
    public var path: String
    /// What an earlier try has left is gone on with, if the server says that it is still the same.
    public var resumes: Bool
    /// What becomes of a file of the same name.
    public var existing: Existing
    /// A file of more bytes than these is refused, what an earlier try has left included, as ``NetError/Kind/tooLarge(_:)``; `nil` is no limit but the disk's.
    public var maximumBytes: Int?

    /// A target that resumes, replaces, and has no limit unless told.
    public init(_ path: String, resumes: Bool = true, existing: Existing = .replace, maximumBytes: Int? = nil) {
        self.path = path
        self.resumes = resumes
        self.existing = existing
        self.maximumBytes = maximumBytes
    }
}

/// A file that has been downloaded.
public struct DownloadedFile: Sendable, Hashable {
    /// The task of the last request; its row has the progress.
    public let id: TaskID
    /// Where the file is.
    public let path: String
    /// Its size in bytes.
    public let size: Int64
    /// How many of its bytes an earlier try had left; 0 when it was read from the start.
    public let resumedFrom: Int64
    /// The head of the last answer: 200, 206, or 416 when nothing was missing.
    public let head: ResponseHead
    /// The URL that answered.
    public let url: URI
}
