/// What a ledger has for analysis: the views that queries are written for, and the tables below them, which
/// `herald export LEDGER --table all --format sqlite` fills.
///
/// Nothing else reads them, appending does not touch them, and whoever deletes them loses nothing: the next writer makes
/// them anew, empty.
extension LedgerSchema {
  static let analysis = streams + eventsView + analysisOfColumns

  static let analysisTables = [
    "analysis_streams", "analysis_decisions", "analysis_prompts", "analysis_updates", "analysis_installations",
    "analysis_rules", "analysis_documents",
  ]
  static let analysisViews = [
    "events", "decisions", "prompts", "updates", "installations", "rules", "documents", "tables_behind",
  ]

  /// How far each stream's rows are, and how many streams have grown since.
  private static let streams =
    """
    CREATE TABLE IF NOT EXISTS analysis_streams (stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
    CREATE VIEW IF NOT EXISTS tables_behind AS
    SELECT count(*) FILTER (WHERE head > coalesce(revision, 0)) AS installations, count(*) AS of_installations
    FROM streams LEFT JOIN analysis_streams ON stream = id;

    """

  /// Straight from the lines, as far as SQL reads them: data loses the white space between its values.
  private static let eventsView =
    """
    CREATE VIEW IF NOT EXISTS events AS SELECT
      position, source, revision, id, type, time, zone_minutes, known,
      CASE WHEN is_fetch THEN json_extract(line, '$.data.trigger') END AS trigger,
      CASE WHEN is_fetch OR type = 'push.received' AND known THEN json_extract(line, '$.data.url') END AS url,
      CASE WHEN type = 'fetch.succeeded' AND known THEN json_extract(line, '$.data.format') END AS format,
      CASE WHEN is_fetch THEN CAST(json_extract(line, '$.data.status') AS INTEGER) END AS status,
      CASE WHEN type = 'fetch.succeeded' AND known AND json_extract(line, '$.data.status') = 200
        THEN json_extract(line, '$.data.digest') END AS digest,
      CASE WHEN type = 'fetch.failed' AND known THEN json_extract(line, '$.data.reason') END AS failure,
      CASE WHEN is_fetch OR type IN ('app.launched', 'push.received') AND known
        THEN json_extract(line, '$.data.user') END AS user,
      CASE WHEN type IN ('prompt.shown', 'button.chosen') AND known
        THEN json_extract(line, '$.data.prompt') END AS prompt,
      CASE WHEN type = 'prompt.shown' AND known THEN json_extract(line, '$.data.rule') END AS rule,
      CASE WHEN type IN ('prompt.shown', 'push.received') AND known
        THEN json_extract(line, '$.data.kind') END AS kind,
      CASE WHEN type = 'prompt.shown' AND known THEN json_extract(line, '$.data.language') END AS language,
      CASE WHEN type = 'button.chosen' AND known THEN json_extract(line, '$.data.button') END AS button,
      CASE WHEN type = 'operation.attempted' AND known THEN json_extract(line, '$.data.operation') END AS operation,
      CASE WHEN type = 'app.foregrounded' AND known
        THEN coalesce(json_extract(line, '$.data.busy'), 0) END AS busy,
      json_extract(line, '$.data') AS data
    FROM (
      SELECT
        lines.position, streams.source, lines.revision, line, json_extract(line, '$.id') AS id,
        json_extract(line, '$.type') AS type,
        strftime('%Y-%m-%dT%H:%M:%fZ', facts.time / 1000.0, 'unixepoch') AS time, facts.zone AS zone_minutes,
        facts.type <> 0 AS known,
        facts.type <> 0 AND json_extract(line, '$.type') IN ('fetch.succeeded', 'fetch.failed') AS is_fetch
      FROM lines JOIN streams ON streams.id = lines.stream
        JOIN facts ON facts.event = (lines.stream << 32) + lines.revision
    );

    """

