import type { Entity } from '#contract/kit/entity/entity.ts'
import { type Field, isCode } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import { liveArguments } from './write/live-table.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
}

/** SQL table of an entity. */
export const tableName = (of: Entity): string => of.sql ?? snake(of.name)

/** SQL column of a declared field. */
export const columnName = (name: string, field: Field): string => (field.kind === 'link' ? `${snake(name)}_id` : snake(name))

/** SQL column that decides whether two values of a field are equal: the stored key of a code, else the column itself. */
export const keyColumn = (name: string, field: Field): string => `${columnName(name, field)}${isCode(field) ? '_key' : ''}`

/** SQL column of an entity's title. */
export const titleColumn = (of: Entity): string => columnName(of.title, of.fields[of.title]!)

/** SQL that reads row titles by id: the tenant is $1, the ids are $2. */
export const namesSql = (of: Entity): string =>
  `select id, ${titleColumn(of)} as name from ${tableName(of)} where tenant_id = $1 and id = any($2::uuid[])`

/** Whether the titles of an entity's rows are cached: for entities that keep removed rows and do not have tens of thousands. */
export const namesStay = (of: Entity): boolean => of.softDelete === true && !of.large

function typeOf(field: Field): string {
  switch (field.kind) {
    case 'integer':
      return 'integer'
    case 'decimal':
      return `numeric(16,${field.scale})`
    case 'money':
      return 'numeric(16,2)'
    case 'flag':
      return 'smallint'
    case 'date':
      return 'date'
    case 'time':
      return 'timestamp with time zone'
    case 'link':
      return 'uuid'
    case 'ids':
      return 'uuid[]'
    case 'choices':
      return 'text[]'
    case 'json':
      return 'jsonb'
    default:
      return 'text'
  }
}

/** The searchable columns of an entity, in order. */
function searchColumns(of: Entity): string[] {
  return Object.entries(of.fields).flatMap(([name, field]) => (field.search ? [columnName(name, field)] : []))
}

/** SQL of the search form of a row: its searched texts, normalised, and the pinyin of the names among them. */
export function searchFormSql(of: Entity): string {
  const texts = searchColumns(of).map((name) => `coalesce(${name}, '')`)
  const names = Object.entries(of.fields).flatMap(([name, field]) => (field.search === 'pinyin' ? [columnName(name, field)] : []))
  const form = `${of.repeating ? 'lower' : 'search_form'}(${texts.join(` || '|' || `)})`
  return [form, ...names.map((name) => `pinyin_form(coalesce(${name}, ''))`)].join(' || ')
}

/** Every column of an entity's table, besides tenant_id. */
export function tableOf(of: Entity): Column[] {
  const system = (name: string, type: string, notNull: boolean): Column => ({ name, type, notNull })
  return [
    system('id', 'uuid', true),
    system('version', 'integer', true),
    system('created_by', 'uuid', false),
    system('created_at', 'timestamp with time zone', true),
    system('updated_by', 'uuid', false),
    system('updated_at', 'timestamp with time zone', true),
    ...(of.softDelete ? [system('is_deleted', 'boolean', true)] : []),
    ...(of.custom ? [system('custom', 'jsonb', true)] : []),
    ...(of.tree ? [system('path', 'text', true)] : []),
    ...Object.entries(of.fields)
      .filter(([, field]) => !field.computed)
      .map(([name, field]) => system(columnName(name, field), typeOf(field), field.required === true || field.kind === 'numbering')),
    ...Object.entries(of.fields).flatMap(([name, field]) => (isCode(field) ? [system(keyColumn(name, field), 'text', false)] : [])),
    ...(searchColumns(of).length > 0 ? [system('search', 'text', false)] : []),
  ]
}

/** SQL of the feed scopes of a row, over the alias: one column of texts, null where a link is empty. `named`: the group of lines that have scopes of their own. */
export function scopeValues(of: Entity, alias: string, named?: string): string {
  const by = of.offline!.scope
  if (by.by === 'parent') throw new Error(`${of.name} has the scopes of its parent`)
  if (by.by === 'all') return `values ('${by.group ? `${by.group}:tenant` : 'base'}')`
  if (by.by === 'people') return `select '${by.group ? `${by.group}:` : ''}user:' || person from unnest(${alias}.${snake(by.field)}) person`
  if (by.by === 'person') return `values ('user:' || ${alias}.${snake(by.field)}_id)`
  if (by.by === 'dept') {
    const name = named ?? by.group
    const group = name ? `${name}:` : ''
    const persons = (by.persons ?? []).map((name) => `, ('${group}user:' || ${alias}.${snake(name)}_id)`)
    const team = of.scope?.team ? `, ('${group}team:' || ${alias}.${snake(of.scope.team.by)}_id)` : ''
    return `values ('${group}tenant'), ('${group}dept:' || ${alias}.${snake(by.field)}_id)${persons.join('')}${team}`
  }
  return `values ('task:' || ${alias}.${by.field === 'id' ? 'id' : `${snake(by.field)}_id`})`
}

