import type { Entity } from '#contract/kit/entity/entity.ts'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Parameters, Row } from '#server/db/query.ts'
import { lockByRule } from '../access/as-system.ts'
import type { Context } from '../context.ts'
import { tableName, titleColumn } from '../table.ts'
import { writeRows } from '../write/write-rows.ts'

/** A hand-over from one person to another; `from` and `to` are locked user rows. `context` is a system write under the rule of the work. */
export interface HandOver {
  readonly context: Context
  readonly tx: Transaction
  readonly from: Row
  readonly to: Row
}

/** Work that waits for a person, such as the orders of an engineer: listed before the person leaves, and handed over to a colleague. */
export interface OpenWork {
  readonly of: Entity
  /** The rule under which rows are handed over that the acting person may not see. */
  readonly rule: ProcessRule
  /** The name of its row count in the answer of a hand-over. */
  readonly as: string
  readonly states: Readonly<Record<string, Words>>
  /**
   * SQL of the waiting rows: `id, title, state, user_id`. `tenant`, `users`: the placeholders of the tenant and of an array of user ids.
   */
  waitingSql(into: Parameters, tenant: string, users: string): string
  /** Hands all rows over in the transaction; returns their number. Throws if the colleague could not continue the work. */
  handOver(given: HandOver): Promise<number>
}

/** The open work that the modules register. */
export const openWork: OpenWork[] = []

/**
 * Reassigns the rows whose `field` is the person to the colleague, with an event for each; returns the locked rows. `isOpen`: whether a row
 * still waits.
 */
export async function moveAll(
  { context, tx, from, to }: HandOver,
  of: Entity,
  field: string,
  isOpen: (row: Row) => boolean = () => true,
): Promise<Row[]> {
  const column = `${snake(field)}_id`
  const found = await tx.run({
    text: `select id from ${tableName(of)} where tenant_id = $1 and ${column} = $2`,
    values: [tx.tenantId, from.id],
  })
  const locked = await lockByRule(
    of,
    context,
    tx,
    found.rows.map((row) => row.id),
  )
  const rows = locked.filter((row) => row[column] === from.id && !row.is_deleted && isOpen(row))
  const changes = { [`${field}Id`]: { from: from.id, to: to.id, fromName: String(from.real_name), toName: String(to.real_name) } }
  await writeRows(
    of,
    context,
    tx,
    { verb: 'change' },
    rows.map((row) => ({ row, set: { [column]: to.id }, changes })),
  )
  return rows
}

/** Open work in one table (`o`), with one person per row. */
interface Own extends Pick<OpenWork, 'of' | 'rule' | 'as'> {
  /** The fields of the person and of the state, and the states in which a row waits. */
  readonly person: string
  readonly state: string
  readonly open: readonly string[]
  /** SQL of the title of a row; absent: that of the entity. */
  readonly title?: string
  /** A link whose title stands behind that of the row, such as the device of an order. */
  readonly about?: string
  /** A column that must have this value. */
  readonly only?: readonly [column: string, value: string]
}

/** Open work whose rows are in one table and belong to one person each; a hand-over changes that person. */
export function ownWork({ of, rule, as, person, state, open, title = `o.${titleColumn(of)}`, about, only }: Own): OpenWork {
  const [personColumn, stateColumn] = [`${snake(person)}_id`, snake(state)]
  const field = of.fields[state]
  const link = about ? of.fields[about] : undefined
  const linked = link?.kind === 'link' ? entityNamed(link.to) : undefined
  const text = linked ? `concat_ws(' ', ${title}, a.${titleColumn(linked)})` : title
  const joins = linked ? ` left join ${tableName(linked)} a on a.tenant_id = o.tenant_id and a.id = o.${snake(about!)}_id` : ''
  const isOpen = (row: Row): boolean => open.includes(String(row[stateColumn])) && (!only || row[only[0]] === only[1])
  return {
    of,
    rule,
    as,
    states: field?.kind === 'choice' ? field.of : {},
    waitingSql: (into, tenant, users) => `
      select o.id, ${text} as title, o.${stateColumn} as state, o.${personColumn} as user_id from ${tableName(of)} o${joins}
      where o.tenant_id = ${tenant} and o.${personColumn} = any(${users}::uuid[]) and not o.is_deleted and o.${stateColumn} = any(${into.add(open)}::text[])
        ${only ? `and o.${only[0]} = ${into.add(only[1])}` : ''}`,
    handOver: async (given) => (await moveAll(given, of, person, isOpen)).length,
  }
}
