import { confirmDeficient, confirmSurplus, settle } from '#contract/calls/check/check.ts'
import { plateOf } from '#contract/codes/plate-code.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceFiling, deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { linePostings } from '#contract/entities/check/check-results.ts'
import { checkPosting } from '#contract/entities/check/check-rules.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { rule } from '../task.ts'
import { post } from './post.ts'

const nameOf = (line: Row): string => String(line.device_name ?? line.device_code)

/** Lines of posted departments of checks that the person sees, locked, with the title of their check; refuses the others. */
async function postedLines(
  context: Context,
  tx: Transaction,
  ids: readonly string[],
  result: string | undefined,
  posting: string,
): Promise<Row[]> {
  const lines = await lockRows(checkLine, context, tx, ids)
  const { rows } = await tx.run({
    text: `select l.id, d.dept_status, d.dept_title, k.check_title from check_line l join check_task k on k.tenant_id = l.tenant_id and k.id = l.check_id
      join check_dept d on d.tenant_id = l.tenant_id and d.check_id = l.check_id and d.dept_id is not distinct from l.dept_id
      where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    values: [tx.tenantId, ids],
  })
  const around = new Map(rows.map((row) => [row.id, row]))
  for (const line of lines) {
    const { dept_status: status, dept_title: dept, check_title: title } = around.get(line.id) ?? {}
    if (status !== 'posted') throw rule(`“${dept}”尚未入账，不能确认`, `“${dept}” is not posted yet`)
    if (result && line.result !== result) throw rule(`“${nameOf(line)}”的盘点结果不符`, `The result of “${nameOf(line)}” does not match`)
    if (line.posting !== posting) {
      const now = linePostings[String(line.posting) as keyof typeof linePostings]
      throw rule(`“${nameOf(line)}”${now.zh}，不能重复处理`, `“${nameOf(line)}”: ${now.en.toLowerCase()}`)
    }
    line.check_title = title
  }
  return lines
}

function done(context: Context, tx: Transaction, line: Row, columns: Record<string, unknown>): void {
  const names = Object.keys(columns)
  tx.later({
    text: `update check_line set ${names.map((name, index) => `${name} = $${index + 4}`).join(', ')}, version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, line.id, context.actor.userId, ...Object.values(columns)],
  })
  record(context, tx, {
    entity: checkLine.name,
    entityId: String(line.id),
    verb: 'change',
    version: Number(line.version) + 1,
    changes: { posting: { from: line.posting, to: columns.posting } },
  })
}

const answered = (lines: readonly Row[]) => lines.map((line) => ({ id: String(line.id), version: Number(line.version) + 1 }))

/** A code that looks like the chip of a tag is one; GS1 text says device and serial number; another code is taken for the number on the plate. */
const bound = (code: unknown): Record<string, unknown> => {
  const text = String(code ?? '')
  if (/^[0-9A-F]{16,64}$/.test(codeKey(text))) return { rfidCode: text }
  const plate = plateOf(text)
  if (plate) return { ...(plate.serial && { sn: plate.serial }), ...(plate.udiDi && { udiDi: plate.udiDi }) }
  return text === '' || text.startsWith('NEW-') || text.length > device.fields.sn.max ? {} : { sn: text }
}

/** Surplus lines: a known card gets the place it was seen at, an unknown code becomes a card that waits for filing. */
export async function surplus(context: Context, tx: Transaction) {
  const { ids, ...facts } = read(confirmSurplus.input, context.input) as { ids: string[]; deviceName?: string | null }
  const lines = await postedLines(context, tx, ids, 'surplus', 'none')
  const known = lines.filter((line) => line.device_id)
  if (known.length > 0) await post(context, tx, known[0]!, { lineIds: known.map((line) => String(line.id)), as: 'confirmed' })
  for (const line of lines) {
    if (line.device_id) continue
    const deviceName = facts.deviceName ?? line.device_name
    if (!deviceName) throw refusalOf([{ field: 'deviceName', label: confirmSurplus.input.deviceName, rule: 'required' }])
    const input = { ...facts, deviceName, useDeptId: line.dept_id, locationId: line.seen_location_id, ...bound(line.device_code) }
    const acting = asSystem({ ...context, input }, checkPosting)
    const { id } = await submit(context.actor.settings.view(device), acting, tx)
    const [card] = await lockRows(device, acting, tx, [id])
    await apply(deviceFiling, 'submitFiling', acting, tx, card!)
    done(context, tx, line, { posting: 'confirmed', device_id: id, device_name: deviceName })
  }
  return answered(lines)
}

/** Deficient lines: their cards become missing; a card that changed since the book was taken waits for a person instead. */
export async function deficient(context: Context, tx: Transaction) {
  const { ids } = read(confirmDeficient.input, context.input) as { ids: string[] }
  const lines = await postedLines(context, tx, ids, 'deficient', 'none')
  await missAll(context, tx, lines, false)
  return answered(lines)
}

async function missAll(context: Context, tx: Transaction, lines: readonly Row[], force: boolean): Promise<void> {
  const acting = asSystem(context, checkPosting)
  const locked = await lockByRule(
    device,
    acting,
    tx,
    lines.map((line) => line.device_id),
  )
  const cards = new Map(locked.map((row) => [row.id, row]))
  for (const line of lines) {
    const card = cards.get(line.device_id)!
    const isGone = card.is_deleted || card.eam_status === 'disposed'
    const isChanged =
      card.eam_status !== line.book_status || card.use_dept_id !== line.book_dept_id || card.location_id !== line.book_location_id
    if (isGone || (isChanged && !force)) done(context, tx, line, { posting: 'changed' })
    else {
      if (card.eam_status !== 'missing') await apply(deviceState, 'miss', acting, tx, card, { check: line.check_title })
      done(context, tx, line, { posting: 'confirmed' })
    }
  }
}

/** Lines whose card changed: the person takes what was seen, or leaves the card; either way with a reason. */
export async function decideChanged(context: Context, tx: Transaction) {
  const { ids, take, reason } = read(settle.input, context.input) as { ids: string[]; take: 0 | 1; reason: string }
  const lines = await postedLines(context, tx, ids, undefined, 'changed')
  tx.later({
    text: 'update check_line set reason = $3 where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, ids, reason],
  })
  if (take !== 1) for (const line of lines) done(context, tx, line, { posting: 'left' })
  else {
    const lost = lines.filter((line) => line.result === 'deficient')
    const seen = lines.filter((line) => line.result !== 'deficient')
    if (lost.length > 0) await missAll(context, tx, lost, true)
    for (const as of ['posted', 'confirmed'] as const) {
      const of = seen.filter((line) => (line.result === 'surplus') === (as === 'confirmed'))
      if (of.length > 0) await post(context, tx, of[0]!, { lineIds: of.map((line) => String(line.id)), force: true, as })
    }
  }
  return answered(lines)
}
