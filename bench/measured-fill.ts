import pg from 'pg'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed, measures, moduleFacts } from '#contract/registry.ts'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { countedBy, countedLines } from '#tests/harness/kept-lines.ts'
import { stretches } from '#tests/harness/measured-rows.ts'
import { tenants } from './ground.ts'

/** Rows beside a register of `cards`: a check with every card on its book, a month of depreciation, and of everything else one for five cards. */
const sizeOf = (of: Entity, cards: number): number =>
  of.scope?.members ? 20 : of.name === 'checkLine' || of.append ? cards : Math.ceil(cards / 5)

const lastMoments: ReadonlySet<string> = new Set(stretches.map(([, last]) => last))

const ends: ReadonlySet<string> = new Set(moduleFacts.flatMap((one) => one.ends ?? []))

const pick = (column: string, many: number): string => `(hashtext('${column}' || i) & 1048575) % ${many}`

/** One of some texts for row `i`. */
const oneOf = (column: string, texts: readonly string[]): string => `(array['${texts.join(`','`)}'])[1 + ${pick(column, texts.length)}]`

/** A state of row `i`; undefined for a field whose rows come to no end. */
function stateOf(of: Entity, name: string, states: readonly string[]): string | undefined {
  const ended = states.filter((state) => ends.has(`${of.name}.${name}=${state}`))
  // Of a few checks one has to be open.
  if (ended.length === 0 || of.scope?.members) return undefined
  const open = states.filter((state) => !ended.includes(state))
  return `case when ${pick(`${name}.`, 100)} < 3 then ${oneOf(name, open)} else ${oneOf(name, ended)} end`
}

/**
 * A value of row `i` of a field, of the kinds that measures look at; a quarter of the rows have none where a field may be empty. Of a hundred rows 97 have
 * come to an end, where their states have one.
 */
function cellOf(of: Entity, name: string, field: Field): string | undefined {
  const column = columnName(name, field)
  const some = (value: string): string => (field.required ? value : `case when ${pick(`${column}?`, 4)} > 0 then ${value} end`)
  switch (field.kind) {
    case 'link':
      if (field.to === 'device') return 'card'
      return some(`(${column}_ids.ids)[1 + ${pick(column, 1000)} % cardinality(${column}_ids.ids)]`)
    case 'choice':
      return some(stateOf(of, name, Object.keys(field.of)) ?? oneOf(column, Object.keys(field.of)))
    case 'flag':
      return pick(column, 2)
    case 'date':
      // The database refuses a stretch of time that ends before it begins.
      return some(`date '${lastMoments.has(column) ? '2026-10-01' : '2016-01-01'}' + ${pick(column, 3900)}`)
    case 'time':
      // A check takes two weeks.
      return some(
        `now() ${lastMoments.has(column) ? '+' : '-'} ${pick(column, of.name === 'checkLine' ? 20_160 : 1_048_576)} * interval '1 minute'`,
      )
    case 'money':
      return some(`${pick(column, 100_000)} / 100.0`)
    case 'integer':
    case 'decimal':
      return some(pick(column, 60))
    case 'ids':
    case 'choices':
      return undefined
    case 'json':
      return field.required ? `'[]'::jsonb` : undefined
    default:
      return `'${name}' || i`
  }
}

/** Fills what measures are declared over beside the register, past the triggers, as their rows one by one would take an hour. */
export async function fillMeasured(home: string, cards: number): Promise<void> {
  const database = await startEmbedded(home, processUser())
  const root = new pg.Client({ connectionString: database.superUrl })
  await root.connect()
  try {
    await root.query(`set session_replication_role = replica; set synchronous_commit = off`)
    const filled = new Set<Entity>()
    const fill = async (of: Entity): Promise<void> => {
      const table = tableName(of)
      const { rows } = await root.query(`select 1 from ${table} where tenant_id = $1 limit 1`, [tenants.large])
      if (rows.length > 0) return
      filled.add(of)
      for (const field of Object.values(of.fields)) {
        const to = field.kind === 'link' ? entityNamed(field.to) : of
        if (!filled.has(to)) await fill(to)
      }
      const size = measures.some((one) => one.of === of) ? sizeOf(of, cards) : 50
      const generated = await root.query(`select attname from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`, [table])
      const reckoned = new Set(generated.rows.map(({ attname }) => String(attname)))
      const columns = Object.entries(of.fields).flatMap(([name, field]) => {
        const column = columnName(name, field)
        // Places of a tree stand side by side.
        const value = field.computed || reckoned.has(column) || name === of.tree ? undefined : cellOf(of, name, field)
        return value === undefined ? [] : [{ column, value: column === 'reserved' ? '0' : value, field }]
      })
      const path = of.tree ? { names: ', path', values: `, r.id || '/'` } : { names: '', values: '' }
      const ids = columns.flatMap(({ column, field }) =>
        field.kind === 'link' && field.to !== 'device'
          ? [
              `(select array_agg(id) as ids from (select id from ${tableName(entityNamed(field.to))} where tenant_id = '${tenants.large}'${
                // Lines stand on the book of one check.
                of.name === 'checkLine' && field.to === 'checkTask'
                  ? ` and check_status = 'open' order by created_at desc, id desc limit 1`
                  : ' limit 1000'
              }) q) ${column}_ids`,
            ]
          : [],
      )
      // Made up values keep no rules between columns.
      const { rows: rules } = await root.query(`select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`, [table])
      for (const { conname } of rules) await root.query(`alter table ${table} drop constraint ${conname}`)
      const begun = performance.now()
      const { rowCount } = await root.query(
        `insert into ${table} (tenant_id, id${path.names}${columns.map(({ column }) => `, ${column}`).join('')})
          select '${tenants.large}', r.id${path.values}${columns.map(({ value }) => `, ${value}`).join('')}
          from (select row_number() over () as i, gen_random_uuid() as id, id as card from device where tenant_id = '${tenants.large}' limit ${size}) r${ids.map((one) => `, ${one}`).join('')} on conflict do nothing`,
      )
      // What triggers count beside the lines of checks.
      if (of.name === 'checkLine')
        await root.query(
          `insert into check_line_count (${countedBy}, seq, n, value) select ${countedBy}, 0, n, value from (${countedLines}) q`,
        )
      await root.query(`vacuum analyze ${table}`)
      console.log(`${of.name}: ${rowCount} rows in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
    for (const { of } of measures) await fill(of)
  } finally {
    await root.end()
    await database.stop()
  }
}
