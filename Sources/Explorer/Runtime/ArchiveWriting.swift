// Writes tasks with their responses into an HTTP archive, one after another.

import Document
import History
import NetLayer
import Screen
import Workbench
import Workspace

extension OutsideRunner {
    func archive(_ order: ArchiveOrder) {
        work.async { [self] in inbox.post(.outside(.archived(order, write(order)))) }
    }

    private func write(_ order: ArchiveOrder) -> Result<SavedFile, SaveFailure> {
        let path = FileWriting.absolute(order.path, home: environment["HOME"] ?? "")
        // The rows count from the client's start.
        let start = WallClock.system() - now()
        var known = recorder?.knownSecrets ?? KnownSecrets()
        known.learn(order.known)
        var archive = TaskArchive(order.rows, knowing: known)
        var bytes = 0
        do throws(WriteError) {
            _ = try FileWriting.save(to: path, overwrites: order.overwrites) { append in
                guard append(archive.opening) else { return true }
                bytes += archive.opening.count
                for row in order.rows where order.tasks.contains(row.id) {
                    let started = Int64((start + row.openedAt) / .milliseconds(1))
                    guard let entry = archive.append(row, body: body(of: row), started: started) else { continue }
                    guard append(entry) else { return true }
                    bytes += entry.count
                }
                bytes += archive.closing.count
                _ = append(archive.closing)
                return true
            }
            return .success(SavedFile(path: path, bytes: bytes))
        } catch {
            return .failure(error.isExisting ? .exists : .failed(Failure(error)))
        }
    }

    /// The body of the task's response; `nil` without a response.
    private func body(of row: TaskRow) -> HistoryBody? {
        guard let head = row.exchanges.last?.head ?? row.flight?.head else { return nil }
        let type = head.headers["Content-Type"]
        guard let stored = bodies.bytes(of: row.id) else {
            return HistoryBody(absent: .letGo, size: head.headers["Content-Length"].flatMap { Int($0) } ?? 0, contentType: type)
        }
        guard stored.count <= TaskArchive.longestBody else {
            return HistoryBody(absent: .tooLarge, size: stored.count, contentType: type)
        }
        return HistoryBody(stored.array, contentType: type)
    }
}
