import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyCatalog } from '#contract/entities/service/metrology-catalog.ts'
import { metrologyTerms } from '#contract/entities/service/metrology-kinds.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Parsed, Raw } from '#contract/kit/fields/parse.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { ledgerFollows } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { usualCycle } from '../certificate-end.ts'
import { finished, isHistory, postHistory, takeBackHistory } from './metrology-history.ts'
import { summaryOf, unverifiedSince, withoutEnds } from './metrology-label.ts'

/** Records that are entered with their certificate. */
export const supplements = new WeakSet<Context>()

/** What the card of a device and a line of the catalogue say of its metrology. */
async function usual(tx: Transaction, deviceId: unknown, catalogId: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: `select d.use_dept_id, coalesce(c.measure_kind, 'verification') as measure_kind, coalesce(c.measure_type, d.measure_type) as measure_type,
        coalesce(c.first_only, 0) as first_only,
        coalesce(c.measure_cycle, d.measure_cycle) as measure_cycle,
        case when c.measure_cycle is not null then c.measure_cycle_unit else d.measure_cycle_unit end as measure_cycle_unit
      from device d left join measure_catalog c on c.tenant_id = d.tenant_id and c.id = $3::uuid where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, deviceId, catalogId ?? null],
  })
  return rows[0] ?? {}
}

function refuseCycle(isFirstOnly: unknown, cycle: unknown): void {
  if (isFirstOnly !== 1 || cycle === null || cycle === undefined) return
  throw new Refusal(
    'rule',
    {
      zh: '只做首次检定的器具没有计量周期，请清空计量周期',
      en: 'An instrument with first verification only has no metrology cycle. Clear the cycle',
    },
    [{ field: 'measureCycle' }],
  )
}

/** What is verified once has no cycle; everything else needs one. */
function refuseOddCycle(row: Row | undefined, draft: Parsed): void {
  if (row && draft.firstOnly === undefined && draft.measureCycle === undefined) return
  const said = (wire: string, column: string): unknown => (draft[wire] === undefined ? row?.[column] : draft[wire])
  const [isFirstOnly, cycle] = [said('firstOnly', 'first_only'), said('measureCycle', 'measure_cycle')]
  refuseCycle(isFirstOnly, cycle)
  if (isFirstOnly !== 1 && (cycle === null || cycle === undefined))
    throw refusalOf([{ field: 'measureCycle', label: metrologyTerms.measureCycle, rule: 'required' }])
}

/** Clients from before cycles had units send days under this name. */
function withUnit(input: Raw): Raw {
  if (input.cycleDays === undefined) return input
  const { cycleDays, ...rest } = input
  return { measureCycle: cycleDays, measureCycleUnit: 'day', ...rest }
}

hook(metrologyCatalog, {
  given: withUnit,
  async beforeAdd(_context, _tx, { draft }) {
    refuseOddCycle(undefined, draft)
    return undefined
  },
  async beforeChange(_context, _tx, { row, draft }) {
    refuseOddCycle(row, draft)
    return undefined
  },
})

const given = (drafted: unknown, stored: unknown): unknown => (drafted === undefined ? stored : drafted)

/** A compulsory device without a verification is overdue at once: its last day was the one before. */
const dayBefore = ({ occurredAt }: Context): string => daysAfter(homeDay(occurredAt), -1)

/** A device has one metrology card. */
async function refuseSecond(tx: Transaction, deviceId: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `measure_card ${tx.tenantId} ${deviceId}`)
  const { rows } = await tx.run({
    text: 'select card_title from measure_card where tenant_id = $1 and device_id = $2 and not is_deleted',
    values: [tx.tenantId, deviceId],
  })
  if (rows[0]) throw new Refusal('taken', { label: metrologyCard, value: String(rows[0].card_title) })
}

hook(metrologyCard, {
  given: withUnit,
  async beforeAdd(context, tx, { draft }) {
    await refuseSecond(tx, draft.deviceId)
    const known = await usual(tx, draft.deviceId, draft.catalogId)
    const isFirstOnly = draft.firstOnly ?? (draft.measureCycle ? 0 : known.first_only)
    refuseCycle(isFirstOnly, draft.measureCycle)
    const cycle =
      cycleOf(draft.measureCycle, draft.measureCycleUnit) ?? cycleOf(known.measure_cycle, known.measure_cycle_unit) ?? usualCycle
    const terms = { measure_kind: draft.measureKind ?? known.measure_kind, measure_type: draft.measureType ?? known.measure_type ?? null }
    return {
      ...terms,
      unverified_since: unverifiedSince(terms, dayBefore(context)),
      first_only: isFirstOnly ?? 0,
      measure_cycle: isFirstOnly === 1 ? null : cycle.count,
      measure_cycle_unit: isFirstOnly === 1 ? null : cycle.unit,
    }
  },
  async beforeChange(context, _tx, { row, draft }) {
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw new Refusal('rule', {
        zh: `计量台账“${row.card_title}”不能换设备`,
        en: `The device of the metrology card “${row.card_title}” cannot be changed`,
      })
    if (draft.measureKind === null) throw refusalOf([{ field: 'measureKind', label: metrologyCard.fields.measureKind, rule: 'required' }])
    refuseOddCycle(row, draft)
    // A device that is verified once has no day on which it is due again.
    const ends = draft.firstOnly === 1 ? { valid_until: null, verification_until: null, calibration_until: null } : {}
    const type = given(draft.measureType, row.measure_type)
    const isFree = draft.firstOnly === 1 || (row.measure_type === 'mandatory' && type !== 'mandatory')
    if (!isFree && draft.measureType === undefined && draft.measureKind === undefined) return undefined
    const labels = isFree ? withoutEnds(row) : {}
    const next = { ...row, ...labels, ...ends, measure_kind: draft.measureKind ?? row.measure_kind, measure_type: type }
    return { ...labels, ...summaryOf(next), unverified_since: unverifiedSince(next, dayBefore(context)), ...ends }
  },
  async beforeRemove(_context, tx, { rows }) {
    const { rows: open } = await tx.run({
      text: `select device_id from device_stop where tenant_id = $1 and device_id = any($2::uuid[]) and stop_kind = 'metrology' and lifted_at is null`,
      values: [tx.tenantId, rows.map((row) => row.device_id)],
    })
    const stopped = rows.find((row) => open.some(({ device_id }) => device_id === row.device_id))
    if (stopped)
      throw new Refusal('rule', {
        zh: `设备“${stopped.card_title}”因计量停用，请先登记合格结果`,
        en: `“${stopped.card_title}” is out of service for metrology. Record a passing result first`,
      })
  },
})

/** Of people who plan the same device at one moment, on phones or at desks, the second sees the first. */
export const planOneByOne = (tx: Transaction, deviceIds: readonly unknown[]): void => {
  for (const id of [...new Set(deviceIds)].sort()) takeNamedLock(tx, `measure_record ${tx.tenantId} ${id}`)
}

/** Refuses a second open record of a device and kind, and names the first. `but`: the record itself. */
async function refusePlanned(tx: Transaction, deviceId: unknown, kind: unknown, but: unknown = null): Promise<void> {
  planOneByOne(tx, [deviceId])
  const { rows } = await tx.run({
    text: `select record_no from measure_record where tenant_id = $1 and device_id = $2 and measure_kind = $3 and id is distinct from $4::uuid
        and record_status in ('planned', 'sent', 'returned') and not is_deleted`,
    values: [tx.tenantId, deviceId, kind, but],
  })
  if (!rows[0]) return
  throw new Refusal('rule', {
    zh: `这台设备已有未完成的计量记录“${rows[0].record_no}”，请在该记录上办理`,
    en: `This device already has the open metrology record “${rows[0].record_no}”. Continue with that record`,
  })
}

hook(metrologyRecord, {
  async beforeAdd(context, tx, { draft }) {
    // What is entered with its certificate is open for a moment only, or was never open.
    if (!supplements.has(context) && !isHistory(draft)) await refusePlanned(tx, draft.deviceId, draft.measureKind)
    const { use_dept_id } = await usual(tx, draft.deviceId, null)
    const entered = { use_dept_id: use_dept_id ?? null, is_supplement: supplements.has(context) ? 1 : 0 }
    return isHistory(draft) ? { ...entered, ...(await finished(context, tx, draft)) } : entered
  },
  async afterImport(context, tx, { ids }) {
    await postHistory(context, tx, ids)
  },
  async afterUndo(context, tx, { ids }) {
    await takeBackHistory(context, tx, ids)
  },
  async beforeChange(_context, tx, { row, draft }) {
    const [deviceId, kind] = [draft.deviceId ?? row.device_id, draft.measureKind ?? row.measure_kind]
    if (deviceId !== row.device_id || kind !== row.measure_kind) await refusePlanned(tx, deviceId, kind, row.id)
    return deviceId === row.device_id ? undefined : { use_dept_id: (await usual(tx, deviceId, null)).use_dept_id ?? null }
  },
})

// The table works out the due day itself.
ledgerFollows(metrologyCard, {
  found: 'select * from measure_card where tenant_id = $1 and device_id = $2 and not is_deleted',
  gone: `update measure_card set is_deleted = true, version = version + 1, updated_at = now()
    where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted returning id, version`,
  except: ['due_date'],
})
