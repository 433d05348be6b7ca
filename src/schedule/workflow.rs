use super::{Every, Origin, every::Moment, shell::quoted};

/// What a workflow refreshes in a checkout of the repository.
#[derive(Debug, Clone)]
pub struct Refresh {
    /// The arguments after `refresh`, relative to the repository: `profile.json`, `-o`, …
    pub arguments: Vec<String>,
    /// From where bibsync is installed.
    pub origin: Origin,
    /// How often.
    pub every: Every,
    /// What fixes at which moment of the day.
    pub chance: u64,
}

impl Refresh {
    /// When, by the five fields of a crontab, in UTC.
    fn when(&self) -> String {
        let Moment {
            minute,
            hour,
            weekday,
            day,
        } = Moment::of(self.chance);
        match self.every {
            Every::Daily => format!("{minute} {hour} * * *"),
            Every::Weekly => format!("{minute} {hour} * * {weekday}"),
            Every::Monthly => format!("{minute} {hour} {day} * *"),
        }
    }

    /// The arguments for a shell. GitHub and GitLab put values in the place of `${{ }}` and `$[[ ]]`
    /// before any shell reads them, so no `$` is next to a bracket.
    fn words(&self) -> String {
        let apart = |word: &String| quoted(word).replace('$', "$''");
        let words: Vec<String> = self.arguments.iter().map(apart).collect();
        words.join(" ")
    }
}

/// A workflow for `.github/workflows/` that opens a pull request with what changed, or brings an
/// open one up to date.
#[must_use]
pub fn github_actions(refresh: &Refresh) -> String {
    format!(
        r#"# Written by `bibsync schedule print --for github-actions`.
name: Refresh the bibliography
on:
  schedule:
    - cron: "{when}"
  workflow_dispatch:
permissions:
  contents: write
  pull-requests: write
concurrency:
  group: bibsync
jobs:
  refresh:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/cache@v4
        with:
          path: ~/.cache/bibsync
          key: bibsync-${{{{ github.run_id }}}}
          restore-keys: bibsync-
      - name: Install bibsync
        run: {install}
      - name: Refresh
        env:
          BIBSYNC_CONTACT_EMAIL: ${{{{ vars.BIBSYNC_CONTACT_EMAIL }}}}
        run: |
          code=0
          bibsync refresh {words} --accept all --format markdown > "$RUNNER_TEMP/changes.md" || code=$?
          # 3: a source failed, and what the others gave is written.
          test "$code" = 0 || test "$code" = 3
      - name: Open a pull request
        env:
          GH_TOKEN: ${{{{ github.token }}}}
        run: |
          git add --update
          if git diff --cached --quiet; then exit 0; fi
          git config user.name "github-actions[bot]"
          git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
          git switch --force-create bibsync/refresh
          git commit --message "Refresh the bibliography"
          git push --force origin bibsync/refresh
          gh pr create --title "Refresh the bibliography" --body-file "$RUNNER_TEMP/changes.md" \
            || gh pr edit --body-file "$RUNNER_TEMP/changes.md"
"#,
        when = refresh.when(),
        install = refresh.origin.install(),
        words = refresh.words(),
    )
}

/// A job for `.gitlab-ci.yml` that opens a merge request with what changed. GitLab keeps the times of
/// pipelines in the project's settings; the one proposed here stands in a comment.
#[must_use]
pub fn gitlab_ci(refresh: &Refresh) -> String {
    format!(
        r#"# Written by `bibsync schedule print --for gitlab-ci`. Add a pipeline schedule
# ("{when}") and a masked variable BIBSYNC_TOKEN, a project token that may
# write to the repository.
refresh-bibliography:
  image: rust:1
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  resource_group: bibsync
  cache:
    key: bibsync
    paths:
      - .bibsync-cache/
  script:
    - {install}
    - code=0
    - |
      bibsync --cache-dir .bibsync-cache refresh {words} --accept all --format markdown > /tmp/changes.md || code=$?
    # 3: a source failed, and what the others gave is written.
    - test "$code" = 0 || test "$code" = 3
    - git add --update
    - if git diff --cached --quiet; then exit 0; fi
    - git config user.name "bibsync"
    - git config user.email "bibsync@noreply.$CI_SERVER_HOST"
    - (echo "Refresh the bibliography"; echo; cat /tmp/changes.md) | git commit --file -
    - >-
      git push --force
      --push-option merge_request.create
      --push-option merge_request.target="$CI_DEFAULT_BRANCH"
      "https://bibsync:$BIBSYNC_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git"
      HEAD:refs/heads/bibsync/refresh
"#,
        when = refresh.when(),
        install = refresh.origin.install(),
        words = refresh.words(),
    )
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;
    use saphyr::{LoadableYamlNode as _, Yaml};

    use super::{
        super::{fit, origin::example_origin},
        *,
    };

    fn refresh(arguments: Vec<String>) -> Refresh {
        Refresh {
            arguments,
            origin: example_origin(),
            every: Every::Weekly,
            chance: 7,
        }
    }

    /// What a shell hands to `bibsync` when it runs this script.
    fn heard(script: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let said = folder.path().join("said");
        let script = format!(
            "bibsync() {{ printf '%s\\0' \"$@\" > '{}'; }}\ncode=0\n{script}",
            said.display()
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder.path());
        shell.env("RUNNER_TEMP", folder.path()).env_remove("HOME");
        let ended = shell.output().unwrap();
        assert!(ended.status.success(), "{ended:?}\n{script}");
        let said = fs_err::read_to_string(said).unwrap();
        said.split_terminator('\0').map(str::to_owned).collect()
    }

    /// The steps that are run for GitHub, and those for GitLab.
    fn scripts(refresh: &Refresh) -> [Vec<String>; 2] {
        let text = github_actions(refresh);
        let yaml = Yaml::load_from_str(&text).unwrap();
        let steps = yaml[0]["jobs"]["refresh"]["steps"].as_sequence().unwrap();
        let github = steps
            .iter()
            .filter_map(|step| step.as_mapping_get("run")?.as_str())
            .map(str::to_owned)
            .collect();
        let text = gitlab_ci(refresh);
        let yaml = Yaml::load_from_str(&text).unwrap();
        let steps = yaml[0]["refresh-bibliography"]["script"]
            .as_sequence()
            .unwrap();
        let gitlab = steps
            .iter()
            .map(|step| step.as_str().unwrap().to_owned())
            .collect();
        [github, gitlab]
    }

    #[test]
    fn what_is_installed_is_a_commit_of_the_repository() {
        for steps in scripts(&refresh(vec!["profile.json".to_owned()])) {
            let install = steps.iter().find(|step| step.contains("cargo install"));
            assert_eq!(install, Some(&example_origin().install()));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_path_comes_out_of_a_workflow_as_it_went_in(
            arguments in prop::collection::vec(fit::words::any(), 1..4)
        ) {
            let refresh = refresh(arguments.clone());
            refresh.fits().unwrap();
            for steps in scripts(&refresh) {
                let step = steps.iter().find(|step| step.contains(" refresh ")).unwrap();
                prop_assert!(!step.contains("${{") && !step.contains("$[["), "{}", step);
                let heard = heard(&step.replace("> /tmp/changes.md", ""));
                let begin = heard.iter().position(|word| word == "refresh").unwrap() + 1;
                prop_assert_eq!(&heard[begin..begin + arguments.len()], arguments.as_slice());
                prop_assert_eq!(&heard[begin + arguments.len()], "--accept");
            }
        }
    }
}
