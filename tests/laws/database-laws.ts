import type { Entity, TableKind } from '#contract/kit/entity/entity.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import { ownColumns, ownTables } from '#server/db/own-tables.ts'
import type { Tally } from '#server/kit/counts/tally-facts.ts'
import { tallyFunctions } from '#server/kit/counts/tally-table.ts'
import { titleFunctions } from '#server/kit/read/title-table.ts'
import { columnName, keyColumn, namesStay, searchFormSql, tableName, tableOf } from '#server/kit/table.ts'
import { liveArguments } from '#server/kit/write/live-table.ts'
import type { Catalogue } from './catalogue.ts'

/** The list of migrations; its rows belong to no tenant. */
const journal = 'schema_migration'

/** Whose rows each table holds, by the declarations. */
export const kindsOf = (entities: readonly Entity[]): ReadonlyMap<string, TableKind> =>
  new Map([...entities.map((of): [string, TableKind] => [tableName(of), of.table]), ...Object.entries(ownTables)])

/** Tables that are not declared, and declared ones that are not there. */
export const unknownTables = ({ tables }: Catalogue, entities: readonly Entity[]): string[] => {
  const declared = [...kindsOf(entities).keys(), journal]
  const live = tables.map(({ name }) => name)
  return [
    ...live.filter((name) => !declared.includes(name)).map((name) => `${name} is neither an entity nor in own-tables.ts`),
    ...declared.filter((name) => !live.includes(name)).map((name) => `${name} does not exist`),
    ...entities.filter((of) => tableName(of) in ownTables).map((of) => `${tableName(of)} is an entity and in own-tables.ts`),
  ]
}

/** Columns of entities that differ from their declaration, in being there, type, emptiness or collation. */
export const wrongColumns = ({ columns }: Catalogue, entities: readonly Entity[]): string[] =>
  entities.flatMap((of) => {
    const table = tableName(of)
    const live = new Map(columns.filter((one) => one.table === table).map((one) => [one.name, one]))
    const declared = new Map(
      [
        { name: 'tenant_id', type: 'text', notNull: true },
        ...tableOf(of),
        ...Object.entries(ownColumns[table] ?? {}).map(([name, type]) => ({ name, type, notNull: true })),
      ].map((one) => [one.name, one]),
    )
    const said = (one: { type: string; notNull: boolean }) => `${one.type}${one.notNull ? ' not null' : ''}`
    return [
      ...[...declared.values()].flatMap((one) => {
        const now = live.get(one.name)
        if (!now) return [`${table}.${one.name} does not exist`]
        if (said(now) !== said(one)) return [`${table}.${one.name} is ${said(now)}, declared ${said(one)}`]
        return one.name === 'path' && now.collation !== 'C' ? [`${table}.path is not collated "C"`] : []
      }),
      ...[...live.keys()].filter((name) => !declared.has(name)).map((name) => `${table}.${name} is not declared`),
    ]
  })

const tenantPolicy = `(tenant_id = ( SELECT NULLIF(current_setting('app.tenant'::text, true), ''::text) AS "nullif"))`
const platformPolicy = `(( SELECT current_setting('app.tenant'::text, true) AS current_setting) = '000000'::text)`
const platformPolicies = new Map([
  ['r', ['true', null]],
  ['a', [null, platformPolicy]],
  ['w', [platformPolicy, null]],
  ['d', [platformPolicy, null]],
])

/** Run as the owner, read no row for anybody: tests/api/statistics.test.ts and tests/api/log-months.test.ts hold what they may be asked. */
const owners: readonly string[] = ['function gather_statistics', 'function keep_log_months', 'function keep_reading_days']

const namesOf = (kinds: ReadonlyMap<string, TableKind>, kind: TableKind): string[] =>
  [...kinds].filter((one) => one[1] === kind).map(([name]) => name)

