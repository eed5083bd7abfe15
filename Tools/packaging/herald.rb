# Homebrew's formula: brew install --HEAD ./Tools/packaging/herald.rb
# OWNER stands for whose repository it is installed from.
class Herald < Formula
  desc "Says why a user saw an update prompt, and why not"
  homepage "https://github.com/OWNER/herald"
  license "Apache-2.0"
  head "https://github.com/OWNER/herald.git", branch: "main"

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "python" => :build
  uses_from_macos "curl"
  uses_from_macos "sqlite"

  depends_on "pkgconf" => :build
  depends_on "zstd"

  on_linux do
    depends_on "openssl@3"
    depends_on "zlib"
  end

  def install
    system "swift", "build", "--disable-sandbox", "--only-use-versions-from-resolved-file", "-c", "release",
           "--product", "herald"
    bin.install ".build/release/herald"
    system "python3", "Tools/program.py", "manual", bin/"herald", man1
    generate_completions_from_executable(bin/"herald", "--generate-completion-script")
  end

  test do
    (testpath/"policy.json").write <<~JSON
      {"packageName": "com.example.shop", "updates": [{"id": "1", "forceUpdate": true, "targetVersion": "2.0",
       "targetWebsiteUrl": "https://example.com/app", "descriptions": {"*": {"message": "Version 2 is here."}}}]}
    JSON
    shown = shell_output("#{bin}/herald check --policy policy.json --property appPackageName=com.example.shop " \
                         "--property appVersionName=1.0 --format json")
    assert_match "update:1", shown
  end
end
