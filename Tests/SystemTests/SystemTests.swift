import Testing

@testable import System
