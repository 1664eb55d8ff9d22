// Why a file could not be read or written.

import Glibc

/// Why a file could not be written.
package struct FileProblem: Error {
    package let detail: String

    /// Something that was to be written has no valid form.
    static func invalid(_ doing: String) -> FileProblem { FileProblem(doing, EINVAL) }

    init(_ doing: String, _ code: Int32 = errno) {
        detail = "\(doing): \(String(cString: strerror(code)))"
    }
}
