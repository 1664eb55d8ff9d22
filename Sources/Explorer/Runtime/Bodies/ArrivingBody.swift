// A body on its way: the first of it in memory, what is more on the disk, and all that has come so far to be looked at at any time.

import Document
import NetLayer
import Synchronization
import Workbench

final class ArrivingBody: ReadableTaker {
    /// Where and from which size on bodies go to the disk.
    struct Spool: Sendable {
        /// On a disk.
        var folder: String
        /// Bytes of one body that are kept in memory.
        var memory = 16 << 20
        /// Bytes of one body in all: a small answer may unpack to a huge one, and the disk is not for that.
        var capacity = 1 << 30

        /// Where the table of a document goes.
        var table: JSONTableStorage { JSONTableStorage(memory: memory) { [folder] in try? MappedFile(in: folder, capacity: $0) } }
    }

    private struct State {
        var memory: [UInt8] = []
        var file: MappedFile?
        var count = 0
    }

    let head: ResponseHead
    let url: URI
    private let spool: Spool
    private let state = Mutex(State())
    /// Told that more has come.
    private let grown: @Sendable (ArrivingBody) -> Void

    init(_ head: ResponseHead, _ url: URI, spool: Spool, grown: @escaping @Sendable (ArrivingBody) -> Void) {
        self.head = head
        self.url = url
        self.spool = spool
        self.grown = grown
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        do throws(MappedFile.Code) {
            try state.withLock { (state) throws(MappedFile.Code) in try take(bytes, &state) }
        } catch {
            throw TransferFailure(.file, "the body does not fit into memory, and the disk does not take it: \(error.message)")
        }
        grown(self)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(MappedFile.Code) {
        if state.file == nil, state.count + bytes.count > spool.memory {
            let file = try MappedFile(in: spool.folder, capacity: spool.capacity)
            try file.append(state.memory)
            state.file = file
            state.memory = []
        }
        if let file = state.file { try file.append(bytes) } else { state.memory.append(contentsOf: bytes) }
        state.count += bytes.count
    }

    var count: Int { state.withLock { $0.count } }

    /// All that has come.
    var bytes: Bytes {
        state.withLock { state in state.file.map { Bytes($0, count: state.count) } ?? Bytes(state.memory) }
    }

    /// A document's table goes to the disk when the body or its text lies there; in memory it stays when the disk does not take it.
    func settled(_ document: JSONDocument) -> JSONDocument {
        guard document.tableMemory > 0, document.text.memory == 0 || state.withLock({ $0.file != nil }) else { return document }
        let moved = document.withTable { table -> JSONDocument? in
            guard let file = try? MappedFile(in: spool.folder, capacity: table.count), (try? file.append(table)) != nil else {
                return nil
            }
            return document.replacing(table: file)
        }
        return moved ?? document
    }
}