/** SQL condition over the alias that phones drop a row: it is removed, or in a state that they do not keep. */
export function goneSql(of: Entity, alias: string): string {
  const closed = Object.entries(of.offline!.states ?? {}).map(
    ([field, open]) => `${alias}.${snake(field)} not in (${open.map((state) => `'${state}'`).join(', ')})`,
  )
  return [...(of.softDelete ? [`${alias}.is_deleted`] : []), ...closed].join(' or ') || 'false'
}

/** SQL that writes rows `tenant_id, scope, id, deleted` into the feed. */
export const writeChanges = (of: Entity, from: string): string => `insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, '${of.name}', id, bool_and(deleted) from (${from}) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted`

const sync = (of: Entity): string => {
  // Lines follow their parent: see `sync-lines.ts`.
  if (of.offline!.scope.by === 'parent') return ''
  const table = tableName(of)
  const now = `select n.tenant_id, s.scope, n.id, (${goneSql(of, 'n')}) as deleted from n cross join lateral (${scopeValues(of, 'n')}) s(scope) where s.scope is not null`
  const then = `select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (${scopeValues(of, 'o')}) s(scope) where s.scope is not null`
  const write = (from: string): string => writeChanges(of, from)
  return `create function ${table}_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    ${write(now)};
  elsif tg_op = 'UPDATE' then
    ${write(`${now} union all ${then}`)};
  else
    ${write(then)};
  end if;
  return null;
end $$;
create trigger ${table}_sync_insert after insert on ${table} referencing new table as n for each statement execute function ${table}_sync();
create trigger ${table}_sync_update after update on ${table} referencing new table as n old table as o for each statement execute function ${table}_sync();
create trigger ${table}_sync_delete after delete on ${table} referencing old table as o for each statement execute function ${table}_sync();
`
}

/**
 * The call that sets up row level security of a table and the triggers that publish its changes; `enable_tenant_table` in the migrations does both.
 */
function fenceOf(of: Entity): string {
  const title = namesStay(of) ? `, '${titleColumn(of)}'` : ''
  return `select enable_tenant_table('${tableName(of)}', ${liveArguments(of)
    .map((one) => `'${one}'`)
    .join(', ')}${title});\n`
}

/** SQL of a new entity, to be reviewed, edited and saved as a numbered migration. */
export function createTable(of: Entity): string {
  const table = tableName(of)
  const defaults: Readonly<Record<string, string>> = {
    version: '1',
    created_at: 'now()',
    updated_at: 'now()',
    is_deleted: 'false',
    custom: `'{}'`,
  }
  const codes = new Map(
    Object.entries(of.fields).flatMap(([name, field]) => (isCode(field) ? [[keyColumn(name, field), columnName(name, field)]] : [])),
  )
  const columns = tableOf(of).map((column) => {
    if (column.name === 'search') return `search text generated always as (${searchFormSql(of)}) stored`
    const code = codes.get(column.name)
    if (code) return `${column.name} text generated always as (code_key(${code})) stored`
    const collate = column.name === 'path' ? ' collate "C"' : ''
    const standard = defaults[column.name] ? ` default ${defaults[column.name]}` : ''
    return `${column.name} ${column.type}${collate}${column.notNull ? ' not null' : ''}${standard}`
  })
  // The system columns go on two lines.
  const own = columns.findIndex((column) => column.startsWith('created_by'))
  const declared = columns.findIndex((column) => column.startsWith('updated_at')) + 1
  const lines = [columns.slice(0, own), columns.slice(own, declared), ...columns.slice(declared).map((column) => [column])]
  const live = of.softDelete ? ' where not is_deleted' : ''
  const extra = Object.entries(of.fields).flatMap(([name, field]) => {
    const column = columnName(name, field)
    if (field.kind === 'link')
      return [
        `alter table ${table} add constraint ${table}_${column}_fk foreign key (tenant_id, ${column}) references ${tableName(entityNamed(field.to))} (tenant_id, id);`,
        `create index ${table}_${column} on ${table} (tenant_id, ${column});`,
      ]
    if (field.kind === 'text' && field.uniqueWith) {
      const beside = columnName(field.uniqueWith, of.fields[field.uniqueWith]!)
      return [
        `create unique index ${table}_${column}_once on ${table} (tenant_id, search_form(${beside}), code_writing(${column})) where not ${column}_alike and code_writing(${column}) ~ '[0-9]'${of.softDelete ? ' and not is_deleted' : ''};`,
      ]
    }
    return field.unique ? [`create unique index ${table}_${column}_once on ${table} (tenant_id, ${keyColumn(name, field)})${live};`] : []
  })
  return `create table ${table} (
  tenant_id text collate "C" not null, ${lines.map((line) => line.join(', ')).join(',\n  ')},
  primary key (tenant_id, id)
);
${extra.join('\n')}
${of.tree ? `create index ${table}_path on ${table} (tenant_id, path);\n` : ''}${of.large ? `${of.repeating ? '' : `create index ${table}_grams on ${table} using gin (tenant_id, gramsx(search));\n`}create index ${table}_newest on ${table} (tenant_id, created_at desc, id desc)${live};\n` : ''}${fenceOf(of)}${of.offline ? sync(of) : ''}`
}
