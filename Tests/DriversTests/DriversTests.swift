import Testing

@testable import Drivers
