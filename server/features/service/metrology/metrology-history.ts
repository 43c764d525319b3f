import { findingProblem, needsCertificate } from '#contract/entities/service/metrology-finding.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { metrologyPosting } from '#contract/entities/service/metrology-rules.ts'
import { type CertificateEnd, certificateEnd, cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import { certificateEndOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { computedEnd, cycleOfCard, endParam, usualCycle } from '../certificate-end.ts'
import { type Certificate, measuredOf, postCertificate, repostNewest } from './metrology-certificate.ts'
import type { MetrologyKind } from './metrology-label.ts'

// Old certificates that an import brings: records that are finished from the start, with the effect that their step would have had.

/** Whether a draft is a row of such an import: no form can give a result with a new record. */
export const isHistory = (draft: Parsed): boolean => Boolean(draft.measuredOn)

const kindOf = (draft: Parsed): MetrologyKind => (draft.measureKind as MetrologyKind | null | undefined) ?? 'verification'

const rowOf = (draft: Parsed) => ({ device_id: draft.deviceId, measure_kind: kindOf(draft), body: draft.body ?? null })

/** The day on which such a certificate ends: the printed one, else by the cycle of the device. */
async function endOf(context: Context, tx: Transaction, draft: Parsed): Promise<string | null> {
  if (draft.result === 'failed') return null
  if (draft.validUntil) return String(draft.validUntil)
  const { card } = await measuredOf(asSystem(context, metrologyPosting), tx, rowOf(draft))
  return computedEnd(tx, card, kindOf(draft), String(draft.measuredOn))
}

/** The columns of a record that begins with its result. */
export const finished = async (context: Context, tx: Transaction, draft: Parsed): Promise<Record<string, unknown>> => ({
  record_status: 'done',
  is_supplement: 1,
  valid_until: await endOf(context, tx, draft),
  measured_by_id: context.actor.userId,
})

/**
 * Puts the newest certificate of each device and kind on its card, unless that has a newer one: what the list says of the years before stops
 * no device, not even for a moment.
 */
export async function postHistory(context: Context, tx: Transaction, ids: readonly string[]): Promise<void> {
  // Verifications first: a card that a device gets by them is due for them.
  const { rows } = await tx.run({
    text: `select distinct on (device_id, measure_kind) device_id, measure_kind, body, result, measured_on, certificate_no, valid_until from measure_record
      where tenant_id = $1 and id = any($2::uuid[]) and result is not null and measured_on is not null
      order by device_id, measure_kind desc, measured_on desc, id desc`,
    values: [tx.tenantId, ids],
  })
  const by = asSystem(context, metrologyPosting)
  for (const row of rows) {
    const measured = await measuredOf(by, tx, row)
    const certificate: Certificate = {
      kind: row.measure_kind as MetrologyKind,
      result: row.result as Certificate['result'],
      measuredOn: String(row.measured_on),
      certificateNo: row.certificate_no as string | null,
      validUntil: row.valid_until as string | null,
    }
    await postCertificate(by, tx, measured, certificate, null)
  }
}

/** After an import was undone the cards that said what it brought say what is left; those that it did not change stay as they are. */
export async function takeBackHistory(context: Context, tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select distinct r.device_id, r.measure_kind from measure_record r
      join measure_card c on c.tenant_id = r.tenant_id and c.device_id = r.device_id and not c.is_deleted
        and case r.measure_kind when 'calibration' then c.calibration_on else c.verification_on end = r.measured_on
      where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.result is not null order by 1, 2`,
    values: [tx.tenantId, ids],
  })
  const by = asSystem(context, metrologyPosting)
  for (const row of rows) await repostNewest(by, tx, row.device_id, row.measure_kind as MetrologyKind)
}

const noRight: Words = { zh: '需要“登记结果”权限才能导入', en: 'can only be imported with the right to work on metrology' }
const lacking: Words = { zh: '不能为空', en: 'is required' }
const stops: Words = { zh: '已过：导入后该设备将停用', en: 'has passed: the device will be out of service after the import' }
const fails: Words = { zh: '不合格：导入后该设备将停用', en: 'is failed: the device will be out of service after the import' }
const early: Words = { zh: '早于设备的购置日期，请核对', en: 'is before the purchase of the device. Please check' }

/** The day on which a certificate of a list will end: the printed one, else by the cycle that its device has or will get. */
function endOfDraft(draft: Parsed, of: Row, ends: CertificateEnd): string | null {
  if (of.first_only === 1) return null
  if (draft.validUntil) return String(draft.validUntil)
  const cycle = of.card_id ? cycleOfCard(of) : (cycleOf(of.own_cycle, of.own_unit) ?? usualCycle)
  return cycle ? certificateEnd(String(draft.measuredOn), cycle, ends) : null
}

/** Old certificates are what a result could be; those that will stop a device are told before anything is written. */
export const historyCheck: RowCheck = {
  of: metrologyRecord,
  async check(rows, { actor, run }, wrong) {
    const today = homeDay(new Date())
    const { rows: found } = await run({
      text: `select d.id, d.purchase_date, d.measure_cycle as own_cycle, d.measure_cycle_unit as own_unit, c.id as card_id, c.verification_on, c.calibration_on,
          coalesce(c.first_only, 0) as first_only, c.measure_cycle, c.measure_cycle_unit from device d
        left join measure_card c on c.tenant_id = d.tenant_id and c.device_id = d.id and not c.is_deleted where d.tenant_id = $1 and d.id = any($2::uuid[])`,
      values: [actor.tenantId, rows.flatMap(({ draft }) => draft.deviceId ?? [])],
    })
    const [param] = (await run(endParam(actor.tenantId))).rows
    const ends = certificateEndOf(param?.param_value)
    const devices = new Map(found.map((row) => [String(row.id), row]))
    const newest = new Map<string, string>()
    for (const { draft } of rows) {
      const [key, on] = [`${draft.deviceId} ${kindOf(draft)}`, String(draft.measuredOn ?? '')]
      if (on > (newest.get(key) ?? '')) newest.set(key, on)
    }
    for (const row of rows) {
      const { draft } = row
      if (!actor.rights.has(measuring.steps.finish.may)) wrong(row, 'result', noRight, String(draft.result ?? ''))
      if (!draft.result) wrong(row, 'result', lacking, '')
      if (!draft.measuredOn) {
        wrong(row, 'measuredOn', lacking, '')
        continue
      }
      const on = String(draft.measuredOn)
      const problem = findingProblem(draft, null, today)
      if (problem) {
        const words =
          problem.field === 'measuredOn'
            ? { zh: '不能晚于今天', en: 'cannot be in the future' }
            : { zh: '须晚于计量日期', en: 'must be after the metrology date' }
        wrong(row, problem.field, words, String(draft[problem.field]))
        continue
      }
      if (needsCertificate(kindOf(draft), draft)) wrong(row, 'certificateNo', lacking, '')
      const of = devices.get(String(draft.deviceId))
      if (of?.purchase_date && on < String(of.purchase_date)) wrong(row, 'measuredOn', early, on, 'warning')
      const held = of?.[`${kindOf(draft)}_on`]
      const isNewest = newest.get(`${draft.deviceId} ${kindOf(draft)}`) === on && !(held && String(held) > on)
      if (!of || !isNewest) continue
      if (draft.result === 'failed') {
        wrong(row, 'result', fails, '', 'warning')
        continue
      }
      const until = endOfDraft(draft, of, ends)
      if (until && until < today) wrong(row, 'validUntil', stops, until, 'warning')
    }
  },
}
