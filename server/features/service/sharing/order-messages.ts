import { v7 as uuid } from 'uuid'
import * as calls from '#contract/calls/service/order-messages.ts'
import { orderMessage } from '#contract/entities/service/order-message.ts'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { providing } from '#contract/entities/service/share-flow.ts'
import { providerActs, shareFollowing } from '#contract/entities/service/share-rules.ts'
import { liveShareStates } from '#contract/entities/service/share-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { notify, readAbout, unreadAbout } from '#server/features/notice/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { copyContents, filesToShare, takeFiles } from '#server/kit/files/share-files.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { step } from '#server/kit/steps/step.ts'
import { insertOf } from '#server/kit/write/insert-of.ts'
import { lockRows, readSeen, rowBefore } from '#server/kit/write/lock.ts'

const insert = insertOf('order_message')
const live: readonly string[] = liveShareStates
/** The newest messages of an order that are shown. */
const most = 500
const gone = (what: Entity): Refusal => new Refusal('not_found', { what })

type Thread = AnswerOf<typeof calls.hospitalMessages>

/** The messages of an order that the person sees. */
const threadOf =
  (of: typeof serviceOrder | typeof providerOrder) =>
  (context: Context): ReadPlan<Thread> => {
    const { id } = read(calls.hospitalMessages.input, context.input)
    const order = new Parameters()
    const where = `o.tenant_id = ${order.add(context.actor.tenantId)} and o.id = ${order.add(id)}`
    const scope = scopeSql(of, context.actor, 'o', order)
    const seen = scope ? ` and ${scope}` : ''
    const text =
      of === serviceOrder
        ? `select o.share_state from service_order o where ${where}${seen}`
        : `select o.share_state from provider_order o where ${where} and not o.is_deleted${seen}`
    return {
      queries: [
        { text, values: order.values },
        {
          text: `select m.id, m.side, m.author_name as "authorName", m.content, coalesce(m.photos, '{}') as photos, m.sent_at as "sentAt", m.author_id = $3 as "isMine"
            from order_message m where m.tenant_id = $1 and m.order_id = $2 order by m.sent_at desc, m.id desc limit ${most}`,
          values: [context.actor.tenantId, id, context.actor.userId],
        },
        unreadAbout(context, 'share_message', String(id)),
      ],
      answer([found, messages, unread]) {
        const state = found?.rows[0]?.share_state
        if (state === undefined) throw gone(of)
        return {
          isOpen: live.includes(String(state)),
          unread: Number(unread?.rows[0]?.count ?? 0),
          messages: rowsAs<Thread['messages'][number]>(messages)
            .toReversed()
            .map((one) => ({ ...one, isMine: one.isMine === true })),
        }
      },
    }
  }

interface Said {
  readonly id: string
  readonly orderId: unknown
  readonly side: 'hospital' | 'provider'
  readonly content: unknown
}

const photosField = orderMessage.fields.photos

/** Adds a message to the rows of one side, and its pictures to the order there. `isOwn`: the side of its author. */
async function keep(
  context: Context,
  tx: Transaction,
  { id, orderId, side, content }: Said,
  { isOwn, photos }: { readonly isOwn: boolean; readonly photos: readonly string[] },
): Promise<void> {
  const { userId, realName } = context.actor
  const of = isOwn === (side === 'hospital') ? serviceOrder : providerOrder
  await bindFiles(context, tx, { entity: of.name, id: String(orderId) }, [{ field: photosField, to: photos }])
  const by = { created_by: isOwn ? userId : null, updated_by: isOwn ? userId : null }
  const sent = { author_name: realName, author_id: isOwn ? userId : null, sent_at: context.occurredAt }
  tx.gather(insert, { id, ...by, order_id: orderId, side, content, photos: photos.length > 0 ? photos : null, ...sent })
  // The history names no words: they would outlive the share.
  record(context, tx, { entity: orderMessage.name, entityId: id, verb: 'add', version: 1 })
}

function refuseClosed(order: Row): void {
  if (!live.includes(String(order.share_state)))
    throw new Refusal('rule', { zh: '此工单已不再共享，不能留言', en: 'This order is no longer shared. Messages are closed' })
}

/** What is written, with the order that it is about; blanks alone are nothing. */
function saidIn(context: Context): { id: string; content: string; photos: readonly string[] } {
  const said = read(calls.writeToProvider.input, context.input)
  const content = String(said.content ?? '').trim()
  const photos = (said.photos ?? []) as readonly string[]
  if (content === '' && photos.length === 0) throw refusalOf([{ field: 'content', label: orderMessage.fields.content, rule: 'required' }])
  return { id: String(said.id), content, photos }
}

