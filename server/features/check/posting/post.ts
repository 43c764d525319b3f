import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkPosting } from '#contract/entities/check/check-rules.ts'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { endRepairState } from '#server/features/service/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { linkedRows } from '#server/kit/read/links.ts'
import { apply } from '#server/kit/steps/step.ts'
import { submit } from '#server/kit/write/save.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { tellMoved } from '../notices.ts'
import { type Move, moveCards } from './move-cards.ts'

const sayings = {
  changed: { zh: '盘点开始后设备卡已变动', en: 'The card changed after the check began' },
  closed: { zh: '所在位置已停用，请先移到其他位置', en: 'The location is inactive: move the device first' },
  gone: { zh: '设备卡或位置已删除', en: 'The card or the location was deleted' },
} as const

/** What becomes of one line: done, or left with the reason. */
interface Posted {
  readonly id: unknown
  readonly posting: string
  readonly why: string | null
}

/** Which lines are posted: those of a department, or named ones. `force`: also over what changed in between. */
export interface Which {
  readonly dept?: { readonly checkId: unknown; readonly deptId: unknown }
  readonly lineIds?: readonly string[]
  readonly force?: boolean
  /** What a line that is done becomes. */
  readonly as?: 'posted' | 'confirmed'
}

const { location, useDept } = device.fields

/** Which of the places that lines were seen in are closed; a closed department of an open room takes no cards. */
async function closedPlaces(context: Context, tx: Transaction, lines: readonly Row[]): Promise<(line: Row) => Row> {
  const retired = async (field: typeof location | typeof useDept, name: string): Promise<Set<unknown>> => {
    const ids = [...new Set(lines.flatMap((line) => (line[name] ? [String(line[name])] : [])))]
    const rows = ids.length > 0 ? await linkedRows(field, context, tx, ids) : []
    return new Set(rows.flatMap((row) => (row.why ? [row.id] : [])))
  }
  const [rooms, depts] = [await retired(location, 'seen_location_id'), await retired(useDept, 'room_dept_id')]
  return ({ seen_location_id: room, room_dept_id: dept }) => ({
    roomClosed: rooms.has(room),
    room_dept_id: depts.has(dept) ? null : dept,
  })
}

/** Lines with something to bring into the register, beside their cards, which are locked in id order. */
async function cardsOf(context: Context, tx: Transaction, which: Which): Promise<Row[]> {
  const values: unknown[] = [tx.tenantId]
  const where = which.dept ? 'l.check_id = $2 and l.dept_id is not distinct from $3::uuid and l.is_surplus = 0' : 'l.id = any($2::uuid[])'
  values.push(...(which.dept ? [which.dept.checkId, which.dept.deptId] : [which.lineIds]))
  const { rows: lines } = await tx.run({
    text: `select l.id as line_id, l.device_id, l.result, l.seen_location_id, l.book_location_id, l.book_dept_id, l.book_status, l.wrong_field, l.seen_value, l.posting,
        r.dept_id as room_dept_id, r.is_deleted as room_gone
      from check_line l join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
      left join location r on r.tenant_id = l.tenant_id and r.id = l.seen_location_id
      where l.tenant_id = $1 and ${where} and l.posting in ('none', 'changed') and (l.result in ('misplaced', 'mismatch', 'surplus') or l.result = 'match' and d.eam_status = 'missing')`,
    values,
    once: true,
  })
  const closed = await closedPlaces(context, tx, lines)
  const linesOf = new Map<unknown, Row[]>()
  for (const line of lines) linesOf.set(line.device_id, [...(linesOf.get(line.device_id) ?? []), line])
  const cards = await lockByRule(device, context, tx, [...linesOf.keys()])
  return cards
    .flatMap((card) => (linesOf.get(card.id) ?? []).map((line): Row => ({ ...line, ...card, ...closed(line) })))
    .filter((row) => row.result !== 'match' || row.eam_status === 'missing')
}

/** Where the card belongs by what was seen; nothing when it lies where the book says. A room of a department gives its cards that department. */
function moveOf(row: Row): Move | undefined {
  const to = row.seen_location_id
  if (!to || to === row.location_id || row.result === 'match') return undefined
  // Found where it is on this check's book; another result is about something else.
  if (row.result !== 'surplus' && to === row.book_location_id) return undefined
  return { row, location_id: to, use_dept_id: row.room_dept_id ?? row.use_dept_id }
}

const refusedWords = (error: unknown, language: Language): string => {
  if (error instanceof Refusal) return sentence(error.code, error.parameters, language)
  throw error
}

