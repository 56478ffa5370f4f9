import Testing

@testable import Exhibit
