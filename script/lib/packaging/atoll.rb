# Homebrew formula; `script/release` fills in the version, the address and the checksum of the sources.
# Not run where releases are made, which is Debian: check it on a Mac with `brew install --build-from-source ./atoll.rb`.
class Atoll < Formula
  desc "Renderer of Coral comment threads"
  homepage "https://example.com/atoll"
  url "@URL@/atoll-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "cmark"
  depends_on "libdeflate"
  depends_on "nettle"
  uses_from_macos "swift" => :build, since: :tahoe
  uses_from_macos "zlib"

  def install
    # Homebrew runs the build in its own sandbox.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "atoll"
    bin.install ".build/release/atoll"
    generate_completions_from_executable(bin/"atoll", "completions")
    (buildpath/"atoll.1").write Utils.safe_popen_read(bin/"atoll", "--generate-manual")
    man1.install "atoll.1"
    (pkgshare/"recipes").install Dir["recipes/*"]
    pkgshare.install_symlink "recipes/import"
    doc.install "docs"
  end

  test do
    assert_equal "atoll #{version}", shell_output("#{bin}/atoll --version").strip
    system bin/"atoll", "demo", "-o", testpath/"demo"
    assert_path_exists testpath/"demo/thread-page.html"
  end
end
