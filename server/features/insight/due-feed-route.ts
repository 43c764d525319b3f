import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { dueFeedFile, feedDays } from '#contract/calls/insight/due.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Language } from '#contract/kit/words.ts'
import { readAs } from '#server/db/pool.ts'
import { countedTogether } from '#server/http/counted.ts'
import type { Mounting } from '#server/http/mount.ts'
import { hashSecret } from '#server/kit/access/client-secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { actorNow } from '#server/kit/jobs/job-actor.ts'
import { calendarText } from './due-feed.ts'
import { dueBetween } from './due-things.ts'

/** Rows that a feed names of one kind and day; one more entry says how many are left. */
const mostOfDay = 10

const unknown = (): Refusal => new Refusal('not_found', { what: dueFeedFile })

/** The person and language of an address. Throws `not_found` for one that is unknown, wrong or ended. */
async function ownerOf({ tools }: Mounting, address: string): Promise<{ tenantId: string; userId: string; language: Language }> {
  const [tenantId = '', userId = '', secret = '', ...more] = address.split('.')
  if (!/^[0-9A-Za-z]{1,12}$/.test(tenantId) || !isId(userId) || secret === '' || more.join() !== 'ics') throw unknown()
  const [found] = await readAs(tools.pool, tenantId, [
    { text: 'select secret_hash, language from due_feed where tenant_id = $1 and user_id = $2', values: [tenantId, userId] },
  ])
  const row = found!.rows[0]
  if (!row || !timingSafeEqual(row.secret_hash as Buffer, hashSecret(secret))) throw unknown()
  return { tenantId, userId, language: row.language as Language }
}

/**
 * Answers calendar feeds. The secret stands in the address, as calendar programs cannot sign in; the log names the declared address alone. Rights
 * and reach are those that the person has now. `limit`: requests a minute, by address of the network.
 */
export function dueFeedRoute(app: FastifyInstance, mounting: Mounting, limit: number): void {
  const counted = countedTogether(app, limit)
  const { tools } = mounting
  for (const path of pathsOf(dueFeedFile))
    app.get<{ Params: { secret: string } }>(`/api${path}`, counted, async (request, reply) => {
      const { tenantId, userId, language } = await ownerOf(mounting, request.params.secret)
      const actor = await actorNow(tools.pool, tenantId, userId).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'rule' ? unknown() : error
      })
      const now = new Date()
      const today = homeDay(now)
      const context: Context = { tools, actor, language, input: {}, requestId: request.id, occurredAt: now }
      const span = { from: daysAfter(today, -feedDays.past), to: daysAfter(today, feedDays.ahead), most: mostOfDay }
      const plan = dueBetween(context, span)
      const found = await plan.answer(await readAs(tools.pool, tenantId, plan.queries))
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline; filename="due.ics"')
        .type('text/calendar; charset=utf-8')
        .send(calendarText(found, language, now))
    })
}
