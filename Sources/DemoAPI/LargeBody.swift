// A large JSON array, made while it is sent: the same bytes each time, and never more than a piece of them in memory.
import Hummingbird

struct LargeBody: Sendable {
    let megabytes: Int

    /// Rows until the size is reached. Their numbers go on; what stands behind the number repeats.
    var body: ResponseBody {
        ResponseBody { [bytes = megabytes * 1_000_000] writer in
            let tails = (1...ItemStore.initialCount).map { number in
                let text = Item(number: number).json.text
                return Array(text[(text.firstIndex(of: ",") ?? text.startIndex)...].utf8)
            }
            var written = 0
            var number = 0
            var piece = ByteBuffer()
            while written < bytes {
                piece.clear()
                piece.reserveCapacity(1 << 16)
                while piece.readableBytes < 60_000, written + piece.readableBytes < bytes {
                    piece.writeString((number == 0 ? "[\n{\"id\":" : ",\n{\"id\":") + String(number + 1))
                    piece.writeBytes(tails[number % tails.count])
                    number += 1
                }
                written += piece.readableBytes
                try await writer.write(piece)
            }
            try await writer.write(ByteBuffer(string: "\n]\n"))
            try await writer.finish(nil)
        }
    }
}
