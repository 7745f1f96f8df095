import Atoll

// The example of README.md, word for word; `ReadmeTests` compares the two.

func pageOfTheExample(from bytes: [UInt8]) throws -> [UInt8] {
  let reading = try Reading(bytes)
  let renderer = try Renderer()
  let page = try renderer.render(reading.story).bytes
  return page
}
