import { measureControl } from '#contract/calls/quality/quality.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { judgeControl, judgePoint } from '#contract/entities/quality/judge.ts'
import { controlling, qualityControl } from '#contract/entities/quality/quality-control.ts'
import { qualityReading } from '#contract/entities/quality/quality-reading.ts'
import { qualityPosting } from '#contract/entities/quality/quality-rules.ts'
import { qualityTester } from '#contract/entities/quality/quality-tester.ts'
import { lineNamed } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { storedLines } from '#server/kit/lines/lines.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { apply, step } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { lockControlled, nextDueOf, postControls, refuseDisposed } from './quality-posting.ts'
import { certificatesOn } from './testers.ts'

/** The maximum number of points that a refusal names. */
const mostSaid = 5

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Measured values by the id of their reading, handed to the inner step of a control. */
const values = new WeakMap<Context, ReadonlyMap<string, number | null>>()

/** Writes measured values of a draft. */
async function measure(asked: Context, tx: Transaction) {
  const given = read(asked.actor.settings.inputs(measureControl.input), asked.input) as Parsed & {
    readings?: readonly { id: string; measured?: number | null }[] | null
  }
  const [row] = await lockRows(qualityControl, asked, tx, [String(given.id)])
  await refuseStale(qualityControl, asked, tx, row!, given.version)
  const { id: _, version: __, readings, ...environment } = given
  const context: Context = { ...asked }
  values.set(context, new Map((readings ?? []).map(({ id, measured }) => [id.toLowerCase(), measured ?? null])))
  return apply(controlling, 'measure', context, tx, row!, environment)
}

step(controlling, 'measure', async ({ context, tx, row, input, changes }) => {
  const said = new Map(values.get(context) ?? [])
  const { told } = await changeLines(qualityControl, 'readings', context, tx, String(row.id), (line) => {
    if (!said.has(line.id)) return undefined
    const measured = said.get(line.id)!
    said.delete(line.id)
    const { deviation, verdict } = judgePoint({ ...line, measured })
    return { measured, deviation, verdict } as Parsed
  })
  if (said.size > 0) throw refusalOf([{ field: 'readings', label: measureControl.input.readings, rule: 'absent' }])
  Object.assign(changes, told)
  const set: Record<string, unknown> = {}
  for (const name of ['temperature', 'humidity'] as const) if (input[name] !== undefined) set[name] = input[name]
  return set
})

/** Refuses a control with missing values, and names their points. */
function refuseMissing(row: Row, missing: readonly { readonly point: Readonly<Record<string, unknown>> }[]): void {
  if (missing.length === 0) return
  const said = missing
    .slice(0, mostSaid)
    .map(({ point }) => [point.quantity, point.setValue, point.unit].filter((one) => one !== null).join(' '))
  const isMore = missing.length > said.length
  throw rule(
    `质控记录“${row.control_no}”还有 ${missing.length} 个测量值未填：${said.join('、')}${isMore ? ' 等' : ''}`,
    `“${row.control_no}” still needs ${missing.length} measured values: ${said.join(', ')}${isMore ? ' and more' : ''}`,
  )
}

const number = (value: unknown): string => (value === null || value === undefined ? '' : String(Number(value)))

/** A failed point in a line: quantity, set value, measured value, unit. */
const failedText = (point: Readonly<Record<string, unknown>>): string =>
  `${point.quantity}${point.setValue === null ? '' : ` ${number(point.setValue)}`} → ${number(point.measured)}${point.unit ? ` ${point.unit}` : ''}`

/** Tells who works on quality control, and the people of the device, that it failed. */
function tellFailed(by: Acting, tx: Transaction, of: Row, control: Row, failed: string): void {
  notify(by, tx, {
    kind: 'quality_failed',
    subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
    detail: failed.replaceAll('\n', '、'),
    target: 'qualityControl',
    targetId: String(control.id),
    to: {
      users: [of.keeper_id as string | null],
      holders: { right: 'qualityControl.work', deptId: (of.borrow_dept_id ?? of.use_dept_id) as string | null },
    },
  })
}

step(controlling, 'finish', async ({ context, tx, row, changes }) => {
  const id = String(row.id)
  const today = homeDay(context.occurredAt)
  const day = String(row.controlled_on)
  if (day > today) throw rule('质控日期不能晚于今天', 'The control date cannot be in the future')
  const readings = await storedLines(lineNamed(qualityControl, 'readings'), qualityReading, tx, id)
  const { judged, missing, failed, result } = judgeControl(readings)
  refuseMissing(row, missing)
  if (judged.length === 0) throw rule('质控模板没有测量点', 'The quality control template has no points')
  const testers = await storedLines(lineNamed(qualityControl, 'testers'), qualityTester, tx, id)
  if (testers.length === 0) throw rule('请填写所用的测试仪', 'Enter the testers that were used')
  const ids = testers.map(({ testerId }) => String(testerId))
  if (ids.includes(String(row.device_id))) throw rule('测试仪不能是被测设备', 'The tester cannot be the device itself')
  const certificates = await certificatesOn(tx, ids, day)
  const kept = await changeLines(
    qualityControl,
    'testers',
    context,
    tx,
    id,
    ({ testerId }) => ({ ...certificates.get(String(testerId)) }) as Parsed,
  )
  Object.assign(changes, kept.told)
  const by = asSystem(context, qualityPosting)
  const of = await lockControlled(by, tx, row.device_id)
  refuseDisposed(of)
  const failedPoints =
    failed
      .map(({ point }) => failedText(point))
      .join('\n')
      .slice(0, qualityControl.fields.failedPoints.max) || null
  const nextDue = await nextDueOf(tx, { id, deviceId: row.device_id, templateId: row.template_id, controlledOn: day })
  const posted = await postControls(by, tx, of, row.template_id, {
    own: { id, controlNo: String(row.control_no), controlledOn: day, result: result!, nextDue, failedPoints },
  })
  record(context, tx, {
    ...{ entity: device.name, entityId: String(of.id), verb: result === 'failed' ? 'controlFailed' : 'controlPassed' },
    input: { control: row.control_no, controlledOn: day, failedPoints },
  })
  if (result === 'failed' && posted.isNewest) {
    tellFailed(by, tx, of, row, failedPoints ?? '')
    // The people of the device, and who borrowed it, are told to stop its use.
    if (posted.isStopped) await tellStopped(by, tx, of, failedPoints?.replaceAll('\n', '、') ?? null)
  }
  return {
    result,
    failed_count: failed.length,
    failed_points: failedPoints,
    next_due: nextDue,
    controlled_by_id: context.actor.userId,
    finished_at: context.occurredAt,
  }
})

step(controlling, 'void', async ({ context, tx, row, input }) => {
  const by = asSystem(context, qualityPosting)
  const of = await lockControlled(by, tx, row.device_id)
  await postControls(by, tx, of, row.template_id, { gone: String(row.id) })
  record(context, tx, {
    ...{ entity: device.name, entityId: String(of.id), verb: 'controlVoided' },
    input: { control: row.control_no, reason: input.voidReason },
  })
  return { void_reason: input.voidReason }
})

export const controlAnswers: readonly Answer[] = [answer(measureControl, { write: measure })]
