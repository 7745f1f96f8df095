-- Not run by a test: it needs a cluster and Java. The worker it drives, its contract and its faults are tested.
--
--   spark-sql --driver-memory 1g -f recipes/spark/render.sql \
--     --hivevar rows=/dump/comments --hivevar out=/dump/results --hivevar atoll=/usr/local/bin/atoll
--
-- Groups the rows of comments by their stories, sorts them, and hands each partition to a worker of its own.
-- The worker orders the comments of a story itself, so that SORT BY needs only the key.
SET spark.sql.shuffle.partitions = 2000;

CREATE TEMPORARY VIEW keyed AS
  SELECT get_json_object(value, '$.storyID') AS key, value AS row
  FROM text.`${hivevar:rows}`;

-- LINES and FIELDS are said on both sides: else tabs split columns, and \N becomes NULL.
CREATE TEMPORARY VIEW results AS
  SELECT TRANSFORM (key, row)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n'
    USING '${hivevar:atoll} batch --group --strip-key --threads 1 --timeout 60000 --format fragment'
    AS (line STRING)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\u0001' LINES TERMINATED BY '\n'
  FROM (SELECT key, row FROM keyed WHERE key IS NOT NULL DISTRIBUTE BY key SORT BY key);

INSERT OVERWRITE DIRECTORY '${hivevar:out}' USING text SELECT line FROM results;

-- Nothing may be published unless both of these are true: no engine notices a result that is missing.
SELECT
  (SELECT sum(get_json_object(value, '$.trailer.in')) FROM text.`${hivevar:out}`)
    = (SELECT count(*) FROM keyed WHERE key IS NOT NULL) AS every_row_was_read,
  (SELECT count(*) FROM text.`${hivevar:out}` WHERE value NOT LIKE '{"trailer":%')
    = (SELECT count(DISTINCT key) FROM keyed) AS every_story_has_a_result;