  /// Made of the tables' columns, as HeraldReport has them.
  package static let analysisOfColumns =
    """
    CREATE TABLE IF NOT EXISTS analysis_decisions (
      stream INTEGER NOT NULL, source TEXT NOT NULL, revision INTEGER NOT NULL, time TEXT NOT NULL,
      zone_minutes INTEGER NOT NULL, trigger TEXT NOT NULL, reason TEXT NOT NULL, rule TEXT, kind TEXT, language TEXT,
      destination TEXT, digest TEXT, policy_revision INTEGER, app_version TEXT, os_name TEXT, os_version TEXT,
      device_language TEXT, looked_at TEXT NOT NULL, PRIMARY KEY (stream, revision)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS analysis_prompts (
      stream INTEGER NOT NULL, source TEXT NOT NULL, prompt TEXT NOT NULL, revision INTEGER NOT NULL,
      shown_at TEXT NOT NULL, zone_minutes INTEGER NOT NULL, rule TEXT NOT NULL, kind TEXT NOT NULL, language TEXT,
      verdict TEXT NOT NULL, trigger TEXT, digest TEXT, number INTEGER NOT NULL, hours_since_last REAL,
      again_after_return INTEGER NOT NULL, outcome TEXT NOT NULL, answer TEXT, answered_at TEXT, answer_seconds REAL,
      accepted INTEGER, app_version TEXT, app_version_next TEXT, updated_at TEXT, updated INTEGER NOT NULL,
      days_to_update REAL, os_name TEXT, os_version TEXT, device_language TEXT, PRIMARY KEY (stream, revision)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS analysis_updates (
      stream INTEGER NOT NULL, source TEXT NOT NULL, revision INTEGER NOT NULL, time TEXT NOT NULL,
      zone_minutes INTEGER NOT NULL, from_version TEXT, to_version TEXT, direction TEXT NOT NULL, cause TEXT NOT NULL,
      rule TEXT, kind TEXT, prompt TEXT, showings INTEGER NOT NULL, seconds_since_answer REAL, os_name TEXT,
      os_version TEXT, PRIMARY KEY (stream, revision)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS analysis_installations (
      stream INTEGER NOT NULL, source TEXT NOT NULL, revision INTEGER NOT NULL, events INTEGER NOT NULL,
      first_event_at TEXT, last_event_at TEXT, app_package TEXT, app_version TEXT, app_version_code TEXT, os_name TEXT,
      os_version TEXT, device_model TEXT, device_tablet TEXT, device_language TEXT, user TEXT, digest TEXT,
      policy_revision INTEGER, format TEXT, refused_digest TEXT, refused_reason TEXT, last_check TEXT,
      failures INTEGER NOT NULL, push_waiting INTEGER NOT NULL, push_url TEXT, visible_prompt TEXT, visible_rule TEXT,
      visible_kind TEXT, launches INTEGER NOT NULL, returns INTEGER NOT NULL, operations INTEGER NOT NULL,
      stray_buttons INTEGER NOT NULL, ignored_pushes INTEGER NOT NULL, clock_steps INTEGER NOT NULL,
      unknown_events INTEGER NOT NULL, showings INTEGER NOT NULL, answers INTEGER NOT NULL, accepted INTEGER NOT NULL,
      updates INTEGER NOT NULL, properties TEXT NOT NULL, PRIMARY KEY (stream)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS analysis_rules (
      digest TEXT, rule TEXT NOT NULL, kind TEXT, looked_at INTEGER NOT NULL, passed INTEGER NOT NULL,
      shown INTEGER NOT NULL, answered INTEGER NOT NULL, accepted INTEGER NOT NULL, installations INTEGER NOT NULL,
      blocked_trigger INTEGER NOT NULL, blocked_filters INTEGER NOT NULL, blocked_version INTEGER NOT NULL,
      blocked_rollout INTEGER NOT NULL, blocked_window INTEGER NOT NULL, blocked_skipped INTEGER NOT NULL,
      blocked_count INTEGER NOT NULL, blocked_period INTEGER NOT NULL, blocked_installed INTEGER NOT NULL,
      blocked_text INTEGER NOT NULL, PRIMARY KEY (digest, rule)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS analysis_documents (
      digest TEXT, format TEXT NOT NULL, bytes INTEGER, package_name TEXT, policy_revision INTEGER, updates INTEGER,
      messages INTEGER, unreadable_rules INTEGER, refusal TEXT, first_arrived_at TEXT NOT NULL,
      last_arrived_at TEXT NOT NULL, arrivals INTEGER NOT NULL, accepted INTEGER NOT NULL, refused INTEGER NOT NULL,
      installations INTEGER NOT NULL, PRIMARY KEY (digest, format)
    ) STRICT, WITHOUT ROWID;
    CREATE VIEW IF NOT EXISTS decisions AS SELECT
      source, revision, time, zone_minutes, trigger, reason, rule, kind, language, destination, digest,
      policy_revision, app_version, os_name, os_version, device_language, looked_at
    FROM analysis_decisions;
    CREATE VIEW IF NOT EXISTS prompts AS SELECT
      source, prompt, revision, shown_at, zone_minutes, rule, kind, language, verdict, trigger, digest, number,
      hours_since_last, again_after_return, outcome, answer, answered_at, answer_seconds, accepted, app_version,
      app_version_next, updated_at, updated, days_to_update, os_name, os_version, device_language
    FROM analysis_prompts;
    CREATE VIEW IF NOT EXISTS updates AS SELECT
      source, revision, time, zone_minutes, from_version, to_version, direction, cause, rule, kind, prompt, showings,
      seconds_since_answer, os_name, os_version
    FROM analysis_updates;
    CREATE VIEW IF NOT EXISTS installations AS SELECT
      source, revision, events, first_event_at, last_event_at, app_package, app_version, app_version_code, os_name,
      os_version, device_model, device_tablet, device_language, user, digest, policy_revision, format, refused_digest,
      refused_reason, last_check, failures, push_waiting, push_url, visible_prompt, visible_rule, visible_kind,
      launches, returns, operations, stray_buttons, ignored_pushes, clock_steps, unknown_events, showings, answers,
      accepted, updates, properties
    FROM analysis_installations;
    CREATE VIEW IF NOT EXISTS rules AS SELECT
      nullif(digest, '') AS digest, rule, kind, looked_at, passed, shown, answered, accepted, installations,
      blocked_trigger, blocked_filters, blocked_version, blocked_rollout, blocked_window, blocked_skipped,
      blocked_count, blocked_period, blocked_installed, blocked_text
    FROM analysis_rules;
    CREATE VIEW IF NOT EXISTS documents AS SELECT
      bodies.digest AS digest, format, length(CAST(bodies.body AS BLOB)) AS bytes, package_name, policy_revision,
      updates, messages, unreadable_rules, refusal, first_arrived_at, last_arrived_at, arrivals, accepted, refused,
      installations, bodies.body AS body
    FROM bodies LEFT JOIN analysis_documents ON analysis_documents.digest = bodies.digest;
    """
}