/** Tables without forced row level security, tables with other policies than their kind has, and policies evaluated for every row. */
export const wrongPolicies = (catalogue: Catalogue, kinds: ReadonlyMap<string, TableKind>): string[] => {
  const policiesOf = (name: string) => catalogue.policies.filter((one) => one.table === name)
  const open = catalogue.tables
    .filter(({ name, secured, forced }) => name !== journal && !(secured && forced))
    .map(({ name }) => `${name} has no forced row level security`)
  const tenant = namesOf(kinds, 'tenant').flatMap((name) => {
    const found = policiesOf(name)
    const [one] = found
    return found.length === 1 && one?.command === '*' && one.permissive && one.using === tenantPolicy && one.check === null
      ? []
      : [`${name} has not the one policy of tenants`]
  })
  const platform = namesOf(kinds, 'platform').flatMap((name) => {
    const found = policiesOf(name)
    const fine = found.every((one) => {
      const [using, check] = platformPolicies.get(one.command) ?? []
      return one.permissive && one.using === using && one.check === check
    })
    return fine && found.length === platformPolicies.size ? [] : [`${name} has not the four policies of the platform`]
  })
  const person = namesOf(kinds, 'person').flatMap((name) =>
    policiesOf(name).length === 1 && policiesOf(name).every((one) => one.using?.includes('app.person'))
      ? []
      : [`${name} has not the one policy of persons`],
  )
  const slow = catalogue.policies.filter(({ using, check }) =>
    /current_setting\(/.test(`${using}${check}`.replace(/\( SELECT (NULLIF\()?current_setting/g, '')),
  )
  return [
    ...open,
    ...tenant,
    ...platform,
    ...person,
    ...slow.map((one) => `${one.table}.${one.name} asks for its setting at every row`),
    ...catalogue.aroundPolicies.filter((name) => !owners.includes(name)).map((name) => `${name} goes around the policies`),
  ]
}

/** Keys of tenant tables that are not led by the tenant, so that a row could meet or reach one of another tenant. */
export const wrongKeys = ({ columns, indexes, foreignKeys, tables }: Catalogue, kinds: ReadonlyMap<string, TableKind>): string[] => {
  const tenant = new Set(namesOf(kinds, 'tenant'))
  const primary = new Set(indexes.filter((one) => one.primary).map((one) => one.table))
  return [
    ...[...tenant].flatMap((name) => {
      const id = columns.find((one) => one.table === name && one.name === 'tenant_id')
      return id?.type === 'text' && id.notNull && id.collation === 'C' ? [] : [`${name}.tenant_id is not text collate "C" not null`]
    }),
    ...columns
      .filter((one) => kinds.get(one.table) === 'platform' && one.name === 'tenant_id')
      .map((one) => `${one.table} belongs to the platform and has a tenant_id`),
    ...tables.filter(({ name }) => !primary.has(name)).map(({ name }) => `${name} has no primary key`),
    ...indexes
      .filter((one) => tenant.has(one.table) && one.unique && one.columns[0] !== 'tenant_id')
      .map((one) => `${one.name} is unique over all tenants`),
    ...foreignKeys
      .filter(
        (one) =>
          tenant.has(one.table) && tenant.has(one.target) && !(one.columns[0] === 'tenant_id' && one.targetColumns[0] === 'tenant_id'),
      )
      .map((one) => `${one.name} reaches into other tenants`),
    ...foreignKeys
      .filter((one) => kinds.get(one.table) === 'platform' && kinds.get(one.target) !== 'platform')
      .map((one) => `${one.name} points from the platform to a tenant`),
  ]
}

/** Links of declarations without a foreign key, and trees, searches and unique fields without an index. */
export const missingKeys = ({ indexes, foreignKeys }: Catalogue, entities: readonly Entity[]): string[] =>
  entities.flatMap((of) => {
    const table = tableName(of)
    const indexed = (column: string, unique: boolean) =>
      indexes.some(
        (one) =>
          one.table === table &&
          one.columns[0] === 'tenant_id' &&
          one.columns[1] === column &&
          (!unique || (one.unique && one.columns.length === 2)),
      )
    return tableOf(of).flatMap(({ name: column }) => {
      const entry = Object.entries(of.fields).find(
        ([name, field]) =>
          `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${field.kind === 'link' ? '_id' : ''}` === column,
      )
      const field = entry?.[1]
      if (column === 'path') return indexed('path', false) ? [] : [`${table}.path has no index`]
      if (
        field?.kind === 'link' &&
        !foreignKeys.some((one) => one.table === table && one.columns.length === 2 && one.columns[1] === column)
      )
        return [`${table}.${column} has no foreign key`]
      if (field?.kind === 'link' && !indexed(column, false)) return [`${table}.${column} has no index`]
      if (field?.kind === 'text' && field.uniqueWith && !indexes.some((one) => one.name === `${table}_${column}_once` && one.unique))
        return [`${table}.${column} is not unique beside ${field.uniqueWith}`]
      return field?.unique && !indexed(keyColumn(entry![0], field), true) ? [`${table}.${column} is not unique`] : []
    })
  })

/** Entities whose names processes remember though the database does not tell them of a change. */
export const silentNames = ({ triggers }: Catalogue, entities: readonly Entity[]): string[] => {
  const linked = new Set(entities.flatMap((of) => Object.values(of.fields).flatMap((field) => (field.kind === 'link' ? [field.to] : []))))
  return entities
    .filter((of) => namesStay(of) && (linked.has(of.name) || of.name === 'user'))
    .flatMap((of) =>
      ['update', 'delete']
        .filter((event) => !triggers.some((one) => one.table === tableName(of) && one.runs === 'bump_names' && one.events.includes(event)))
        .map((event) => `${tableName(of)}: ${event} of a name does not change the mark of its tenant`),
    )
}

/** Entities whose changes the database does not tell, or tells with other columns than their scope has. */
export const silentChanges = ({ triggers }: Catalogue, entities: readonly Entity[]): string[] =>
  entities.flatMap((of) =>
    ['insert', 'update', 'delete']
      .filter(
        (event) =>
          !triggers.some(
            (one) =>
              one.table === tableName(of) &&
              one.runs === `${tableName(of)}_live` &&
              one.events.includes(event) &&
              one.takes.join('|') === liveArguments(of).join('|'),
          ),
      )
      .map((event) => `${tableName(of)}: ${event} is not told as declared: scripts/print-table.ts ${of.name} prints its triggers`),
  )

/** Functions that put titles together otherwise than the declaration says, or that no trigger runs. */
export const staleTitles = ({ functions, triggers }: Catalogue, entities: readonly Entity[]): string[] =>
  entities.flatMap((of) =>
    titleFunctions(of)
      .filter(
        ({ name, body }) =>
          !functions.some((live) => live.name === name && live.body.replace(/\s+/g, ' ') === body) ||
          !triggers.some((one) => one.runs === name),
      )
      .map(({ name }) => `${name} does not compose as declared: scripts/print-table.ts ${of.name} prints what it should be`),
  )

/** Functions of tallies that count otherwise than the declaration says. */
export const staleTallies = ({ functions }: Catalogue, tallies: readonly Tally[]): string[] =>
  tallies.flatMap((one) => {
    const { tallied, tally } = tallyFunctions(one)
    const now = (name: string) => functions.filter((live) => live.name === name)
    return [
      ...(now(tallied.name).length === 1 && now(tallied.name)[0]!.takes === tallied.takes && now(tallied.name)[0]!.body === tallied.body
        ? []
        : [tallied.name]),
      ...(now(tally.name).length === 1 && now(tally.name)[0]!.body === tally.body ? [] : [tally.name]),
    ].map((name) => `${name} does not count as declared: scripts/print-table.ts --tally ${one.of.name} prints what it should be`)
  })

/** Kept forms of searched texts and keys of codes that are not made of the declared fields. */
export const wrongForms = ({ expressions }: Catalogue, entities: readonly Entity[]): string[] => {
  const bodies = new Map(expressions.map(({ name, body }) => [name, body]))
  return entities.flatMap((of) => {
    const table = tableName(of)
    const fields = Object.entries(of.fields)
    const searched = fields.flatMap(([name, field]) => (field.search ? [columnName(name, field)] : []))
    const body = bodies.get(`${table}.search`) ?? ''
    const plain = (sql: string): string => sql.replaceAll(/::text|[\s()]/g, '').toLowerCase()
    return [
      ...(searched.length === 0 || plain(body) === plain(searchFormSql(of))
        ? []
        : [`${table}.search is ${body}, declared is ${searchFormSql(of)}`]),
      ...fields.flatMap(([name, field]) => {
        if (!isCode(field)) return []
        const key = `${table}.${keyColumn(name, field)}`
        return bodies.get(key) === `code_key(${columnName(name, field)})` ? [] : [`${key} is ${bodies.get(key)}`]
      }),
    ]
  })
}
