use super::{InstallSource, Interval, interval::TimeSlot, shell::quoted};

/// A refresh that a workflow runs in a checkout of the repository.
#[derive(Debug, Clone)]
pub struct RefreshWorkflow {
    /// The arguments after `refresh`, relative to the repository: `profile.json`, `-o`, …
    pub arguments: Vec<String>,
    /// The source from which bibsync is installed.
    pub origin: InstallSource,
    /// The interval between runs.
    pub every: Interval,
    /// The number that determines the time of day.
    pub chance: u64,
}

impl RefreshWorkflow {
    /// Returns the schedule as the five fields of a crontab, in UTC.
    fn when(&self) -> String {
        let TimeSlot {
            minute,
            hour,
            weekday,
            day,
        } = TimeSlot::of(self.chance);
        match self.every {
            Interval::Daily => format!("{minute} {hour} * * *"),
            Interval::Weekly => format!("{minute} {hour} * * {weekday}"),
            Interval::Monthly => format!("{minute} {hour} {day} * *"),
        }
    }

    /// Returns the arguments quoted for a shell. GitHub and GitLab replace `${{ }}` and `$[[ ]]` before
    /// any shell reads them, so no `$` is written next to a bracket.
    fn words(&self) -> String {
        let apart = |word: &String| quoted(word).replace('$', "$''");
        let words: Vec<String> = self.arguments.iter().map(apart).collect();
        words.join(" ")
    }
}

/// Returns a workflow for `.github/workflows/` that opens a pull request with the changes, or updates
/// an open one.
#[must_use]
pub fn github_actions(refresh: &RefreshWorkflow) -> String {
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

/// Returns a job for `.gitlab-ci.yml` that opens a merge request with the changes. GitLab keeps the
/// times of pipelines in the project's settings; a comment proposes one.
#[must_use]
pub fn gitlab_ci(refresh: &RefreshWorkflow) -> String {
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
        super::{install_source::example_origin, validate},
        *,
    };

    fn refresh(arguments: Vec<String>) -> RefreshWorkflow {
        RefreshWorkflow {
            arguments,
            origin: example_origin(),
            every: Interval::Weekly,
            chance: 7,
        }
    }

    /// Returns the arguments that a shell passes to `bibsync` when it runs this script.
    fn shell_arguments(script: &str) -> Vec<String> {
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

    /// Returns the steps that run on GitHub, and those on GitLab.
    fn scripts(refresh: &RefreshWorkflow) -> [Vec<String>; 2] {
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
    fn workflow_installs_a_commit_of_the_repository() {
        for steps in scripts(&refresh(vec!["profile.json".to_owned()])) {
            let install = steps.iter().find(|step| step.contains("cargo install"));
            assert_eq!(install, Some(&example_origin().install()));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn workflow_reads_back_any_path(
            arguments in prop::collection::vec(validate::words::any(), 1..4)
        ) {
            let refresh = refresh(arguments.clone());
            refresh.validate().unwrap();
            for steps in scripts(&refresh) {
                let step = steps.iter().find(|step| step.contains(" refresh ")).unwrap();
                prop_assert!(!step.contains("${{") && !step.contains("$[["), "{}", step);
                let shell_arguments = shell_arguments(&step.replace("> /tmp/changes.md", ""));
                let begin = shell_arguments.iter().position(|word| word == "refresh").unwrap() + 1;
                prop_assert_eq!(&shell_arguments[begin..begin + arguments.len()], arguments.as_slice());
                prop_assert_eq!(&shell_arguments[begin + arguments.len()], "--accept");
            }
        }
    }
}
