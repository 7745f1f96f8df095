-- Renders every story of a Coral dump on Spark 3.5 or 4, and fails if any result is missing or incomplete.
--
-- recipes/spark/render runs this, and publishes the results only if it succeeds. By hand:
--
--   spark-sql -f render.sql --hivevar dump=/dump --hivevar out=/results/new \
--     --hivevar atoll='timeout -k 10 3600 atoll' --hivevar options='--format fragment' \
--     --hivevar maxFailures=0
--
-- `dump` contains the output of mongoexport, one row per line: comments* and archivedComments*, users* and stories*.
-- maxFailures applies to the whole job, because a partition may have only a few stories, and all of them may fail. `out` must be
-- a new folder; its contents are not valid before the last statement has succeeded. docs/spark.md explains each statement.

-- A worker that is missing, or lacks a library, is reported before anything is read.
SELECT assert_true(count_if(startswith(line, 'atoll ')) > 0,
  concat('the worker does not run: ', coalesce(max(line), 'it prints nothing'))) AS worker
FROM (
  SELECT TRANSFORM (probe)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
    USING 'cat > /dev/null; ${hivevar:atoll} --version 2>&1 || true'
    AS (line STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
  FROM VALUES ('') AS probes(probe));

-- A dump is not the output of a stream; checking for that would print an exception for every pattern below.
SET spark.sql.streaming.fileStreamSink.ignoreMetadata=true;

-- Lines end with LF only: by default Spark would also split at CR.
CREATE OR REPLACE TEMPORARY VIEW dumped USING text
  OPTIONS (path '${hivevar:dump}/{comments,archivedComments}*', lineSep '\n');
CREATE OR REPLACE TEMPORARY VIEW dumped_users USING text
  OPTIONS (path '${hivevar:dump}/users*', lineSep '\n');
CREATE OR REPLACE TEMPORARY VIEW dumped_stories USING text
  OPTIONS (path '${hivevar:dump}/stories*', lineSep '\n');

-- Extracts the ids from the text of a row, which takes a tenth of the time of parsing it. Quotes inside a text are
-- escaped, so only the field itself matches, and a row that is truncated after the field still belongs to its story.
CREATE OR REPLACE TEMPORARY VIEW comments AS
  SELECT
    value AS row,
    nullif(CASE
      WHEN NOT contains(value, '"storyID":"') THEN ''
      WHEN endswith(key, '\\') THEN regexp_extract(value, r'"storyID":"([^"\\]*+(?:\\.[^"\\]*+)*+)"', 1)
      ELSE key END, '') AS key,
    nullif(CASE
      WHEN NOT contains(value, '"authorID":"') THEN ''
      WHEN endswith(author, '\\') THEN regexp_extract(value, r'"authorID":"([^"\\]*+(?:\\.[^"\\]*+)*+)"', 1)
      ELSE author END, '') AS author
  FROM (
    SELECT
      value,
      substring_index(substring_index(value, '"storyID":"', -1), '"', 1) AS key,
      substring_index(substring_index(value, '"authorID":"', -1), '"', 1) AS author
    FROM dumped
    WHERE trim(' \t\r' FROM value) != '');

-- The rows of stories and users by id. Of users only the shown fields are kept: passwords and addresses are not passed on.
CREATE OR REPLACE TEMPORARY VIEW joined_rows AS
  SELECT 'story' AS kind, get_json_object(value, '$.id') AS id, value AS row FROM dumped_stories
  UNION ALL
  SELECT
    'user',
    get_json_object(value, '$.id'),
    concat(
      '{"profiles":[],"badges":', coalesce(get_json_object(value, '$.badges'), '[]'),
      ',"tags":', coalesce(get_json_object(value, '$.tags'), '[]'), ',',
      substring(to_json(named_struct(
        'id', get_json_object(value, '$.id'), 'username', get_json_object(value, '$.username'))), 2))
  FROM dumped_users;

-- The rows that each story needs: its own, and those of its authors, with their number of comments. The table is cached,
-- because the counts at the end use it too.
CREATE OR REPLACE TEMPORARY VIEW needed AS
  SELECT
    key, kind,
    CASE WHEN id LIKE r'%\\%' THEN get_json_object(concat('{"id":"', id, '"}'), '$.id') ELSE id END AS id,
    count(*) AS comments
  FROM comments LATERAL VIEW explode(map('user', author, 'story', key)) AS kind, id
  GROUP BY 1, 2, 3;
CACHE LAZY TABLE needed OPTIONS ('storageLevel' 'DISK_ONLY');

-- The rows of a story: its comments, its own row, and those of its authors. A row without a story is passed on too,
-- and becomes an error in the results, so no row is lost.
CREATE OR REPLACE TEMPORARY VIEW lines AS
  SELECT key, coalesce(concat(key, '\t', row), translate(row, '\t', ' ')) AS line FROM comments
  UNION ALL
  SELECT key, concat(key, '\t', row) FROM needed JOIN joined_rows USING (kind, id) WHERE key IS NOT NULL;

-- One worker for each partition. The rows of a story stay together and keys are in ascending order, as --group requires; the
-- worker itself sorts the comments of a story.
CREATE OR REPLACE TEMPORARY VIEW sorted AS
  SELECT key, line FROM lines DISTRIBUTE BY coalesce(key, line) SORT BY key;

-- Line and field separators are set on both sides; otherwise tabs split columns, and \N becomes NULL.
CREATE OR REPLACE TEMPORARY VIEW results AS
  SELECT TRANSFORM (line)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
    USING '${hivevar:atoll} batch --group --strip-key --threads 1 --hashes --max-errors 100% ${hivevar:options}'
    AS (line STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
  FROM sorted;

INSERT OVERWRITE DIRECTORY '${hivevar:out}' USING text SELECT line FROM results;

CREATE OR REPLACE TEMPORARY VIEW written USING text
  OPTIONS (path '${hivevar:out}', lineSep '\n');

-- Counts the input, without the workers.
CREATE OR REPLACE TEMPORARY VIEW sent AS
  SELECT sum(rows) AS rows, count(DISTINCT key) AS stories, sum(if(key IS NULL, rows, 0)) AS without_key
  FROM (
    SELECT key, comments AS rows FROM needed WHERE kind = 'story'
    UNION ALL
    SELECT key, 1 FROM needed JOIN joined_rows USING (kind, id) WHERE key IS NOT NULL);

-- Counts the output. A result is complete if its output has the hash from the worker.
CREATE OR REPLACE TEMPORARY VIEW received AS
  SELECT
    count(r.trailer) AS trailers, sum(r.trailer.in) AS rows, sum(r.trailer.out) AS results,
    count_if(r.v = 1) AS lines, count(DISTINCT r.key) AS stories,
    count_if(r.v = 1 AND NOT r.ok AND r.key IS NOT NULL) AS failures,
    min(if(r.v = 1 AND NOT r.ok AND r.key IS NOT NULL,
      concat(r.key, ' (', r.error.code, ': ', r.error.message, ')'), NULL)) AS example,
    count_if(r.trailer IS NULL AND NOT is_complete) AS damaged,
    array_sort(collect_set(concat(r.trailer.version, ' ', left(r.trailer.fingerprint, 12)))) AS renderings
  FROM (
    SELECT r, coalesce(r.v = 1 AND (sha2(r.output, 256) = r.out OR NOT r.ok), false) AS is_complete
    FROM (
      SELECT from_json(value, 'v INT, key STRING, ok BOOLEAN, output STRING, out STRING,
        error STRUCT<code: STRING, message: STRING>,
        trailer STRUCT<in: BIGINT, out: BIGINT, version: STRING, fingerprint: STRING>', map('maxStringLen', '2147483647')) AS r
      FROM written));

-- Spark does not notice missing results. This statement fails unless all of them were written.
SELECT coalesce(
  assert_true(received.damaged = 0, concat(received.damaged, ' results are damaged')),
  assert_true(coalesce(received.rows, 0) = sent.rows,
    concat('the workers read ', received.rows, ' of ', sent.rows, ' rows')),
  assert_true(coalesce(received.results, 0) = received.lines,
    concat('the workers wrote ', received.results, ' results, of which ', received.lines, ' were received')),
  assert_true(received.lines = sent.stories + sent.without_key AND received.stories = sent.stories,
    concat(received.stories, ' of ', sent.stories, ' stories have results')),
  assert_true(size(received.renderings) <= 1,
    concat('the workers are of different versions or have different options, templates or styles: ',
      concat_ws(', ', received.renderings))),
  -- A row without a story does not count as a failed story.
  assert_true(received.failures <= ${hivevar:maxFailures},
    concat(received.failures, ' stories failed, such as ', received.example)),
  concat('complete: ', sent.rows, ' rows, ', sent.stories, ' stories, ', received.failures, ' failures, ',
    sent.without_key, ' rows without a story')
) AS result
FROM sent CROSS JOIN received;
