// The JSON types that this module's API shows. They are declared in Document, which is no product: another
// package names them by `import NetLayer` alone.

@_exported import struct Document.JSONDocument
@_exported import struct Document.JSONElements
@_exported import struct Document.JSONError
@_exported import struct Document.JSONMember
@_exported import struct Document.JSONMembers
@_exported import struct Document.JSONNode
