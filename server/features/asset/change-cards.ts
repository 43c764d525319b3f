import { device } from '#contract/entities/asset/device.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import type { View } from '#contract/kit/view.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { seesAll } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { assignments, changesOf, type Difference, differences, settleDraft, stored } from '#server/kit/draft-changes.ts'
import { hooksOf } from '#server/kit/hooks.ts'
import { linkNames } from '#server/kit/links.ts'
import { lockSeen, refuseClosed } from '#server/kit/lock.ts'
import { notBefore } from '#server/kit/not-before.ts'
import { refuseBeyond } from '#server/kit/range.ts'
import { refuseSealed } from '#server/kit/sealed.ts'
import { refuseOutOfScope } from '#server/kit/stay-in-scope.ts'
import { saidBeside } from '#server/kit/write-row.ts'
import { writeRows } from '#server/kit/write-rows.ts'

/** A locked card and what a draft says of it. */
interface CardDraft {
  readonly row: Row
  readonly draft: Parsed
  /** What was said beside the change. */
  readonly told?: Parsed
}

interface Changed extends CardDraft {
  readonly found: readonly Difference[]
}

/** Old and new names of links of all cards: one look at each link, however many cards there are. */
function namesOf(view: View, context: Context, tx: Transaction, changed: readonly Changed[]): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, { from: Set<unknown>; to: Set<unknown> }>()
  for (const { found } of changed)
    for (const { name, from, to, field } of found) {
      if (field.kind !== 'link') continue
      const both = links.get(name) ?? { from: new Set(), to: new Set() }
      if (from) both.from.add(from)
      if (to) both.to.add(to)
      links.set(name, both)
    }
  return linkNames(
    view,
    context,
    tx,
    [...links].map(([name, { from, to }]) => ({ name, from: [...from], to: [...to] })),
  )
}

/** The hospital's own fields of all cards where the search looks for them. */
function indexOwn(view: View, tx: Transaction, changed: readonly Changed[]): void {
  const own = changed.flatMap(({ row, found }) =>
    found.flatMap(({ name, field, to }) => (view.custom.has(name) && field.search ? [{ id: row.id, code: name, value: to }] : [])),
  )
  if (own.length === 0) return
  const values = [tx.tenantId, view.entity.name, JSON.stringify(own)]
  tx.later({
    text: `delete from custom_value c using jsonb_to_recordset($3::jsonb) v(id uuid, code text)
      where c.tenant_id = $1 and c.entity = $2 and c.id = v.id and c.code = v.code`,
    values,
    once: true,
  })
  tx.later({
    text: `insert into custom_value (tenant_id, entity, code, value, id) select $1, $2, v.code, v.value, v.id
      from jsonb_to_recordset($3::jsonb) v(id uuid, code text, value text) where v.value is not null`,
    values,
    once: true,
  })
}

/**
 * Changes many locked cards by drafts that were read, all or none: what a single saving checks and asks of hooks, written in one statement with an event each.
 * Answers how many changed. `verb`: what the events are called.
 */
export async function changeCards(
  asked: Context,
  tx: Transaction,
  act: { readonly verb: string; readonly input?: unknown },
  drafts: readonly CardDraft[],
): Promise<number> {
  const view = asked.actor.settings.view(device)
  const hooks = hooksOf(device)
  for (const { row } of drafts) refuseClosed(device, device.editable, row)
  const changed = drafts
    .map(({ row, draft: given, told }): Changed => {
      // One draft may change many cards, whose units differ.
      const draft = { ...given }
      settleDraft(view, draft, row)
      return { row, draft, ...(told ? { told } : {}), found: differences(view, draft, row) }
    })
    .filter(({ found }) => found.length > 0)
  if (changed.length === 0) return 0
  const context = await notBefore(asked, tx, device.name, ...changed.map(({ row }) => row))
  for (const { found } of changed) {
    refuseOutOfScope(view, context, found)
    refuseSealed(context, found)
  }
  const names = await namesOf(view, context, tx, changed)
  const written: { row: Row; set: Map<string, unknown>; kept: readonly Difference[]; told: Parsed }[] = []
  for (const { row, draft, found, told: said } of changed) {
    const told = { ...said }
    const set = assignments(view, found, row)
    const hooked = (await hooks?.beforeChange?.(context, tx, { row, draft, told, lines: {} })) ?? {}
    for (const [column, value] of Object.entries(hooked)) set.set(column, value)
    refuseBeyond(device, set)
    // What a single saving writes as text is written as a value here.
    if (typeof set.get('custom') === 'string') set.set('custom', JSON.parse(String(set.get('custom'))))
    written.push({ row, set, kept: stored(view, found, hooked, row), told })
  }
  const columns = [...new Set(written.flatMap(({ set }) => [...set.keys()]))]
  await writeRows(
    device,
    context,
    tx,
    act,
    written.map(({ row, set, kept, told }) => ({
      row,
      ...saidBeside(told),
      set: Object.fromEntries(columns.map((column) => [column, set.has(column) ? set.get(column) : row[column]])),
      changes: changesOf(kept, names),
    })),
  )
  indexOwn(view, tx, changed)
  await refuseLostCards(context, tx, changed)
  for (const { row, draft } of changed) await hooks?.afterSave?.(context, tx, { id: String(row.id), draft, isNew: false, lines: {} })
  return changed.length
}

/** Refuses a change after which the person would not see a card any more. */
async function refuseLostCards(context: Context, tx: Transaction, changed: readonly Changed[]): Promise<void> {
  if (seesAll(device, context.actor)) return
  const ids = changed.map(({ row }) => String(row.id))
  if ((await lockSeen(device, context, tx, ids)).length === ids.length) return
  throw new Refusal('rule', {
    zh: '保存后有设备卡将不在您的数据范围内',
    en: 'Saved like this some cards would be outside your data scope',
  })
}
