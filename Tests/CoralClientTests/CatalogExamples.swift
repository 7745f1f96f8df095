import CoralClient
import Testing

// The examples of the catalog of CoralClient, word for word; `CatalogTests` compares them.

struct DeadServer: Transport {
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    throw TransportError(.unreachable, message: "no route to host")
  }
}

@Suite struct CatalogExamples {
  @Test func makesAClient() throws {
    let client = CoralClient(try ServerAddress("https://coral.example.com"))
    let story = StoryReference.url("https://example.com/tide-pools")
    // Only compiled: the request would go to a real server.
    _ = { () async throws in try await client.fetch(story) }
  }

  @Test func reportsAnUnreachableServer() async throws {
    var options = ClientOptions()
    options.maximumAttempts = 1
    let client = CoralClient(
      try ServerAddress("https://coral.example.com"), options: options, transport: DeadServer())
    let error = await #expect(throws: ClientError.self) { try await client.fetch(.id("story")) }
    #expect(error?.kind == .unreachable)
  }
}
