// Finds the actions of a description or collection outside its folder and services,
// before any of its requests is sent.

import Catalog
import Foundation
import NetLayer

public enum DescriptionNeeds {
    /// Larger files count as collections only if their name says so. Their needs are
    /// still refused at each request.
    private static let largestGuess = 1 << 20

    /// The needs of a collection; empty for other descriptions, and for unreadable files.
    public static func findNeeds(_ path: String, _ rules: SourceTrust) -> [TrustNeed] {
        let isNamed = FolderReading.isFolder(path) || CollectionFiles.isNamed(path)
        guard isNamed || FileIdentity(path).map({ $0.size <= largestGuess }) == true else { return [] }
        // Opening the file reports its problems.
        guard let description = try? CollectionReading.readDescription(path, rules) else { return [] }
        return description.needs(resolve: WorkspaceTrust.resolvedPath)
    }

    static func findNeeds(_ api: WorkspaceAPI, in file: WorkspaceFile) -> [TrustNeed] {
        guard case .file(let path)? = api.description else { return [] }
        return findNeeds(path, file.rules(for: api))
    }

    /// The files outside its folder that a description refers to. They are not read: their own references are
    /// found after the user has agreed to them.
    public static func findReferences(of path: String, _ rules: SourceTrust) -> [TrustNeed] {
        guard !FolderReading.isFolder(path), let bytes = try? FileReading.bytes(path),
            let text = try? DescriptionText(bytes, source: path),
            var files = try? DescriptionFiles(text, source: path, base: FileReading.location(of: path))
        else { return [] }
        var needs: [TrustNeed] = []
        while let location = files.next {
            let place = WorkspaceTrust.resolvedPath(PercentCoding.decode(location.path))
            if location.scheme == "file", !rules.owns(place) { needs.append(rules.located(TrustNeed(reading: place), path)) }
            guard location.scheme == "file", rules.mayRead(place), let bytes = try? FileReading.regularFile(place),
                let text = try? DescriptionText(bytes, source: place)
            else {
                files.markUnavailable(location, message: "", hint: "")
                continue
            }
            files.add(text, at: location)
        }
        return needs.inOrder
    }
}