/** Whether the value is taken already by another card, in the words of the refusal; the unique index would undo the whole posting. */
async function takenBy(context: Context, tx: Transaction, row: Row): Promise<string | undefined> {
  const name = String(row.wrong_field) as 'rfidCode'
  const field = device.fields[name]
  if (!('unique' in field) || !field.unique) return undefined
  const { rows } = await tx.run({
    text: 'select 1 from device where tenant_id = $1 and rfid_code_key = $2 and id <> $3 and not is_deleted limit 1',
    values: [tx.tenantId, codeKey(String(row.seen_value)), row.id],
  })
  return rows.length > 0 ? sentence('taken', { label: field, value: String(row.seen_value) }, context.language) : undefined
}

/** Writes the field that was seen different, by the same rules as any change of a card. */
async function correct(context: Context, tx: Transaction, row: Row): Promise<string | null> {
  const taken = await takenBy(context, tx, row)
  if (taken) return taken
  try {
    const input = { id: row.id, [String(row.wrong_field)]: row.seen_value }
    await submit(context.actor.settings.view(device), { ...context, input }, tx)
    return null
  } catch (error) {
    return refusedWords(error, context.language)
  }
}

/** A card that was missing and lies there again gets the state before; one that no check lost keeps its state. */
async function findAgain(context: Context, tx: Transaction, row: Row): Promise<string | null> {
  if (row.eam_status !== 'missing') return null
  try {
    await apply(deviceState, 'find', context, tx, row)
    // Its repair may have ended while its place was unknown.
    await endRepairState(context, tx, row)
    return null
  } catch (error) {
    return refusedWords(error, context.language)
  }
}

const isChanged = (row: Row): boolean =>
  row.use_dept_id !== row.book_dept_id || row.location_id !== row.book_location_id || row.eam_status !== row.book_status

/**
 * Brings the register in line with what was seen: places, wrong facts, cards found again. Every touched card gets its event. A card that changed since
 * the book was taken is not overwritten: its line says so and waits for a person. Surplus and deficient lines wait for their own confirmation.
 */
export async function post(asked: Context, tx: Transaction, task: Row, which: Which): Promise<void> {
  const context = asSystem(asked, checkPosting)
  const as = which.as ?? 'posted'
  const say = (key: keyof typeof sayings): string => sayings[key][context.language]
  const posted: Posted[] = []
  const moves: Move[] = []
  for (const row of await cardsOf(context, tx, which)) {
    const done = (why: string | null) => posted.push({ id: row.line_id, posting: why ? 'changed' : as, why })
    if (row.is_deleted || row.eam_status === 'disposed' || (row.room_gone && row.seen_location_id !== row.location_id)) {
      done(say('gone'))
      continue
    }
    const move = moveOf(row)
    const isThere = row.result === 'misplaced' && !move
    if (!which.force && !isThere && isChanged(row)) {
      done(say('changed'))
      continue
    }
    const why = (await findAgain(context, tx, row)) ?? (row.result === 'mismatch' ? await correct(context, tx, row) : null)
    // Nothing comes into a closed place: what was seen stays on the line for a person to look at.
    const isClosed = move !== undefined && row.roomClosed === true
    if (!why && move && !isClosed) moves.push(move)
    done(why ?? (isClosed ? say('closed') : null))
  }
  const moved = await moveCards(context, tx, task, moves)
  const matched = await settleLines(context, tx, which, as, posted)
  tellMoved(context, tx, moved)
  await gatherStatistics(tx, posted.length + matched, posted.length > 0 ? [checkLine, device] : [checkLine])
}

/** Writes what became of the lines; a match with nothing to bring in line is done by that. Resolves to how many of these there are. */
async function settleLines(context: Context, tx: Transaction, which: Which, as: string, posted: readonly Posted[]): Promise<number> {
  if (posted.length > 0)
    tx.later({
      text: `update check_line l set posting = v.posting, reason = case when v.why is null then l.reason else left(concat_ws('；', l.reason, v.why), 200) end,
          version = l.version + 1, updated_by = $3, updated_at = now()
        from jsonb_to_recordset($2::jsonb) v(id uuid, posting text, why text) where l.tenant_id = $1 and l.id = v.id`,
      values: [tx.tenantId, JSON.stringify(posted), context.actor.userId],
      once: true,
    })
  const values: unknown[] = [tx.tenantId, as, context.actor.userId]
  const where = which.dept ? 'check_id = $4 and dept_id is not distinct from $5::uuid' : 'id = any($4::uuid[])'
  values.push(...(which.dept ? [which.dept.checkId, which.dept.deptId] : [which.lineIds]))
  const { rowCount } = await tx.run({
    text: `update check_line set posting = $2, version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and ${where} and posting = 'none' and result = 'match'`,
    values,
  })
  return rowCount ?? 0
}
