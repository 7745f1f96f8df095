@main
struct AtollMain {
  static func main() {}
}
