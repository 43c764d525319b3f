import { v7 as uuid } from 'uuid'
import { proposeCard } from '#contract/calls/service/sharing.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { cardProposal, type Proposable, proposable, proposalFlow } from '#contract/entities/service/card-proposal.ts'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { providerActs } from '#contract/entities/service/share-rules.ts'
import { heldShareStates } from '#contract/entities/service/share-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import { changeCards } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { step } from '#server/kit/steps/step.ts'
import { insertOf } from '#server/kit/write/insert-of.ts'
import { lockRows } from '#server/kit/write/lock.ts'

const insert = insertOf('card_proposal')
const names = Object.keys(proposable) as Proposable[]
const held: readonly string[] = heldShareStates

/** Keeps what a provider proposes of the card behind an order that it has taken; nothing on the card changes. */
export async function propose(context: Context, tx: Transaction) {
  const { id, reason, ...given } = read(proposeCard.input, context.input)
  const wanted = names.flatMap((name) => (given[name] ? [[name, String(given[name])] as const] : []))
  if (wanted.length === 0) throw refusalOf([{ field: '', label: cardProposal, rule: 'required' }])
  const [copy] = await lockRows(providerOrder, context, tx, [String(id)])
  if (!held.includes(String(copy!.share_state)))
    throw new Refusal('rule', { zh: '请先接单，再建议修改设备卡', en: 'Take the order before you propose changes of the card' })
  return acrossTenants(context, tx, { tenantId: String(copy!.hospital), rule: providerActs }, async (there, inside) => {
    const [order] = await lockByRule(serviceOrder, there, inside, [copy!.id])
    if (!order || order.provider_tenant !== tx.tenantId || order.share_state !== copy!.share_state)
      throw new Refusal('not_found', { what: providerOrder })
    const { rows } = await inside.run({
      text: `select ${names.map(snake).join(', ')}, use_dept_id from device where tenant_id = $1 and id = $2 and not is_deleted`,
      values: [inside.tenantId, order.device_id],
    })
    const { rows: open } = await inside.run({
      text: `select field_name, proposed_value from card_proposal where tenant_id = $1 and device_id = $2 and proposal_state = 'pending'`,
      values: [inside.tenantId, order.device_id],
    })
    const card = rows[0]
    if (!card) throw new Refusal('not_found', { what: providerOrder })
    const isNew = ([name, to]: readonly [Proposable, string]): boolean =>
      card[snake(name)] !== to && !open.some((one) => one.field_name === name && one.proposed_value === to)
    const kept = wanted.filter(isNew).map(([name, to]) => ({
      ...{ id: uuid(), device_id: order.device_id, field_name: name, current_value: card[snake(name)] ?? null, proposed_value: to },
      ...{ proposal_state: 'pending', reason: reason ?? null, provider_id: order.provider_id, proposed_by: there.actor.realName },
      ...{
        service_order_id: order.id,
        proposed_at: context.occurredAt,
        created_by: context.actor.userId,
        updated_by: context.actor.userId,
      },
    }))
    for (const row of kept) {
      inside.gather(insert, row)
      const changes = { proposedValue: { from: row.current_value, to: row.proposed_value } }
      record(there, inside, { entity: cardProposal.name, entityId: row.id, verb: 'add', version: 1, changes })
    }
    if (kept.length > 0)
      notify(there, inside, {
        kind: 'proposal_made',
        subject: String(order.order_no),
        target: 'cardProposal',
        targetId: kept[0]!.id,
        to: { holders: { right: 'cardProposal.decide', deptId: (card.use_dept_id ?? null) as string | null } },
      })
    return { proposed: kept.length }
  })
}

step(proposalFlow, 'take', async ({ context, tx, row }) => {
  if (!mayCall(context.actor, 'device.submit', 'device.submit'))
    throw new Refusal('forbidden', { right: { zh: '修改设备卡', en: 'Change device cards' } })
  const [card] = await lockRows(device, context, tx, [String(row.device_id)])
  const name = row.field_name as Proposable
  if ((card![snake(name)] ?? null) !== (row.current_value ?? null))
    throw new Refusal('rule', {
      zh: `“${proposable[name].zh}”在提出建议后已变更，请核对后在设备卡上修改`,
      en: `“${proposable[name].en}” has changed since the proposal. Check it and edit the card`,
    })
  await changeCards(context, tx, { verb: 'change' }, [{ row: card!, draft: { [name]: row.proposed_value } }])
  return undefined
})
