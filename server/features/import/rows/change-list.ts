import type { ChangeSummary } from '#contract/calls/import/import-shapes.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import type { Run } from '#server/kit/import/rows/name-links.ts'
import type { LeftRow, UpdateOf } from '#server/kit/import/rows/row-update.ts'
import type { RestoreOutcome, UpdateOutcome, WrittenUpdate } from '#server/kit/import/rows/update-rows.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { shown } from '#server/kit/steps/history.ts'
import { namesSql, tableName, titleColumn } from '#server/kit/table.ts'

const [perStatement, samples, missingSamples] = [5000, 3, 20]

/** The titles of the rows that updates link to and from, by id. */
async function linkTitles(rows: readonly GradedRow[], tenantId: string, run: Run): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<string>>()
  for (const { update } of rows)
    for (const { field, from, to } of update?.found ?? []) {
      if (field.kind !== 'link') continue
      const some = ids.get(field.to) ?? new Set<string>()
      for (const id of [from, to]) if (id) some.add(String(id))
      ids.set(field.to, some)
    }
  const titles = new Map<string, string>()
  for (const [to, some] of ids)
    for (const row of (await run({ text: namesSql(entityNamed(to)), values: [tenantId, [...some]] })).rows)
      titles.set(String(row.id), String(row.name))
  return titles
}

const changeOf = ({ field, from, to, fresh }: UpdateOf, titles: ReadonlyMap<string, string>): Change =>
  field.kind === 'link'
    ? { from, to, fromName: titles.get(String(from)) ?? null, toName: fresh ?? titles.get(String(to)) ?? null }
    : { from, to }

const empty: Words = { zh: '（空）', en: '(empty)' }

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `¥1,234.50`; the amount stays a text, as a number could lose cents. */
const amount = (value: unknown): string => `¥${amounts.format(value as number)}`

/** A value of a change in both languages. */
export const saidBoth = (field: Field, value: unknown, name: string | null | undefined): Words =>
  [null, undefined, ''].some((none) => none === (name ?? value))
    ? empty
    : field.kind === 'money'
      ? { zh: amount(value), en: amount(value) }
      : {
          zh: shown(field, field.kind === 'flag' && value !== null ? Number(value) : value, name, 'zh').slice(0, 200),
          en: shown(field, value, name, 'en').slice(0, 200),
        }

/** The differences by field: how many rows, and some of them with the old and the new value. */
function byField(view: View, rows: readonly GradedRow[], titles: ReadonlyMap<string, string>): ChangeSummary['fields'] {
  const fields = new Map<string, { rows: number; samples: ChangeSummary['fields'][number]['samples'][number][] }>()
  for (const { number, update } of rows)
    for (const one of update?.found ?? []) {
      const { name, field } = one
      const known = fields.get(name) ?? { rows: 0, samples: [] }
      fields.set(name, known)
      known.rows++
      const change = changeOf(one, titles)
      if (known.samples.length < samples)
        known.samples.push({
          ...{ row: number, title: update!.title },
          ...{ from: saidBoth(field, change.from, change.fromName), to: saidBoth(field, change.to, change.toName) },
        })
    }
  const order = Object.keys(view.fields)
  return [...fields]
    .map(([field, found]) => ({ field, ...found }))
    .sort((one, other) => other.rows - one.rows || order.indexOf(one.field) - order.indexOf(other.field))
}

/** The reasons why rows stay as they are, the most frequent first. */
function byReason(left: readonly LeftRow[]): ChangeSummary['left'] {
  const reasons = new Map<string, Words & { rows: number; samples: { row: number; title: string }[] }>()
  for (const { row, title, words } of left) {
    const known = reasons.get(words.zh) ?? { ...words, rows: 0, samples: [] }
    reasons.set(words.zh, known)
    known.rows++
    if (known.samples.length < samples) known.samples.push({ row, title })
  }
  return [...reasons.values()].sort((one, other) => other.rows - one.rows)
}

/** The rows that earlier imports of this list made and that it no longer has. */
async function missingRows(view: View, actor: Actor, matched: readonly string[], run: Run): Promise<ChangeSummary['missing']> {
  if (matched.length === 0) return { rows: 0, samples: [] }
  const { entity } = view
  const into = new Parameters()
  const [tenant, name] = [into.add(actor.tenantId), into.add(entity.name)]
  const ids = into.add(matched)
  const scope = scopeSql(entity, actor, 't', into)
  const { rows } = await run({
    text: `select t.${titleColumn(entity)} as title, count(*) over () as rows from import_row i join ${tableName(entity)} t on t.tenant_id = i.tenant_id and t.id = i.entity_id
        left join unnest(${ids}::uuid[]) m(id) on m.id = i.entity_id
      where i.tenant_id = ${tenant} and i.entity = ${name} and not i.is_update and m.id is null${entity.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''}
        and i.job_id in (select o.job_id from import_row o join unnest(${ids}::uuid[]) k(id) on k.id = o.entity_id
          where o.tenant_id = ${tenant} and o.entity = ${name} and not o.is_update and o.hash is not null)
        and i.hash is not null
      order by t.id limit ${missingSamples}`,
    values: into.values,
  })
  return { rows: Number(rows[0]?.rows ?? 0), samples: rows.map(({ title }) => String(title)) }
}

