import TestSupport
import Testing

@testable import RequestFiles

struct InsomniaFileTests {
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func allRealFilesAreReadOrRefused() throws {
        try GoldenImport.compare("insomnia", recognises: InsomniaReader.recognises) { bytes, file throws(ImportError) in
            try InsomniaReader.readCollection(bytes, file: file)
        }
    }
}
