import TestSupport
import Testing

@testable import RequestFiles

struct PostmanFileTests {
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func allRealFilesAreReadOrRefused() throws {
        try GoldenImport.compare("postman", recognises: PostmanReader.recognises) { bytes, file throws(ImportError) in
            try PostmanReader.readCollection(bytes, file: file)
        }
    }
}
