// Feeds one reader with libFuzzer's inputs. Only `make fuzz` builds it: libFuzzer, which comes with
// Swift, provides `main`.

import FuzzTargets
import Glibc

enum Fuzz {
    /// The reader that FUZZ_TARGET names.
    static let target: FuzzTarget = {
        if let target = getenv("FUZZ_TARGET").flatMap({ FuzzTarget(rawValue: String(cString: $0)) }) { return target }
        complain("set FUZZ_TARGET to one of: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
        exit(64)
    }()

    static func complain(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}

/// libFuzzer calls it with every input. A finding ends the program like a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func oneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(FuzzFinding) {
        try Fuzz.target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        Fuzz.complain("finding: \(error)")
        abort()
    }
    return 0
}
