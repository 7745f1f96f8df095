-- Renders the stories of a Coral dump on Spark 3.5 or 4, and fails if any result is missing or incomplete.
--
-- recipes/spark/render runs this. Its variables:
--
--   dump     the folder with the tables comments* and archivedComments*, users* and stories*
--   format   their format; row is the expression for a row as JSON: value for text, otherwise to_json(struct(*))
--   out      the folder of the results; atoll store load takes them once their list, the last statement, is written
--   atoll, options   the command of the worker and the options of atoll batch: words for a shell in Base64
--   since    a moment, or empty; actions is the table with the decisions of moderators, read only with a moment
--
-- docs/scale.md explains each statement.

-- A worker that is missing, lacks a library, or does not take the options, is reported before anything is read.
SELECT assert_true(count_if(startswith(line, '{"header":')) > 0,
  concat('the worker does not run: ', coalesce(nullif(concat_ws(' ', collect_list(line)), ''), 'it prints nothing'))) AS worker
FROM (
  SELECT TRANSFORM (probe)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
    USING 'cat > /dev/null; eval "$(echo ${hivevar:atoll} | base64 -d) batch --group --strip-key --for-store $(echo ${hivevar:options} | base64 -d)" < /dev/null 2>&1 || true'
    AS (line STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
  FROM VALUES ('') AS probes(probe));

-- A dump is not the output of a stream; checking for that would print an exception for every pattern below.
SET spark.sql.streaming.fileStreamSink.ignoreMetadata=true;

SET spark.sql.session.timeZone=UTC;

-- Lines end with LF only: by default Spark would also split at CR. Files of one table may have different columns. The files of
-- a partitioned table are read as if they were in one folder.
CREATE OR REPLACE TEMPORARY VIEW comment_table USING ${hivevar:format}
  OPTIONS (path '${hivevar:dump}/{comments,archivedComments}*', lineSep '\n', mergeSchema 'true', recursiveFileLookup 'true');
CREATE OR REPLACE TEMPORARY VIEW user_table USING ${hivevar:format}
  OPTIONS (path '${hivevar:dump}/users*', lineSep '\n', mergeSchema 'true', recursiveFileLookup 'true');
CREATE OR REPLACE TEMPORARY VIEW story_table USING ${hivevar:format}
  OPTIONS (path '${hivevar:dump}/stories*', lineSep '\n', mergeSchema 'true', recursiveFileLookup 'true');
CREATE OR REPLACE TEMPORARY VIEW action_table USING ${hivevar:format}
  OPTIONS (path '${hivevar:dump}/${hivevar:actions}*', lineSep '\n', mergeSchema 'true', recursiveFileLookup 'true');

-- Each row as JSON, with its columns in their order.
CREATE OR REPLACE TEMPORARY VIEW table_rows AS
  SELECT kind, value
  FROM (
    SELECT 'comment' AS kind, ${hivevar:row} AS value FROM comment_table
    UNION ALL SELECT 'user', ${hivevar:row} FROM user_table
    UNION ALL SELECT 'story', ${hivevar:row} FROM story_table
    UNION ALL SELECT 'action', ${hivevar:row} FROM action_table)
  WHERE trim(' \t\r' FROM value) != '';

-- The name of a member with an id, up to its value.
SET id="(?:storyID|authorID|tenantID|createdBy|commentID|id)"\s*:\s*;

-- Each row also with the ids as the worker reads them, all as text. An id may be a number, or in an object such as {"$oid":"1"};
-- any other value is none.
CREATE OR REPLACE TEMPORARY VIEW dumped AS
  SELECT kind, value, if(value RLIKE r'${hivevar:id}[^"\s]',
    regexp_replace(regexp_replace(regexp_replace(value,
      r'(${hivevar:id})[{]\s*"[$][^"]*"\s*:\s*("[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][-+.0-9eE]*)\s*[}]', '$1$2'),
      r'(${hivevar:id})(-?[0-9][-+.0-9eE]*)', '$1"$2"'),
      r'(${hivevar:id})(?=[^"\s])', '$1null,"":'), value) AS ids
  FROM table_rows;

-- The first member with the name of an id counts, as for the worker. A comment that is truncated after the id still belongs to its
-- story. An id that would end a field or a line for the worker counts as none. The editor who featured a comment may be shown.
CREATE OR REPLACE TEMPORARY VIEW all_comments AS
  SELECT row, if(key RLIKE '[\t\n]', NULL, nullif(key, '')) AS key, author, editor, ids
  FROM (
    SELECT value AS row, ids,
      coalesce(get_json_object(ids, '$.storyID'), CASE WHEN get_json_object(value, '$') IS NULL THEN get_json_object(
        concat('{"id":', regexp_extract(ids, r'"storyID"\s*:\s*("[^"\\]*+(?:\\.[^"\\]*+)*+")', 1), '}'), '$.id') END) AS key,
      get_json_object(ids, '$.authorID') AS author,
      if(contains(ids, '"FEATURED"'), get(filter(from_json(ids, 'tags ARRAY<STRUCT<type STRING, createdBy STRING>>').tags,
        tag -> tag.type = 'FEATURED'), 0).createdBy, NULL) AS editor
    FROM dumped
    WHERE kind = 'comment');

-- The rows with a time since the moment: of a comment, an edit, a tag, a decision of a moderator, a story. A row without any
-- readable time counts as one.
CREATE OR REPLACE TEMPORARY VIEW new_rows AS
  SELECT kind, id
  FROM (
    SELECT 'story' AS kind, key AS id, row FROM all_comments
    UNION ALL SELECT 'story', get_json_object(ids, '$.id'), value FROM dumped WHERE kind = 'story'
    UNION ALL SELECT 'comment', get_json_object(ids, '$.commentID'), value FROM dumped WHERE kind = 'action')
  WHERE coalesce(
    array_max(transform(
      regexp_extract_all(row, r'At"\s*:\s*(?:[{]\s*"[$]date"\s*:\s*)?"([0-9][^"]*)"', 1), t -> try_cast(t AS TIMESTAMP)))
    >= try_cast('${hivevar:since}' AS TIMESTAMP), true);

-- The comments of the stories to render: all without a moment.
CREATE OR REPLACE TEMPORARY VIEW comments AS
  SELECT row, key, author, editor FROM all_comments
  WHERE '${hivevar:since}' = '' OR key IN (
    SELECT id FROM new_rows WHERE kind = 'story' AND id IS NOT NULL
    UNION
    SELECT key FROM all_comments JOIN new_rows ON kind = 'comment' AND id = get_json_object(ids, '$.id')
    WHERE key IS NOT NULL);

-- The rows of stories and users, and whether they can be read. A row with text after its end cannot.
CREATE OR REPLACE TEMPORARY VIEW all_joined AS
  SELECT kind, value, ids, coalesce(
    get_json_object(value, '$') LIKE '{"%' AND json_array_length(concat('[', value, ']')) = 1, false) AS is_readable
  FROM dumped
  WHERE kind IN ('user', 'story');

-- The same by id. Of users only the shown fields are kept: passwords and addresses are not passed on. The worker knows the row of a
-- user by its profiles, and that of a story by its address.
CREATE OR REPLACE TEMPORARY VIEW joined_rows AS
  SELECT kind, id, CASE
    WHEN kind = 'user' THEN concat(
      -- A value that is a text is no list.
      '{"profiles":[],"badges":', coalesce(get_json_object(concat('[', get_json_object(value, '$.badges'), ']'), '$[0]'), '[]'),
      ',"secretBadges":', coalesce(get_json_object(concat('[', get_json_object(value, '$.secretBadges'), ']'), '$[0]'), '[]'),
      ',"tags":', coalesce(get_json_object(concat('[', get_json_object(value, '$.tags'), ']'), '$[0]'), '[]'), ',',
      substring(to_json(named_struct(
        'id', id, 'tenantID', get_json_object(ids, '$.tenantID'), 'username', get_json_object(value, '$.username'),
        'avatar', get_json_object(value, '$.avatar'))), 2))
    WHEN get_json_object(value, '$.url') IS NULL THEN regexp_replace(value, '^\\s*[{]', '{"url":null,')
    ELSE value END AS row
  FROM (SELECT *, get_json_object(ids, '$.id') AS id FROM all_joined WHERE is_readable)
  WHERE id != '';

-- The rows that each story needs: its own, those of its authors, and those of the editors who featured its comments, with their
-- number of comments. The table is cached, because the counts at the end use it too.
CREATE OR REPLACE TEMPORARY VIEW needed AS
  SELECT key, kind, id, count(*) AS comments
  FROM comments LATERAL VIEW stack(3, 'story', key, 'user', author, 'user', editor) AS kind, id
  WHERE kind = 'story' OR id != ''
  GROUP BY 1, 2, 3;
CACHE LAZY TABLE needed OPTIONS ('storageLevel' 'DISK_ONLY');

-- The rows of a story: its comments, its own row, and those of its authors. A row without a story is passed on too,
-- and becomes an error in the results, so no row is lost. If it is damaged, it has no field for a key, and may be of any story.
-- An empty line, which no worker counts, makes results that can be loaded even if there is no story.
CREATE OR REPLACE TEMPORARY VIEW lines AS
  SELECT key, CASE
    WHEN key IS NOT NULL THEN concat(key, '\t', row)
    WHEN get_json_object(row, '$') LIKE '{"%' THEN concat('\t', row)
    ELSE translate(row, '\t', ' ') END AS line FROM comments
  UNION ALL
  SELECT key, concat(key, '\t', row) FROM needed JOIN joined_rows USING (kind, id) WHERE key IS NOT NULL
  UNION ALL
  SELECT NULL, '';

-- One worker for each partition. The rows of a story stay together and keys are in ascending order, as --group requires; the
-- worker itself sorts the comments of a story.
CREATE OR REPLACE TEMPORARY VIEW sorted AS
  SELECT key, line FROM lines DISTRIBUTE BY coalesce(key, line) SORT BY key;

-- Line and field separators are set on both sides; otherwise tabs split columns, and \N becomes NULL.
CREATE OR REPLACE TEMPORARY VIEW results AS
  SELECT TRANSFORM (line)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
    USING 'eval "exec $(echo ${hivevar:atoll} | base64 -d) batch --group --strip-key --for-store --threads 1 --max-errors 100% $(echo ${hivevar:options} | base64 -d)"'
    AS (line STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
  FROM sorted;

INSERT OVERWRITE DIRECTORY '${hivevar:out}' USING text SELECT line FROM results;

CREATE OR REPLACE TEMPORARY VIEW written USING text
  OPTIONS (path '${hivevar:out}', lineSep '\n');

-- Counts the input, without the workers. Broken rows of comments are counted by the workers.
CREATE OR REPLACE TEMPORARY VIEW sent AS
  SELECT coalesce(sum(rows), 0) AS rows, count(DISTINCT key) AS stories, coalesce(sum(if(key IS NULL, rows, 0)), 0) AS without_key,
    (SELECT count(*) FROM all_joined WHERE NOT is_readable) AS broken
  FROM (
    SELECT key, comments AS rows FROM needed WHERE kind = 'story'
    UNION ALL
    SELECT key, 1 FROM needed JOIN joined_rows USING (kind, id) WHERE key IS NOT NULL);

-- Counts the output. A result is complete if its output has the hash from the worker.
CREATE OR REPLACE TEMPORARY VIEW received AS
  SELECT
    count(r.trailer) AS trailers, sum(r.trailer.in) AS rows, sum(r.trailer.out) AS results,
    sum(r.trailer.broken) AS broken, sum(r.trailer.withoutUser) AS without_user, sum(r.trailer.withoutRow) AS without_row,
    count_if(r.v = 1) AS lines, count(DISTINCT r.key) AS stories,
    count_if(r.v = 1 AND NOT r.ok AND r.key IS NOT NULL) AS failures,
    count_if(r.trailer IS NULL AND r.header IS NULL AND NOT is_complete) AS damaged,
    collect_set(substring_index(file, '/', -1)) AS files,
    array_sort(collect_set(concat(r.trailer.version, ' ', left(r.trailer.fingerprint, 12)))) AS renderings
  FROM (
    SELECT r, file, coalesce(r.v = 1 AND (sha2(r.output, 256) = r.out OR NOT r.ok), false) AS is_complete
    FROM (
      SELECT from_json(value, 'v INT, key STRING, ok BOOLEAN, output STRING, out STRING,
        header STRUCT<v: INT>,
        trailer STRUCT<in: BIGINT, out: BIGINT, broken: BIGINT, withoutUser: BIGINT, withoutRow: BIGINT, version: STRING, fingerprint: STRING>', map('maxStringLen', '2147483647')) AS r,
        input_file_name() AS file
      FROM written));

CACHE TABLE sent;

CACHE TABLE received;

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
  concat('complete: ', sent.rows, ' rows, ', sent.stories, ' stories, ', received.failures, ' failures, ',
    sent.without_key, ' rows without a story, ', coalesce(received.broken, 0) + sent.broken, ' broken rows, ',
    coalesce(received.without_user, 0), ' comments without the row of their author, ',
    coalesce(received.without_row, 0), ' stories without a row')
) AS result
FROM sent CROSS JOIN received;

-- The list of files with which atoll store load begins, and the number of rows that no worker has read.
INSERT OVERWRITE DIRECTORY '${hivevar:out}/_files' USING text SELECT explode(files) AS line FROM received
  UNION ALL SELECT concat('{"brokenJoined":', broken, '}') FROM sent;
