// Why the bytes of a body are not stored, as text for the user.

import History

extension HistoryBody {
    /// Why the bytes are missing.
    public var why: String {
        switch absence {
        case .letGo: "they were deleted to make room for newer ones"
        case .tooLarge: "the body was too large"
        case .overload: "responses arrived faster than they could be written"
        case .noRoom: "the disk was full"
        case .notGiven: "the whole body is secret, was read from a file, or is incomplete"
        case nil: "they are stored"
        }
    }
}
