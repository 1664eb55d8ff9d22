// Why a file could not be read or written.

import Glibc

/// Why a file could not be written.
package struct FileProblem: Error {
    package let detail: String

    init(_ doing: String, _ code: Int32 = errno) {
        detail = "\(doing): \(String(cString: strerror(code)))"
    }
}
