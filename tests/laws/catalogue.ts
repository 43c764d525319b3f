import type pg from 'pg'

export interface CatalogueColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly collation: string | null
}
export interface Policy {
  readonly table: string
  readonly name: string
  /** `*` all, `r` select, `a` insert, `w` update, `d` delete. */
  readonly command: string
  readonly permissive: boolean
  readonly using: string | null
  readonly check: string | null
}
export interface Index {
  readonly table: string
  readonly name: string
  readonly unique: boolean
  readonly primary: boolean
  readonly columns: readonly (string | null)[]
}
export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}
/** A rule that rows must not contradict, such as `exclude using gist (…)`; foreign keys stand apart. */
export interface Exclusion {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
}
/** What a database says about its own tables, as plain data. */
export interface Catalogue {
  readonly tables: readonly { name: string; secured: boolean; forced: boolean }[]
  readonly columns: readonly CatalogueColumn[]
  readonly policies: readonly Policy[]
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly exclusions: readonly Exclusion[]
  /** Enabled triggers of tables by the function they run, each with its events and arguments. */
  readonly triggers: readonly { table: string; runs: string; events: readonly string[]; takes: readonly string[] }[]
  readonly functions: readonly { name: string; takes: string; body: string }[]
  /** Defaults and generated columns of tables, conditions and expressions of indexes, by table and name. */
  readonly expressions: readonly { name: string; body: string }[]
  /** Views and functions that run as their owner. */
  readonly aroundPolicies: readonly string[]
}

const queries = {
  tables: `select relname as name, relrowsecurity as secured, relforcerowsecurity as forced from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  columns: `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull", l.collname as collation
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`,
  policies: `select c.relname as table, p.polname as name, p.polcmd::text as command, p.polpermissive as permissive,
      pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select c.relname as table, i.relname as name, x.indisunique as unique, x.indisprimary as primary,
      array(select a.attname::text from unnest(x.indkey) with ordinality k(n, at) left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n and k.n > 0 order by k.at) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace order by 1, 2`,
  foreignKeys: `select c.relname as table, f.conname as name, t.relname as target,
      array(select a.attname::text from unnest(f.conkey) with ordinality k(n, at) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by k.at) as columns,
      array(select a.attname::text from unnest(f.confkey) with ordinality k(n, at) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by k.at) as "targetColumns"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  exclusions: `select c.relname as table, x.conname as name,
      array(select a.attname::text from unnest(x.conkey) with ordinality k(n, at) join pg_attribute a on a.attrelid = x.conrelid and a.attnum = k.n order by k.at) as columns
    from pg_constraint x join pg_class c on c.oid = x.conrelid where x.contype = 'x' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  triggers: `select c.relname as table, p.proname as runs,
      array_remove(array[case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end, case when t.tgtype & 8 > 0 then 'delete' end], null) as events,
      (string_to_array(encode(t.tgargs, 'escape'), '\\000'))[:t.tgnargs] as takes
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace order by 1, t.tgname`,
  functions: `select proname as name, pg_get_function_arguments(oid) as takes, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  expressions: `select c.relname || '.' || a.attname as name, pg_get_expr(d.adbin, d.adrelid) as body
    from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where c.relnamespace = 'public'::regnamespace
    union all select i.relname, concat_ws(' ', pg_get_expr(x.indexprs, x.indrelid), pg_get_expr(x.indpred, x.indrelid))
    from pg_index x join pg_class i on i.oid = x.indexrelid where i.relnamespace = 'public'::regnamespace and (x.indexprs is not null or x.indpred is not null) order by 1`,
  around: `select 'view ' || relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    union all select 'function ' || proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
}

/** Reads the catalogue of the schema `public`, by any role. */
export const readCatalogue = async (client: pg.ClientBase): Promise<Catalogue> => {
  const rows = async <T>(text: string): Promise<T[]> => (await client.query(text)).rows as T[]
  return {
    tables: await rows(queries.tables),
    columns: await rows(queries.columns),
    policies: await rows(queries.policies),
    indexes: await rows(queries.indexes),
    foreignKeys: await rows(queries.foreignKeys),
    exclusions: await rows(queries.exclusions),
    triggers: await rows(queries.triggers),
    functions: await rows(queries.functions),
    expressions: await rows(queries.expressions),
    aroundPolicies: (await rows<{ name: string }>(queries.around)).map(({ name }) => name),
  }
}
