// The parts of NetLayer that tests use most: a test names them by `import NetLayerTesting` alone.

@_exported import class NetLayer.ScriptedTransfer
@_exported import class NetLayer.ScriptedTransport
@_exported import class NetLayer.VirtualClock
