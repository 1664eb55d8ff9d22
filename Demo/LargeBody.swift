// A large JSON array, made on demand: the same bytes each time, and only one piece of them in memory.

struct LargeBody: Sendable {
    let megabytes: Int

    /// Rows until the size is reached. Their numbers increase; the text after the number repeats.
    var body: Response.Body {
        .stream(length: nil) { [bytes = megabytes * 1_000_000] writer in
            let tails = (1...ItemStore.initialCount).map { number in
                let text = Item(number: number).json.text
                return Array(text[(text.firstIndex(of: ",") ?? text.startIndex)...].utf8)
            }
            var written = 0
            var number = 0
            var piece: [UInt8] = []
            while written < bytes {
                piece.removeAll(keepingCapacity: true)
                while piece.count < 60_000, written + piece.count < bytes {
                    piece += "\(number == 0 ? "[" : ",")\n{\"id\":\(number + 1)".utf8
                    piece += tails[number % tails.count]
                    number += 1
                }
                written += piece.count
                try await writer.write(piece)
            }
            try await writer.write("\n]\n")
        }
    }
}
