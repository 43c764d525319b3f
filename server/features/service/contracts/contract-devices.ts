import { device } from '#contract/entities/asset/device/device.ts'
import { contractKinds } from '#contract/entities/service/contracts/contract-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'

/** A refusal by a rule of contracts, in its own sentence. */
export const rule = (zh: string, en: string, field?: string): Refusal =>
  new Refusal('rule', { zh, en }, ...(field === undefined ? [] : ([[{ field }]] as const)))

/** What the lines of a contract copy of it. */
export interface Term {
  readonly supplierId: unknown
  readonly validFrom: unknown
  readonly validUntil: unknown
}

/** Fills in what lines say of their devices and of the contract. Refuses a device that is gone; one out of sight is refused as absent afterwards. */
export async function fillDevices(context: Context, tx: Transaction, lines: readonly Row[], term: Term): Promise<void> {
  if (lines.length === 0) return
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(lines.map((line) => line.deviceId))}::uuid[])`
  const scope = scopeSql(device, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id, t.device_name, t.device_code, t.eam_status, (${scope || 'true'}) as open from device t where ${where}`,
    values: into.values,
  })
  const cards = new Map(rows.map((row) => [row.id, row]))
  for (const [at, line] of lines.entries()) {
    const card = cards.get(line.deviceId)
    if (card?.eam_status === 'disposed' && card.open && !line.leftOn)
      throw rule(
        `设备“${card.device_name}”已处置，不能加入合同`,
        `“${card.device_name}” has been disposed of and cannot be covered`,
        `devices.${at}.deviceId`,
      )
    Object.assign(line, term, { deviceCode: card?.device_code ?? card?.device_name ?? null, joinedOn: term.validFrom })
  }
}

/**
 * The devices of a one-time choice that a contract does not cover yet: those that are named, and those of a class with the ones below it and of a department, as
 * far as the person sees them and they are not disposed of.
 */
export async function chosenDevices(
  context: Context,
  tx: Transaction,
  contractId: unknown,
  { devices, classifyId, useDeptId }: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const named = Array.isArray(devices) ? devices : []
  if (named.length === 0 && !classifyId && !useDeptId)
    throw rule('请选择设备，或填写分类、科室', 'Choose devices, or a class or department', 'devices')
  const into = new Parameters()
  const [tenant, contract] = [into.add(tx.tenantId), into.add(contractId)]
  const range = [
    classifyId
      ? `t.classify_id in (with recursive below as (select c.id from device_class c where c.tenant_id = ${tenant} and c.id = ${into.add(classifyId)}
          union all select c.id from device_class c join below b on c.tenant_id = ${tenant} and c.parent_id = b.id) select id from below)`
      : '',
    useDeptId ? `t.use_dept_id = ${into.add(useDeptId)}` : '',
  ].filter(Boolean)
  const wanted = [named.length > 0 ? `t.id = any(${into.add(named)}::uuid[])` : '', range.length > 0 ? `(${range.join(' and ')})` : '']
  const scope = scopeSql(device, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id from device t where t.tenant_id = ${tenant} and not t.is_deleted and t.eam_status <> 'disposed' and (${wanted.filter(Boolean).join(' or ')})${scope ? ` and ${scope}` : ''}
      and not exists (select 1 from contract_device l where l.tenant_id = t.tenant_id and l.contract_id = ${contract} and l.device_id = t.id and l.left_on is null)
      order by t.device_name, t.device_code, t.id limit 1001`,
    values: into.values,
  })
  if (rows.length === 0)
    throw rule('没有可加入的设备：都已在合同中，或范围内没有设备', 'There is no device to add: all are in the contract, or none matches')
  if (rows.length > 1000) throw rule('一次最多加入 1000 台设备，请缩小范围', 'Not more than 1,000 devices at once. Choose fewer')
  return rows.map(({ id }) => id)
}

/** The first day on which a contract covers a device that is added today. */
export const joinsOn = (contract: Row, today: string): string => {
  const first = String(contract.valid_from)
  return first > today ? first : today
}

/** Refuses devices that another contract of the same kind covers in the same time, unless the person accepts that. `from`: the day on which they join. */
export async function refuseOverlap(
  tx: Transaction,
  contract: Row,
  deviceIds: readonly unknown[],
  accepts: unknown,
  from = String(contract.valid_from),
): Promise<void> {
  if (accepts === 1) return
  const { rows } = await tx.run({
    text: `select d.device_name, k.contract_no, k.valid_until::text as until, count(*) over () as all_of from contract_device l
        join service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
        join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
      where l.tenant_id = $1 and l.device_id = any($2::uuid[]) and k.id <> $3 and k.contract_state = 'active' and not k.is_deleted and k.contract_kind = $4
        and greatest(k.valid_from, l.joined_on) <= $6::date and k.valid_until >= $5::date and (l.left_on is null or l.left_on > $5::date)
      order by k.contract_no, d.device_name limit 1`,
    values: [tx.tenantId, deviceIds, contract.id, contract.contract_kind, from, contract.valid_until],
  })
  const [found] = rows
  if (!found) return
  const kind = contractKinds[contract.contract_kind as keyof typeof contractKinds]
  const others = Number(found.all_of) - 1
  throw rule(
    `设备“${found.device_name}”${others > 0 ? `等 ${others + 1} 台` : ''}已由合同“${found.contract_no}”（${kind.zh}）保障至 ${found.until}；确需重复保障请勾选“仍然生效”`,
    `“${found.device_name}”${others > 0 ? ` and ${others} more` : ''} ${others > 0 ? 'are' : 'is'} covered by “${found.contract_no}” (${kind.en}) until ${found.until}. Tick the box to cover ${others > 0 ? 'them' : 'it'} twice`,
    'acceptsOverlap',
  )
}
