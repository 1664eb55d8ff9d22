// What a description or collection does outside its folder and services, found before anything of it is sent.

import Catalog
import Foundation
import NetLayer

public enum DescriptionNeeds {
    /// Larger files are read as collections only when their name says that they are; what they want is refused at each request all the same.
    private static let largestGuess = 1 << 20

    /// What a collection wants; nothing for descriptions of other kinds, and for what cannot be read.
    public static func of(_ path: String, _ rules: SourceTrust) -> [TrustNeed] {
        let isNamed = FolderReading.isFolder(path) || CollectionFiles.isNamed(path)
        guard isNamed || FileIdentity(path).map({ $0.size <= largestGuess }) == true else { return [] }
        // What is wrong with it is said where it is opened.
        guard let description = try? CollectionReading.description(path, rules) else { return [] }
        return description.needs(resolve: WorkspaceTrust.real)
    }

    static func of(_ api: WorkspaceAPI, in file: WorkspaceFile) -> [TrustNeed] {
        guard case .file(let path)? = api.description else { return [] }
        return of(path, file.rules(for: api))
    }

    /// The files outside its folder that a description refers to. Those are not read: what they refer to is found once the user agreed to them.
    public static func references(of path: String, _ rules: SourceTrust) -> [TrustNeed] {
        guard !FolderReading.isFolder(path), let bytes = try? FileReading.bytes(path),
            let text = try? DescriptionText(bytes, source: path),
            var files = try? DescriptionFiles(text, source: path, base: FileReading.location(of: path))
        else { return [] }
        var needs: [TrustNeed] = []
        while let location = files.next {
            let place = WorkspaceTrust.real(PercentCoding.decode(location.path))
            if location.scheme == "file", !rules.owns(place) { needs.append(rules.named(TrustNeed(reading: place), path)) }
            guard location.scheme == "file", rules.mayRead(place), let bytes = try? FileReading.regularFile(place),
                let text = try? DescriptionText(bytes, source: place)
            else {
                files.fail(location, message: "", hint: "")
                continue
            }
            files.add(text, at: location)
        }
        return needs.inOrder
    }
}
