import type { FastifyInstance, FastifyReply } from 'fastify'
import { blindCodes, bundle, pull, pullMany, push } from '#contract/calls/sync.ts'
import { pathsOf } from '#contract/kit/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import { type Counted, EPOCH_HEADER, type PullAnswer } from '#contract/sync.ts'
import type { BlindCodes } from '#contract/sync-blind.ts'
import type { BundleAnswer } from '#contract/sync-bundle.ts'
import type { Epoch } from '#server/http/epoch.ts'
import { inputOf, type Mounting, refuseForbidden } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { languageOf, refuseCrossSite, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Route } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { readBlindCodes } from './blind-codes.ts'
import { readBundle } from './bundle.ts'
import { noteContact } from './contacts.ts'
import { Forgetful, pullChanges } from './pull.ts'
import { pushOps } from './push.ts'
import type { InSlot } from './work-slots.ts'

/** The epoch that the answer's content belongs to stands in its head too, also where another process has ended the one before. */
function knows(reply: FastifyReply, epoch: Epoch, now: string): void {
  epoch.seen(now)
  reply.header(EPOCH_HEADER, now)
}

/** Notes the contact that a pull is; phones of an older program do not say which they are. `now`: the epoch of the answer; a phone of another one does not know yet what waits. */
async function heardPull({ tools }: Mounting, actor: Actor, said: Parsed, at: Date, now: string): Promise<void> {
  const { deviceId, epoch, minted, waiting } = said as Partial<Counted> & { deviceId?: string | null; epoch?: string | null }
  if (deviceId) await noteContact(tools.pool, actor, { deviceId, at, minted, waiting: epoch === now ? waiting : undefined })
}

/** The calls of the phone's outbox and cache. `routes`: every call by name, for the operations run the same handlers. */
export function syncRoutes(app: FastifyInstance, mounting: Mounting, routes: readonly Route[], epoch: Epoch, inSlot: InSlot): void {
  const byName = new Map(routes.map((route) => [route.name, route]))
  for (const path of pathsOf(push))
    app.post(`/api${path}`, { bodyLimit: push.bodyLimit }, async (request, reply) => {
      const by = whoOf(request)
      refuseCrossSite(request, by, mounting.publicUrl)
      const { actor, now } = await mounting.sessions.read(by, (found) => ({
        queries: [{ text: 'select epoch from sync_meta' }],
        answer: ([meta]) => ({ actor: found, now: String(meta!.rows[0]!.epoch) }),
      }))
      refuseForbidden(actor, { name: push.name, may: push.may })
      knows(reply, epoch, now)
      return sendAnswer(request, reply, push.answers.kind, await pushOps(mounting, byName, request, by, actor, now, inSlot))
    })
  for (const { of, answer } of [
    { of: pull, answer: pullChanges },
    { of: pullMany, answer: pullChanges },
    { of: bundle, answer: readBundle },
    { of: blindCodes, answer: readBlindCodes },
  ])
    for (const path of pathsOf(of))
      app.route({
        method: of.method,
        url: `/api${path}`,
        handler: async (request, reply) => {
          const at = new Date()
          const { deviceId, epoch: known, minted, waiting } = of === pull || of === pullMany ? inputOf(request) : {}
          const said = read(pull.input, { deviceId, epoch: known, minted, waiting })
          const by = whoOf(request)
          const actor = await mounting.sessions.read(by, (found) => ({ queries: [], answer: () => found }))
          refuseForbidden(actor, { name: of.name, may: of.may })
          const asked = inSlot<BlindCodes | BundleAnswer | PullAnswer>(() =>
            answer(mounting.tools, actor, by.token, languageOf(request), inputOf(request)),
          )
          const data = await asked.catch(async (error: unknown) => {
            if (error instanceof Refusal && error.code === 'resync') knows(reply, epoch, await epoch.reload())
            if (!(error instanceof Forgetful)) throw error
            knows(reply, epoch, await epoch.end(error.epoch))
            request.log.warn(error.message)
            throw new Refusal('resync')
          })
          knows(reply, epoch, data.epoch)
          await inSlot(() => heardPull(mounting, actor, said, at, data.epoch))
          return sendAnswer(request, reply, of.answers.kind, data)
        },
      })
}
