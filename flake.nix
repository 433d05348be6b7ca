{
  description = "bibsync: publication lists to BibTeX";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      manifest = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).package;
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = build: nixpkgs.lib.genAttrs systems (system: build nixpkgs.legacyPackages.${system});
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          version = manifest.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests start programs that a build does not have.
          cargoTestFlags = [ "--lib" ];
          postInstall = ''
            bash packaging/pages $out/bin/bibsync pages
            installManPage pages/man1/*.1
            installShellCompletion --bash pages/completions/bibsync --zsh pages/completions/_bibsync --fish pages/completions/bibsync.fish
          '';
          meta = {
            description = manifest.description;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "bibsync";
          };
        };
      });
    };
}
