// Reads an HTTP archive into the task table: a row for each entry, and its body into the body store.

import Dispatch
import Document
import NetLayer
import Screen
import Workbench

final class ArchiveReading: Sendable {
    /// The work on bodies before other work on them gets its turn.
    private static let longestStep = Duration.milliseconds(10)

    private let client: NetClient
    private let desk: ArrivalDesk

    init(client: NetClient, desk: ArrivalDesk) {
        self.client = client
        self.desk = desk
    }

    /// An archive that is being read.
    private struct Progress: Sendable {
        let archive: ArchivedTasks
        /// When the client started, by the wall clock.
        let clientStart: Duration
        var next = 0
        var opened: ArchiveOpened
    }

    func open(_ order: ArchiveOpening) {
        Task.detached { [self] in
            do throws(Failure) {
                let archive = try ArchivedTasks(order.path, endpoints: order.endpoints)
                addRows(
                    Progress(
                        archive: archive, clientStart: WallClock.system() - desk.now(),
                        opened: ArchiveOpened(path: order.path, webSockets: archive.webSockets)))
            } catch {
                desk.inbox.post(.engine(.openedArchive(ArchiveOpened(path: order.path, failure: error))))
            }
        }
    }

    /// Adds some rows, and then the next ones: other work on bodies gets its turn between two steps.
    private func addRows(_ progress: Progress) {
        desk.work.async { [self] in
            var progress = progress
            let start = desk.now()
            while progress.next < progress.archive.numbers.count, desk.now() - start < Self.longestStep {
                let number = progress.archive.numbers[progress.next]
                progress.next += 1
                guard let task = progress.archive.task(number, clientStart: progress.clientStart, now: desk.now()) else {
                    continue
                }
                add(task)
                progress.opened.tasks += 1
            }
            guard progress.next == progress.archive.numbers.count else { return addRows(progress) }
            desk.inbox.post(.engine(.openedArchive(progress.opened)))
            // After the text of the archive is gone.
            desk.work.async { FreeMemory.giveBack() }
        }
    }

    private func add(_ task: ArchivedTask) {
        let id = client.addEnded(task.ended)
        var answer = Answer(
            task: id, head: task.head, url: task.url, bytes: task.body.count, kind: .empty, failure: task.failure)
        guard let head = task.readableHead, !task.body.isEmpty || task.failure == nil else { return desk.tell(answer, nil, []) }
        let bytes = Bytes(task.body)
        let content = BodyContent(bytes, head, isPart: task.failure != nil, spool: desk.spool)
        answer.kind = content.kind
        desk.tell(answer, content, desk.bodies.keep(bytes, content, for: id))
    }
}
