import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { contracting } from '#contract/entities/service/contracts/contract-flow.ts'
import { contractInstalment, contractPaying } from '#contract/entities/service/contracts/contract-instalment.ts'
import { contractKeeping } from '#contract/entities/service/contracts/contract-rules.ts'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { daysAfter, daysBetween, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { followSplits } from '#server/features/asset/public.ts'
import { instalmentEffects, instalmentTotal } from '#server/features/supply/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { addLines, changeLines } from '#server/kit/lines/write-lines.ts'
import { afterStep, apply, type StepGiven, step } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { submit } from '#server/kit/write/save.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { chosenDevices, joinsOn, refuseOverlap, rule } from './contract-devices.ts'
import { contractPrice, renewalOf } from './contract-hooks.ts'

// A contract is locked before its instalments and devices.

/** Of two contracts that come into force at once the second sees the first. */
const oneAtATime = (tx: Transaction): void => takeNamedLock(tx, `contract cover ${tx.tenantId}`)

/** Brings the instalments of a contract that are in one of these states into the next one. `after`: only those that are due after this day. */
async function moveInstalments(
  context: Context,
  tx: Transaction,
  contractId: unknown,
  name: 'begin' | 'drop',
  { from, after = null }: { from: readonly string[]; after?: string | null },
): Promise<void> {
  const by = asSystem(context, contractKeeping)
  const { rows } = await tx.run({
    text: 'select id from contract_instalment where tenant_id = $1 and contract_id = $2 and pay_state = any($3::text[]) and ($4::date is null or due_on > $4::date)',
    values: [tx.tenantId, contractId, from, after],
  })
  const ids = rows.map((row) => row.id)
  for (const one of await lockByRule(contractInstalment, by, tx, ids)) await apply(contractPaying, name, by, tx, one)
}

step(contracting, 'activate', async ({ context, tx, row, input }) => {
  oneAtATime(tx)
  const { rows: lines } = await tx.run({
    text: `select l.device_id, d.device_name, d.eam_status from contract_device l join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
      where l.tenant_id = $1 and l.contract_id = $2`,
    values: [tx.tenantId, row.id],
  })
  if (lines.length === 0) throw rule('合同没有保障设备', 'The contract covers no device')
  const gone = lines.find((line) => line.eam_status === 'disposed')
  if (gone)
    throw rule(
      `设备“${gone.device_name}”已处置，请先从合同中移除`,
      `“${gone.device_name}” has been disposed of. Take it out of the contract first`,
    )
  if (String(row.valid_until) < homeDay(context.occurredAt))
    throw rule(`合同已于 ${row.valid_until} 到期，不能生效`, `The contract ended on ${row.valid_until} and cannot be put in force`)
  await refuseRetired(context, tx, { supplier: serviceContract.fields.supplier }, { supplierId: row.supplier_id })
  await refuseOverlap(
    tx,
    row,
    lines.map((line) => line.device_id),
    input.acceptsOverlap,
  )
  await moveInstalments(context, tx, row.id, 'begin', { from: ['planned'] })
  return { signed_by_id: context.actor.userId, signed_at: context.occurredAt }
})

/** Adds devices to a locked contract, from a day on. One that left begins a new stretch. */
async function addDevices(
  { context, tx, row, changes }: Pick<StepGiven, 'context' | 'tx' | 'row' | 'changes'>,
  ids: readonly unknown[],
  joinedOn: string,
): Promise<Record<string, unknown>> {
  const { rows } = await tx.run({
    text: 'select id, coalesce(device_code, device_name) as code from device where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, ids],
  })
  const codes = new Map(rows.map((one) => [one.id, one.code]))
  const term = { supplierId: row.supplier_id, validFrom: row.valid_from, validUntil: row.valid_until, joinedOn }
  const drafts = ids.map((deviceId) => ({ deviceId, deviceCode: codes.get(deviceId), ...term }))
  const { told } = await addLines(serviceContract, 'devices', context, tx, String(row.id), drafts)
  Object.assign(changes, told)
  return { device_count: await countDevices(tx, row.id) }
}

/** The devices of a contract, each once however often it came back. */
async function countDevices(tx: Transaction, contractId: unknown): Promise<number> {
  const { rows } = await tx.run({
    text: 'select count(distinct device_id)::int as devices from contract_device where tenant_id = $1 and contract_id = $2',
    values: [tx.tenantId, contractId],
  })
  return Number(rows[0]!.devices)
}

step(contracting, 'addDevices', async (given) => {
  const { context, tx, row, input } = given
  const ids = await chosenDevices(context, tx, row.id, input)
  const isActive = row.contract_state === 'active'
  const joined = isActive ? joinsOn(row, homeDay(context.occurredAt)) : String(row.valid_from)
  if (isActive) {
    oneAtATime(tx)
    await refuseOverlap(tx, row, ids, input.acceptsOverlap, joined)
  }
  return addDevices(given, ids, joined)
})

step(contracting, 'takeIn', async (given) => {
  const { context, row, input } = given
  return addDevices(given, input.devices as readonly string[], joinsOn(row, homeDay(context.occurredAt)))
})

/** These devices are covered no more from today on, with the reason. Refuses one that the contract does not cover. */
async function takeOut({ context, tx, row, input, changes }: StepGiven): Promise<undefined> {
  const wanted = new Set(input.devices as readonly string[])
  const today = homeDay(context.occurredAt)
  const left = new Set<unknown>()
  const { told } = await changeLines(serviceContract, 'devices', context, tx, String(row.id), (line) => {
    if (!wanted.has(String(line.deviceId)) || line.leftOn) return undefined
    left.add(line.deviceId)
    return { leftOn: today, leftReason: input.reason }
  })
  if (left.size < wanted.size) throw rule('所选设备不在此合同的保障中', 'The contract does not cover all of the chosen devices', 'devices')
  Object.assign(changes, told)
  return undefined
}
step(contracting, 'leave', takeOut)
step(contracting, 'lose', takeOut)

/** What the next contract has of this one: its devices that are covered still, and its instalments in the same distance. */
async function copyOf(tx: Transaction, row: Row, moved: number, isSamePrice: boolean) {
  const { rows: devices } = await tx.run({
    text: `select l.device_id as "deviceId", l.remark from contract_device l join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
      where l.tenant_id = $1 and l.contract_id = $2 and l.left_on is null and d.eam_status <> 'disposed' and not d.is_deleted order by l.place`,
    values: [tx.tenantId, row.id],
  })
  const { rows: paid } = await tx.run({
    text: `select instalment_name as "instalmentName", due_on::text as "dueOn", share, amount from contract_instalment
      where tenant_id = $1 and contract_id = $2 and pay_state <> 'dropped' order by place`,
    values: [tx.tenantId, row.id],
  })
  const instalments = paid
    .filter((one) => one.share !== null || isSamePrice)
    .map(({ share, amount, ...one }) => ({
      ...one,
      dueOn: daysAfter(String(one.dueOn), moved),
      ...(share === null ? { amount } : { share }),
    }))
  return { devices, instalments }
}

step(contracting, 'renew', async ({ context, tx, row, input }) => {
  const { rows: next } = await tx.run({
    text: `select contract_no from service_contract where tenant_id = $1 and renews_id = $2 and not is_deleted and contract_state <> 'terminated'`,
    values: [tx.tenantId, row.id],
  })
  if (next[0]) throw rule(`此合同已续签为“${next[0].contract_no}”`, `This contract has been renewed as “${next[0].contract_no}”`)
  const [from, until] = [String(row.valid_from), String(row.valid_until)]
  const validFrom = String(input.validFrom ?? daysAfter(until, 1))
  if (validFrom <= until)
    throw rule(`续签须从 ${daysAfter(until, 1)} 或之后开始`, `The renewal starts on ${daysAfter(until, 1)} or later`, 'validFrom')
  const validUntil = String(input.validUntil ?? daysAfter(validFrom, daysBetween(from, until)))
  const price = String(input.price ?? row.price)
  const copied = await copyOf(tx, row, daysBetween(from, validFrom), cents(price) === cents(row.price))
  const draft: Record<string, unknown> = {
    ...{ contractName: row.contract_name, supplierId: row.supplier_id, contractKind: row.contract_kind, validFrom, validUntil, price },
    ...{ deptId: row.dept_id, responseHours: row.response_hours, arrivalHours: row.arrival_hours, uptimePromise: row.uptime_promise },
    ...{ visitsAYear: row.visits_a_year, contact: row.contact, contactPhone: row.contact_phone, paymentTerms: row.payment_terms },
    ...copied,
  }
  const view = context.actor.settings.view(serviceContract)
  const shown = Object.entries(draft).filter(([name]) => name in copied || name.replace(/Id$/, '') in view.fields)
  const renewal: Context = { ...context, input: Object.fromEntries(shown) }
  renewalOf.set(renewal, String(row.id))
  await submit(view, renewal, tx)
  return undefined
})

step(contracting, 'terminate', async ({ context, tx, row, input }) => {
  const today = homeDay(context.occurredAt)
  await moveInstalments(context, tx, row.id, 'drop', { from: ['planned', 'open'], after: today })
  return { ended_on: today, end_reason: input.endReason }
})

instalmentEffects(contractPaying)

/** Writes what all instalments of a contract come to, and refuses more than its price. What is cancelled is not counted. */
async function keepInstalmentTotal(context: Context, tx: Transaction, contractId: unknown): Promise<void> {
  const by = asSystem(context, contractKeeping)
  const [contract] = await lockByRule(serviceContract, by, tx, [contractId])
  const paid = {
    text: `select coalesce(sum(amount), 0) as total from contract_instalment where tenant_id = $1 and contract_id = $2 and pay_state <> 'dropped'`,
    values: [tx.tenantId, contractId],
  }
  const total = await instalmentTotal(tx, paid, contract!.price, contractPrice)
  const changes = { instalmentTotal: { from: contract!.instalment_total, to: total } }
  if (contract!.instalment_total !== total)
    await writeRows(serviceContract, by, tx, { verb: 'change' }, [{ row: contract!, set: { instalment_total: total }, changes }])
}

for (const name of ['change', 'cancel'] as const)
  afterStep(contractPaying, name, ({ context, tx, row }) => keepInstalmentTotal(context, tx, row.contract_id))

/**
 * What was due after the end of a terminated contract is not to be paid. Its lock makes this certain: a termination does not see a payment that is
 * being taken back.
 */
afterStep(contractPaying, 'takeBack', async ({ context, tx, row }) => {
  const by = asSystem(context, contractKeeping)
  const [contract] = await lockByRule(serviceContract, by, tx, [row.contract_id])
  if (contract!.contract_state === 'terminated' && String(row.due_on) > String(contract!.ended_on))
    await apply(contractPaying, 'drop', by, tx, row)
})

/** The contracts in force that cover any of these cards or will, locked. */
async function contractsOf(by: Context, tx: Transaction, cardIds: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select distinct l.contract_id from contract_device l join service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
      where l.tenant_id = $1 and l.device_id = any($2::uuid[]) and l.left_on is null and k.contract_state = 'active' and not k.is_deleted`,
    values: [tx.tenantId, cardIds],
  })
  const ids = rows.map((row) => row.contract_id)
  return (await lockByRule(serviceContract, by, tx, ids)).filter((contract) => contract.contract_state === 'active')
}

/** Contracts in force that cover a card that leaves the hospital lose it. */
async function loseDevice(context: Context, tx: Transaction, card: Row, reason: string): Promise<void> {
  const by = asSystem(context, contractKeeping)
  for (const contract of await contractsOf(by, tx, [card.id]))
    await apply(contracting, 'lose', by, tx, contract, { devices: [String(card.id)], reason })
}

afterStep(deviceState, 'dispose', ({ context, tx, row }) => loseDevice(context, tx, row, '设备已处置'))

// What a contract covers it covers in parts, too, from the day of the split.
followSplits({
  async follow(context, tx, card, ids) {
    const by = asSystem(context, contractKeeping)
    for (const contract of await contractsOf(by, tx, [card.id])) await apply(contracting, 'takeIn', by, tx, contract, { devices: [...ids] })
  },
  async leave(context, tx, ids) {
    const by = asSystem(context, contractKeeping)
    for (const contract of await contractsOf(by, tx, ids)) {
      await tx.run({
        text: 'delete from contract_device where tenant_id = $1 and contract_id = $2 and device_id = any($3::uuid[])',
        values: [tx.tenantId, contract.id, ids],
        once: true,
      })
      const to = await countDevices(tx, contract.id)
      const changes = { deviceCount: { from: contract.device_count, to } }
      await writeRows(serviceContract, by, tx, { verb: 'change' }, [{ row: contract, set: { device_count: to }, changes }])
    }
  },
})
