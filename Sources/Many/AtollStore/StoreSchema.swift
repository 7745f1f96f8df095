/// The tables of a store.
///
/// A version is the state of a story from one run until another. The output of a version never
/// changes, so an earlier run can be read as long as its versions exist. All other properties of a
/// story are columns of its versions, so that runs and lists need not read the large table of
/// outputs.
enum StoreSchema {
  /// "Atol", the SQLite `application_id` of a store.
  static let applicationID = 0x4174_6F6C
  /// The SQLite `user_version` of this schema.
  static let version = 2

  /// The size of a page in bytes; in pages of this size, small outputs waste little space.
  static let pageSize = 16_384

  static let statements = """
    create table recipe(
      id integer primary key, version text not null, options blob not null, templates blob not null,
      style blob not null, format text not null, type text not null) strict;
    create table run(
      number integer primary key, recipe integer not null references recipe, made_by text not null,
      restores integer, stories integer not null, bytes integer not null, last_version integer not null) strict;
    create table version(
      id integer primary key, key text not null, added integer not null, ended integer,
      input blob not null, joined blob, recipe integer not null references recipe,
      output integer not null references output, hash blob not null, bytes integer not null,
      comments integer not null, title text not null, url text not null, latest integer, people blob,
      broken integer not null) strict;
    create table output(id integer primary key, body blob) strict;
    create table piece(id integer primary key, output integer not null, body blob not null) strict;
    create index piece_by_output on piece(output);
    create table person(
      id integer primary key, author text not null, name text not null, unique (author, name)) strict;
    create table appears(
      person integer not null, version integer not null, primary key (person, version)) strict, without rowid;
    create table erased_time(
      key text not null, added integer not null, ended integer not null, latest integer) strict;
    create index erased_time_by_key on erased_time(key);
    \(UnfinishedErasure.tableDefinition)
    create table revision(id blob not null) strict;
    insert into revision values(randomblob(16));
    create view story as
      select version.id, key, title, url, comments, latest, bytes, hash, body, added as changed
      from version join output on output.id = version.output where ended is null;
    pragma application_id = \(applicationID);
    pragma user_version = \(version);
    """

  static let tableNames: Set<String> = [
    "recipe", "run", "version", "output", "piece", "person", "appears", "erased_time",
    "unfinished_erasure", "revision",
  ]

  /// The indexes of versions; created after all versions of the first run, which is faster.
  static let indexes = """
    create index version_by_key on version(key, ended);
    create index version_by_ended on version(ended) where ended is not null;
    """

  static let renewRevision = "update revision set id = randomblob(16)"

  /// The index for finding stories by their input, because their keys are not known before they are
  /// decoded.
  static let indexByInput =
    "create index if not exists version_by_input on version(input) where ended is null"
}
