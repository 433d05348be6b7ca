use super::{Every, every::Moment, shell::quoted};

/// What a workflow refreshes in a checkout of the repository.
#[derive(Debug, Clone)]
pub struct Refresh {
    /// The arguments after `refresh`, relative to the repository: `profile.json`, `-o`, …
    pub arguments: Vec<String>,
    /// The version of bibsync to install.
    pub version: String,
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

    fn words(&self) -> String {
        let words: Vec<String> = self.arguments.iter().map(|word| quoted(word)).collect();
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
        run: cargo install --locked bibsync@{version}
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
        version = refresh.version,
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
    - cargo install --locked bibsync@{version}
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
        version = refresh.version,
        words = refresh.words(),
    )
}
