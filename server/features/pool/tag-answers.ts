import { markDevices, shareDevices, unmarkDevices, unshareDevices } from '#contract/calls/pool/pool.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { mayList } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsOf, read } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { remove } from '#server/kit/write/remove.ts'
import { submit } from '#server/kit/write/save.ts'
import { tagCards } from './pool-hooks.ts'

/** Who may not list cards does not write tags on them either. */
function refuseBlind({ actor }: Context): void {
  const right = rightOf(device, 'list')
  if (!mayList(actor, device)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
}

/** The places of devices in the pool. */
async function placesOf(tx: Transaction, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: 'select id, device_id, version from pool_device where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted order by device_id',
    values: [tx.tenantId, ids],
  })
  return rows
}

async function share(context: Context, tx: Transaction) {
  const { ids: _, ...terms } = read(shareDevices.input, context.input)
  refuseBlind(context)
  const ids = idsOf(context)
  await lockRows(device, context, tx, ids)
  const there = new Map((await placesOf(tx, ids)).map((row) => [String(row.device_id), row]))
  const view = context.actor.settings.view(poolDevice)
  for (const deviceId of ids) {
    const place = there.get(deviceId)
    await submit(view, { ...context, input: { ...terms, ...(place ? { id: place.id } : { deviceId }) } }, tx)
  }
  return { changed: ids.length }
}

async function unshare(context: Context, tx: Transaction) {
  read(unshareDevices.input, context.input)
  refuseBlind(context)
  const ids = idsOf(context)
  await lockRows(device, context, tx, ids)
  const places = (await placesOf(tx, ids)).map((row) => String(row.id)).sort()
  if (places.length < ids.length) throw new Refusal('not_found', { what: poolDevice })
  await remove(context.actor.settings.view(poolDevice), context, tx, places)
  return { changed: places.length }
}

async function mark(context: Context, tx: Transaction, to: 0 | 1, input?: unknown) {
  refuseBlind(context)
  const cards = await lockRows(device, context, tx, idsOf(context))
  return { changed: await tagCards(context, tx, cards, { name: 'isMarked', column: 'is_marked', to, input }) }
}

export const tagAnswers: readonly Answer[] = [
  answer(shareDevices, { write: share }),
  answer(unshareDevices, { write: unshare }),
  answer(markDevices, {
    write(context, tx) {
      const { note } = read(markDevices.input, context.input)
      return mark(context, tx, 1, note ? { note } : undefined)
    },
  }),
  answer(unmarkDevices, {
    write(context, tx) {
      read(unmarkDevices.input, context.input)
      return mark(context, tx, 0)
    },
  }),
]
