// Reads a control file once.

enum ControlFile {
    static func readDirective(at path: String) -> DirectiveWatch.ReadResult {
        switch StampedFile.readFile(at: path, upTo: WrittenDirective.longest + 1) {
        case .missing: return .nothing
        case .problem(let detail): return .problem(detail)
        case .read(let file):
            // A writer may empty a file before it writes it.
            guard !file.bytes.isEmpty else { return .nothing }
            return .text(String(decoding: file.bytes, as: UTF8.self), isVouched: file.isOwn, stamp: file.stamp)
        }
    }
}
