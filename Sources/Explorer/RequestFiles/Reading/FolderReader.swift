// Reads a folder with files of requests as one collection: a Bruno folder as in Bruno;
// otherwise each file becomes a folder.

import Document

extension CollectionReader {
    /// Reads a folder.
    /// - Parameters:
    ///   - name: the name of the collection.
    ///   - files: every file in it that may belong to a collection, by its path from the folder,
    ///     with slashes. Ignores other files.
    /// - Returns: `nil` if there are no requests in it.
    /// - Throws: ``ImportError`` if it is a Bruno folder that cannot be read.
    public static func readCollection(folder name: String, _ files: [File]) throws(ImportError) -> RequestCollection? {
        let files = files.sorted { $0.path < $1.path }
        if files.contains(where: { $0.path.lowercased().hasSuffix(".bru") || BrunoPath.parts($0.path).last == folderSign }) {
            return try BrunoReader.readCollection(files).checked().explained(at: ImportPlace())
        }
        var read: [(path: String, collection: RequestCollection)] = []
        var broken = ImportReport()
        let environments = files.filter { isBeside($0.path) }.map { (folder: folder(of: $0.path), file: $0) }
        for file in files where !isBeside(file.path) {
            do throws(ImportError) {
                let parts = file.path.split(separator: "/")
                // Environments apply to the files of their own folder, and of those below it.
                let beside = environments.filter { parts.starts(with: $0.folder) }.map(\.file)
                guard let collection = try Self.readCollection(file.bytes, file: file.path, beside: beside, isInFolder: true)
                else { continue }
                read.append((file.path, collection))
            } catch {
                broken.addNote(.skipped, error.place, error.message, hint: error.hint)
            }
        }
        guard !read.isEmpty || !broken.notes.isEmpty else { return nil }
        return joined(read, name: name, broken).explained(at: ImportPlace())
    }

    /// The names of the folders to which a file of environments applies.
    private static func folder(of environments: String) -> ArraySlice<Substring> {
        let parts = environments.split(separator: "/").dropLast()
        // The settings of VS Code are in a folder of their own.
        return parts.last == ".vscode" ? parts.dropLast() : parts
    }

    private static func joined(
        _ read: [(path: String, collection: RequestCollection)], name: String, _ broken: ImportReport
    ) -> RequestCollection {
        let withRequests = read.filter { !$0.collection.items.isEmpty }
        if withRequests.count == 1, var only = withRequests.first?.collection {
            only.merge(read.filter { $0.collection.items.isEmpty }.map(\.collection))
            only.report = ImportReport(joining: [only.report, broken])
            return only
        }
        var whole = RequestCollection(name: name, format: formats(of: withRequests.map(\.collection)))
        for (path, collection) in withRequests {
            var folder = CollectionFolder(name: collection.name.isEmpty ? path : collection.name, items: collection.items)
            (folder.docs, folder.variables) = (collection.docs, collection.variables)
            (folder.auth, folder.headers) = (collection.auth, collection.headers)
            whole.items.append(.folder(folder))
            whole.environments.merge(collection.environments)
        }
        whole.merge(read.filter { $0.collection.items.isEmpty }.map(\.collection))
        whole.report = ImportReport(joining: read.map(\.collection.report) + [broken])
        return whole
    }

    /// `HTTP file, Postman 2.1`.
    private static func formats(of collections: [RequestCollection]) -> String {
        var names: [String] = []
        for collection in collections where !names.contains(collection.format) { names.append(collection.format) }
        return names.joined(separator: ", ")
    }
}

extension RequestCollection {
    /// Adds the variables and environments of files without requests. The collection's own variables win.
    mutating func merge(_ others: [RequestCollection]) {
        for other in others {
            variables = other.variables.filter { new in !variables.contains { $0.name == new.name } } + variables
            environments.merge(other.environments)
            report.requests += other.report.requests
            report.notes += other.report.notes
        }
    }

    mutating func merge(_ other: HTTPFileEnvironments) {
        variables = other.shared.filter { new in !variables.contains { $0.name == new.name } } + variables
        environments.merge(other.environments)
        report.notes += other.notes
    }
}

extension [CollectionEnvironment] {
    /// Adds environments. If one with the same name exists, only its missing variables are added.
    fileprivate mutating func merge(_ others: [CollectionEnvironment]) {
        for other in others {
            guard let index = firstIndex(where: { $0.name == other.name }) else {
                append(other)
                continue
            }
            let known = Set(self[index].variables.map(\.name))
            self[index].variables += other.variables.filter { !known.contains($0.name) }
        }
    }
}

extension ImportReport {
    /// The report of a file that was omitted.
    init(skipping error: ImportError) {
        self.init()
        addNote(.skipped, error.place, error.message, hint: error.hint)
    }

    init(joining reports: [ImportReport]) {
        self.init()
        requests = reports.reduce(0) { $0 + $1.requests }
        notes = reports.flatMap(\.notes)
    }
}
