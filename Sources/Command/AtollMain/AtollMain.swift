import AtollCommand

@main
struct AtollMain {
  static func main() {
    runAtoll()
  }
}