/** Keeps what differs from the register, row by row, for the person who decides on it. Answers the summary. */
export async function keepChanges(
  tx: Transaction,
  jobId: string,
  view: View,
  { rows, left, matched, actor }: { rows: readonly GradedRow[]; left: readonly LeftRow[]; matched: readonly string[]; actor: Actor },
): Promise<ChangeSummary> {
  const changed = rows.filter(({ update }) => update)
  const titles = await linkTitles(changed, tx.tenantId, tx.run)
  tx.later({ text: 'delete from import_change where tenant_id = $1 and job_id = $2', values: [tx.tenantId, jobId] })
  for (let at = 0; at < changed.length; at += perStatement) {
    const some = changed.slice(at, at + perStatement).map(({ number, update }, index) => ({
      seq: at + index + 1,
      row_no: number,
      entity_id: update!.id,
      version: update!.version,
      title: update!.title,
      changes: Object.fromEntries(update!.found.map((one) => [wireName(one.name, one.field), changeOf(one, titles)])),
    }))
    await tx.run({
      text: `insert into import_change (tenant_id, job_id, seq, row_no, entity_id, version, title, changes)
        select $1, $2, c.seq, c.row_no, c.entity_id, c.version, c.title, c.changes
        from jsonb_to_recordset($3::jsonb) c(seq int, row_no int, entity_id uuid, version int, title text, changes jsonb)`,
      values: [tx.tenantId, jobId, JSON.stringify(some)],
    })
  }
  return { fields: byField(view, changed, titles), left: byReason(left), missing: await missingRows(view, actor, matched, tx.run) }
}

/** A row of the list that a person saw. */
export interface Offered {
  readonly seq: number
  readonly version: number
}

/** What was offered, by the row of the register. */
export async function offeredChanges(tx: Transaction, jobId: string): Promise<ReadonlyMap<string, Offered>> {
  const { rows } = await tx.run({
    text: 'select seq, entity_id, version from import_change where tenant_id = $1 and job_id = $2',
    values: [tx.tenantId, jobId],
  })
  return new Map(rows.map((row) => [String(row.entity_id), { seq: Number(row.seq), version: Number(row.version) }]))
}

/** Writes down what became of offered changes. */
export function settleChanges(tx: Transaction, jobId: string, outcomes: readonly UpdateOutcome[]): void {
  const rows = outcomes.map((one) =>
    one.outcome === 'left'
      ? { seq: one.seq, outcome: one.outcome, zh: one.words.zh, en: one.words.en }
      : { seq: one.seq, outcome: one.outcome, written: one.changes, written_version: one.version, told: one.told },
  )
  tx.later({
    text: `update import_change c set outcome = v.outcome, zh = v.zh, en = v.en, written = v.written, written_version = v.written_version, told = v.told
      from jsonb_to_recordset($3::jsonb) v(seq int, outcome text, zh text, en text, written jsonb, written_version int, told jsonb)
      where c.tenant_id = $1 and c.job_id = $2 and c.seq = v.seq`,
    values: [tx.tenantId, jobId, JSON.stringify(rows)],
  })
}

/** The updates that an import wrote. */
export async function writtenChanges(tx: Transaction, jobId: string): Promise<WrittenUpdate[]> {
  const { rows } = await tx.run({
    text: `select seq, entity_id, written, told from import_change where tenant_id = $1 and job_id = $2 and outcome = 'written' order by entity_id`,
    values: [tx.tenantId, jobId],
  })
  return rows.map((row) => ({
    seq: Number(row.seq),
    id: String(row.entity_id),
    changes: row.written as WrittenUpdate['changes'],
    told: (row.told ?? {}) as WrittenUpdate['told'],
  }))
}

/** Query that writes down what became of updates that were taken back. */
export const settleRestored = (tenantId: string, jobId: string, outcomes: readonly RestoreOutcome[]): Query => ({
  text: `update import_change c set outcome = case when v.zh is null then 'restored' else 'kept' end, zh = v.zh, en = v.en
    from jsonb_to_recordset($3::jsonb) v(seq int, zh text, en text) where c.tenant_id = $1 and c.job_id = $2 and c.seq = v.seq`,
  values: [tenantId, jobId, JSON.stringify(outcomes.map(({ seq, words }) => ({ seq, ...words })))],
})
