import { depreciationOffset } from '#contract/entities/ledger/depreciation-offset.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'

interface Offset {
  readonly id: string
  readonly deviceId: unknown
  readonly ruleId: unknown
  readonly amount: unknown
}

/** Refuses an offset of nothing, of a card that the book does not know, and one after which more than the value or less than nothing were charged. */
async function refuseAmount(tx: Transaction, offset: Offset): Promise<string> {
  // Offsets of one card go one after another, so that two of them do not pass its value together. Its row is left to the closing of a month.
  tx.later({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`offset ${tx.tenantId} ${offset.ruleId} ${offset.deviceId}`],
  })
  const { rows } = await tx.run({
    text: `select b.asset_no, b.accumulated, least(b.book_value, d.original_value) as book_value from device_depreciation b
      join device d on d.tenant_id = b.tenant_id and d.id = b.device_id where b.tenant_id = $1 and b.device_id = $2 and b.rule_id = $3`,
    values: [tx.tenantId, offset.deviceId, offset.ruleId],
  })
  const card = rows[0]
  if (!card)
    throw new Refusal('rule', {
      zh: '该设备不在此账簿中，没有可冲销的折旧',
      en: 'The device is not in this book, so it has no depreciation to offset',
    })
  const waiting = await tx.run({
    text: `select coalesce(sum(amount), 0) as sum from depreciation_offset
      where tenant_id = $1 and device_id = $2 and rule_id = $3 and record_id is null and id <> $4`,
    values: [tx.tenantId, offset.deviceId, offset.ruleId, offset.id],
  })
  const amount = cents(offset.amount)
  if (amount === 0n) throw new Refusal('rule', { zh: '金额不能为 0', en: 'The amount cannot be 0' })
  const before = cents(card.accumulated) + cents(waiting.rows[0]!.sum)
  const after = before + amount
  if (after < 0n || after > cents(card.book_value))
    throw new Refusal('rule', {
      zh: `冲销后累计折旧为 ${decimalText(after, 2)}，应在 0 与账面原值 ${decimalText(cents(card.book_value), 2)} 之间`,
      en: `Accumulated depreciation would be ${decimalText(after, 2)}. It must be between 0 and the book value of ${decimalText(cents(card.book_value), 2)}`,
    })
  return String(card.asset_no)
}

/** Refuses the kinds that follow from what is said of a card. */
function refuseKind(kind: unknown): void {
  if (kind === 'correction' || kind === 'impairment' || kind === 'move')
    throw new Refusal('rule', {
      zh: '更正、减值和科室资金更正在结账时由设备卡的变动自动入账，请选择“冲销”或“调整”',
      en: 'Corrections, impairments and moves are posted at closing from changes to the device card. Choose a reversal or an adjustment',
    })
}

function refusePosted(row: Row): void {
  if (row.record_id !== null) throw new Refusal('closed', { state: { zh: '已入账', en: 'Posted' } })
}

hook(depreciationOffset, {
  async beforeAdd(_, tx, { id, draft }) {
    refuseKind(draft.offsetKind)
    return { asset_no: await refuseAmount(tx, { id, deviceId: draft.deviceId, ruleId: draft.ruleId, amount: draft.amount }) }
  },
  async beforeChange(_, tx, { row, draft }) {
    refusePosted(row)
    refuseKind(draft.offsetKind)
    const now = { device_id: row.device_id, rule_id: row.rule_id, amount: row.amount }
    const [deviceId, ruleId, amount] = [draft.deviceId ?? now.device_id, draft.ruleId ?? now.rule_id, draft.amount ?? now.amount]
    return { asset_no: await refuseAmount(tx, { id: String(row.id), deviceId, ruleId, amount }) }
  },
  async beforeRemove(_, __, { rows }) {
    for (const row of rows) refusePosted(row)
  },
})
