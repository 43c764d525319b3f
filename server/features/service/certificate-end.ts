import { isConfirmed } from '#contract/kit/entity/confirm.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type CertificateEnd, type Cycle, certificateEnd, cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Words } from '#contract/kit/words.ts'
import { certificateEndKey, certificateEndOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { MetrologyKind } from './metrology/metrology-label.ts'

/** The parameter of a hospital that says on which day a certificate ends. */
export const endParam = (tenantId: string): Query<{ param_value: string }> => ({
  text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
  values: [tenantId, certificateEndKey],
})

/** Days on which a device got a certificate of a kind, of the one that its metrology card is due for where none is given; the newest first. */
export const measuredDays = (tenantId: string, deviceId: unknown, kind: MetrologyKind | undefined): Query<{ measured_on: string }> => ({
  text: `select measured_on from measure_record where tenant_id = $1 and device_id = $2 and record_status = 'done' and result <> 'failed' and not is_deleted
      and measure_kind = coalesce($3, (select c.measure_kind from measure_card c where c.tenant_id = $1 and c.device_id = $2 and not c.is_deleted))
    order by measured_on desc limit 120`,
  values: [tenantId, deviceId, kind ?? null],
})

/** The cycle where neither the device nor the catalogue says otherwise. */
export const usualCycle: Cycle = { count: 1, unit: 'year' }

/** The cycle of a metrology card; undefined for a device that is verified once. */
export const cycleOfCard = (card: Row): Cycle | undefined =>
  card.first_only === 1 ? undefined : cycleOf(card.measure_cycle, card.measure_cycle_unit)

/** The day on which a certificate of a kind ends by the cycle of the device and the setting of the hospital; null without a cycle. */
export async function computedEnd(tx: Transaction, card: Row, kind: MetrologyKind, measuredOn: string): Promise<string | null> {
  const cycle = cycleOfCard(card)
  if (!cycle) return null
  const [param, days] = await Promise.all([tx.run(endParam(tx.tenantId)), tx.run(measuredDays(tx.tenantId, card.device_id, kind))])
  const ends: CertificateEnd = certificateEndOf(param.rows[0]?.param_value)
  return certificateEnd(
    measuredOn,
    cycle,
    ends,
    days.rows.map((row) => String(row.measured_on)),
  )
}

/** The warning that a certificate is from before the purchase of its device. */
export const beforePurchase = 'beforePurchase'

/** Asks about certificates from before the purchase of their devices. Throws until the person has confirmed that they are right. */
export function askBeforePurchase(found: readonly { readonly measuredOn: string; readonly of: Row }[], confirmed: unknown): void {
  const early = found.filter(({ measuredOn, of }) => of.purchase_date && measuredOn < String(of.purchase_date))
  if (early.length === 0 || isConfirmed(confirmed, beforePurchase)) return
  const [shown, left] = [early.slice(0, 5), early.length - 5]
  const warning: Words = {
    zh: `${shown.map(({ measuredOn, of }) => `“${of.device_name}”的计量日期 ${measuredOn} 早于购置日期 ${of.purchase_date}`).join('；')}${left > 0 ? `；另有 ${left} 台` : ''}`,
    en: `${shown.map(({ measuredOn, of }) => `“${of.device_name}” was measured on ${measuredOn}, before its purchase on ${of.purchase_date}`).join('; ')}${left > 0 ? `; and ${left} more` : ''}`,
  }
  throw new Refusal('unconfirmed', { warning }, { confirm: [beforePurchase] })
}
