class {{class}} < Formula
  desc "{{description}}"
  homepage "{{repository}}"
  version "{{version}}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "{{url -aarch64-apple-darwin.tar.gz}}"
      sha256 "{{sha256 -aarch64-apple-darwin.tar.gz}}"
    end
    on_intel do
      url "{{url -x86_64-apple-darwin.tar.gz}}"
      sha256 "{{sha256 -x86_64-apple-darwin.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url -aarch64-unknown-linux-musl.tar.gz}}"
      sha256 "{{sha256 -aarch64-unknown-linux-musl.tar.gz}}"
    end
    on_intel do
      url "{{url -x86_64-unknown-linux-musl.tar.gz}}"
      sha256 "{{sha256 -x86_64-unknown-linux-musl.tar.gz}}"
    end
  end

  def install
    bin.install "bibsync"
    man1.install Dir["man1/*.1"]
    bash_completion.install "completions/bibsync"
    zsh_completion.install "completions/_bibsync"
    fish_completion.install "completions/bibsync.fish"
  end

  test do
    (testpath/"list.json").write '{"name": "Ada Example", "publications": [{"title": "On Looms"}]}'
    system bin/"bibsync", "fetch", "--offline", "list.json"
    assert_match "On Looms", (testpath/"references.bib").read
  end
end
