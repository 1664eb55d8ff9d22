// The body of a streaming response: its beginning in memory, the rest on the disk, and the received
// part readable at any time.

import Document
import NetLayer
import Synchronization
import Workbench

final class ArrivingBody: ReadableTaker {
    /// The place for large bodies, and the size from which on bodies go to the disk.
    struct Spool: Sendable {
        /// A folder on a disk.
        var folder: String
        /// The limit of one body in memory, in bytes.
        var memory = 16 << 20
        /// The limit of one body in all, in bytes: a small response may unpack to a huge one,
        /// which must not fill the disk.
        var capacity = 1 << 30

        /// The place for the table of a document.
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
    /// Called when more bytes have arrived.
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
            throw TransferFailure(.file, "the body does not fit into memory and cannot be written to disk: \(error.message)")
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

    /// All received bytes.
    var bytes: Bytes {
        state.withLock { state in state.file.map { Bytes($0, count: state.count) } ?? Bytes(state.memory) }
    }

    /// Moves a document's table to the disk when the body or its text is there; when the disk refuses it,
    /// the table stays in memory.
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
