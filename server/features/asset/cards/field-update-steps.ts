import { decideFieldUpdate } from '#contract/calls/asset/card-field-update.ts'
import { fieldUpdating } from '#contract/entities/asset/card-field-update.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { countsUnit } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { approvalFacts } from '#server/kit/steps/approval-facts.ts'
import { runStep, step } from '#server/kit/steps/step.ts'
import { columnName } from '#server/kit/table.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { countOfCard, countStored, storedCount } from './field-update-counts.ts'

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Refuses to overwrite what others changed since the request: names the fields. */
function refuseMoved(card: Row, moved: readonly (Words & { readonly wire: string })[]): void {
  if (moved.length === 0) return
  const [zh, en] = [moved.map((one) => one.zh).join('、'), moved.map((one) => one.en).join(', ')]
  throw new Refusal(
    'conflict',
    {
      zh: `“${card.device_name}”的${zh}在申请后已被修改，请驳回后重新申请`,
      en: `“${card.device_name}”: ${en} changed after the request was made. Reject it and ask again`,
    },
    { fields: moved.map((one) => one.wire) },
  )
}

/** Writes what was asked for onto the card. */
async function writeAsked(context: Context, tx: Transaction, request: Row): Promise<void> {
  const view = context.actor.settings.view(device)
  const [card] = await lockRows(device, context, tx, [String(request.device_id)])
  const { rows: lines } = await tx.run({
    text: 'select field_code, old_value, new_value from card_field_update_line where tenant_id = $1 and request_id = $2 order by place',
    values: [tx.tenantId, request.id],
  })
  const asked = lines.flatMap((line) => {
    const name = String(line.field_code)
    const field = view.fields[name] ?? device.fields[name as 'deviceName']
    const now = textOf(countsUnit(field) ? storedCount(name, field, countOfCard(name, field, card!)) : card![columnName(name, field)])
    const isMoved = now !== textOf(line.old_value) && now !== textOf(line.new_value)
    const to = countsUnit(field) ? countStored(name, field, line.new_value) : { [wireName(name, field)]: line.new_value }
    return [{ wire: wireName(name, field), zh: field.zh, en: field.en, to, isMoved }]
  })
  refuseMoved(
    card!,
    asked.filter(({ isMoved }) => isMoved),
  )
  const draft = Object.assign({}, ...asked.map(({ to }) => to))
  const { op: _, ...plain } = context
  const told = { ...(request.change_kind ? { changeKind: request.change_kind } : {}), changeReason: request.reason }
  await submit(view, { ...plain, input: { ...draft, ...told, id: card!.id } }, tx)
}

step(fieldUpdating, 'approve', async ({ context, tx, row }) => {
  await writeAsked(context, tx, row)
  return undefined
})

/** Both steps under the addresses that clients know. */
async function decide(context: Context, tx: Transaction) {
  const { type, content, version } = read(decideFieldUpdate.input, context.input) as {
    type: 'approve' | 'reject'
    content?: string | null
    version?: number | null
  }
  if (type === 'reject' && !content) throw refusalOf([{ field: 'content', label: decideFieldUpdate.input.content, rule: 'required' }])
  const input = { id: context.input.id, version, ...(content ? { opinion: content } : {}) }
  return (await runStep(fieldUpdating, type, { ...context, input }, tx)) as { id: string; version: number }
}

approvalFacts('cardFieldUpdate', async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: 'select use_dept_id, manage_dept_id, assets_category_id, original_value from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.device_id],
  })
  const card = rows[0]
  const count = Number(row.field_count)
  const said = {
    zh: `变更 ${row.request_title} 的 ${count} 项信息`,
    en: `Change ${count} ${count === 1 ? 'field' : 'fields'} of ${row.request_title}`,
  }
  return {
    title: said[context.language],
    facts: {
      category: card?.assets_category_id,
      useDept: card?.use_dept_id,
      fieldCount: row.field_count,
      originalValue: card?.original_value,
    },
    depts: { managing: (card?.manage_dept_id ?? null) as string | null, giving: (card?.use_dept_id ?? null) as string | null },
    amount: (card?.original_value ?? null) as string | null,
  }
})

export const fieldUpdateAnswers: readonly Answer[] = [answer(decideFieldUpdate, { write: decide })]