/** Copies the pictures of a message to the other side, which the order names, before the transaction; what else is wrong is said by the write. */
const copyBefore = (of: typeof serviceOrder | typeof providerOrder, other: string) => async (context: Context) => {
  const { id, photos } = read(calls.writeToProvider.input, context.input)
  if (!Array.isArray(photos) || photos.length === 0) return
  const order = await rowBefore(of, context, String(id))
  if (order && live.includes(String(order.share_state))) await copyContents(context, String(order[other]), photos as string[])
}

/** A person of the hospital writes; the provider's people are told. */
export async function fromHospital(context: Context, tx: Transaction) {
  const { id, content, photos } = saidIn(context)
  const [order] = await lockRows(serviceOrder, context, tx, [id])
  refuseClosed(order!)
  const said: Said = { id: uuid(), orderId: id, side: 'hospital', content }
  const files = await filesToShare(tx, photos)
  await keep(asSystem(context, shareFollowing), tx, said, { isOwn: true, photos })
  await acrossTenants(context, tx, { tenantId: String(order!.provider_tenant), rule: shareFollowing }, async (there, inside) => {
    const [copy] = await lockByRule(providerOrder, there, inside, [id])
    if (!copy || copy.is_deleted) throw gone(serviceOrder)
    await keep(there, inside, said, { isOwn: false, photos: await takeFiles(there, inside, files) })
    notify(there, inside, {
      kind: 'share_message',
      subject: `${copy.hospital_name} · ${copy.order_no}`,
      target: 'providerOrder',
      targetId: id,
      to: { holders: { right: 'providerOrder.work' } },
    })
  })
  return { id: said.id }
}

/** A person of the provider writes; who shared the order and who repairs are told. The hospital's row is locked first, as its own acts do. */
export async function fromProvider(context: Context, tx: Transaction) {
  const { id, content, photos } = saidIn(context)
  const copy = await readSeen(providerOrder, context, tx, id)
  if (!copy) throw gone(providerOrder)
  refuseClosed(copy)
  const said: Said = { id: uuid(), orderId: id, side: 'provider', content }
  const files = await filesToShare(tx, photos)
  await acrossTenants(context, tx, { tenantId: String(copy.hospital), rule: providerActs }, async (there, inside) => {
    const [order] = await lockByRule(serviceOrder, there, inside, [id])
    if (!order || order.provider_tenant !== tx.tenantId || !live.includes(String(order.share_state))) throw gone(providerOrder)
    const { rows } = await inside.run({
      text: 'select engineer_id from repair_order where tenant_id = $1 and id = $2',
      values: [inside.tenantId, order.repair_order_id],
    })
    await keep(there, inside, said, { isOwn: false, photos: await takeFiles(there, inside, files) })
    notify(there, inside, {
      kind: 'share_message',
      subject: String(order.order_no),
      target: 'serviceOrder',
      targetId: id,
      to: { users: [order.shared_by_id, rows[0]?.engineer_id] as (string | null)[] },
    })
  })
  await lockRows(providerOrder, context, tx, [id])
  await keep(context, tx, said, { isOwn: true, photos })
  return { id: said.id }
}

/** Marks the notices of the messages of an order as read that the person sees. */
const markRead = (of: typeof serviceOrder | typeof providerOrder) => async (context: Context, tx: Transaction) => {
  const { id } = read(calls.hospitalMessagesRead.input, context.input)
  if (!(await readSeen(of, context, tx, String(id)))) throw gone(of)
  return { read: await readAbout(context, tx, 'share_message', String(id)) }
}

// With the share the provider loses what was said on the order, as it loses what it was told of it.
for (const name of ['end', 'decline'] as const)
  step(
    providing,
    name,
    async ({ tx, row }) => {
      tx.later({
        text: `delete from file f using order_message m where m.tenant_id = $1 and m.order_id = $2 and f.tenant_id = m.tenant_id and f.id = any(m.photos)`,
        values: [tx.tenantId, row.id],
      })
      tx.later({ text: 'delete from order_message where tenant_id = $1 and order_id = $2', values: [tx.tenantId, row.id] })
      return undefined
    },
    10,
  )

/** Calls of both sides about the messages of a shared order. */
export const messageAnswers: readonly Answer[] = [
  answer(calls.hospitalMessages, { read: threadOf(serviceOrder) }),
  answer(calls.writeToProvider, { write: fromHospital, before: copyBefore(serviceOrder, 'provider_tenant') }),
  answer(calls.hospitalMessagesRead, { write: markRead(serviceOrder) }),
  answer(calls.providerMessages, { read: threadOf(providerOrder) }),
  answer(calls.writeToHospital, { write: fromProvider, before: copyBefore(providerOrder, 'hospital') }),
  answer(calls.providerMessagesRead, { write: markRead(providerOrder) }),
]
