// The hidden file of a download: whose it is, and that it is closed.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import NetLayer

struct PartialFileTests {
    /// On a file system that gives every file another owner (NFS without root, a FAT disk) what was made here is ours all the same.
    @Test func aFileThatWasMadeHereIsOursWhateverItsOwner() throws {
        let folder = try TemporaryFolder()
        let someone = geteuid() + 1
        for number in 1...3 {
            let file = try PartialFile(folder: folder.path(""), stem: "x", user: someone)
            #expect(file.size == 0 && file.note == nil)
            try file.append([1, 2, 3])
            // A partial file of another owner is not gone on with.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == number)
        }
        #expect(openFiles(in: folder) == [], "those that were looked at are closed")
    }

    private func openFiles(in folder: TemporaryFolder) -> [String] {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let paths = descriptors.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        return paths.filter { $0.hasPrefix(folder.path("")) }
    }
}
