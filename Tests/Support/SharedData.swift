// Real descriptions, bodies and published suites that stand beside the checkout; never part of it.

import Foundation
import Testing

/// Files of `../shared/data`, beside the repository. Tests that need them are skipped visibly where they are absent:
/// `@Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))`.
public enum SharedData {
    public static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["EXPLORER_SHARED_DATA"] { return URL(fileURLWithPath: path) }
        return repository.deletingLastPathComponent().appending(path: "shared/data")
    }()

    /// The root of the checkout.
    public static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static var isPresent: Bool { FileManager.default.fileExists(atPath: root.path) }

    public static let whyAbsent: Comment =
        "the shared test data is not beside the checkout (set EXPLORER_SHARED_DATA to its folder)"

    public static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: root.appending(path: path))) }

    public static func isFile(_ path: String) -> Bool {
        (try? root.appending(path: path).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
    }

    public static func files(under folder: String, suffix: String) -> [String] {
        let base = root.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
    }
}
