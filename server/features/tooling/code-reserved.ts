const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that PostgreSQL keeps for itself, as names of tables and columns. */
const sql = words(`all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user
  default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner
  intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order
  outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then to
  trailing true union unique user using variadic verbose when where window with`)

/** Words that TypeScript keeps, what generated files import or declare, and names of files that say nothing. */
const script = words(`arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try type typeof undefined var void while with yield
  entity text integer decimal money flag date time choice choices link numbering module app rows family expect test
  utils util helpers helper common misc service services manager`)

/** Whether every object has a property of that name, so that a look-up by it finds something. */
export const isOfEveryObject = (name: string): boolean => name in {}

/** Whether no column may be called so. */
export const isReservedColumn = (column: string): boolean => sql.has(column)

/** Whether no entity may be called so, for its table or its constant. */
export const isReservedEntity = (name: string): boolean => sql.has(name) || script.has(name) || isOfEveryObject(name)
