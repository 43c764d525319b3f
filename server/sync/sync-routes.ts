import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blindCodes, bundle, pull, pullMany, push } from '#contract/calls/tooling/sync.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Counted, EPOCH_HEADER, type PullAnswer } from '#contract/sync/sync.ts'
import type { BlindCodes } from '#contract/sync/sync-blind.ts'
import type { BundleAnswer } from '#contract/sync/sync-bundle.ts'
import type { Epoch } from '#server/http/epoch.ts'
import { inputOf, isViewer, type Mounting, refuseForbidden } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { languageOf, refuseCrossSite, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
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

/** What a pull says of its phone. Throws for values that are none. */
function phoneIn(request: FastifyRequest): Said {
  const { deviceId, epoch, minted, waiting } = inputOf(request)
  return read(pull.input, { deviceId, epoch, minted, waiting }) as Said
}
type Said = Partial<Counted> & { readonly deviceId?: string | null; readonly epoch?: string | null }

/**
 * Notes the contact that a pull is. Phones of an older program do not say which they are, and view-only users send no operations. `now`: the epoch
 * of the answer; a phone of another one does not know yet what waits.
 */
async function heardPull({ tools }: Mounting, { log }: FastifyRequest, actor: Actor, said: Said, at: Date, now: string): Promise<void> {
  const { deviceId, epoch, minted, waiting } = said
  if (!deviceId || isViewer(actor)) return
  await noteContact(tools.pool, actor, { deviceId, at, minted, waiting: epoch === now ? waiting : undefined }, log)
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
          const by = whoOf(request)
          const actor = await mounting.sessions.read(by, (found) => ({ queries: [], answer: () => found }))
          refuseForbidden(actor, { name: of.name, may: of.may })
          const said = of === pull || of === pullMany ? phoneIn(request) : undefined
          const asked = inSlot<BlindCodes | BundleAnswer | PullAnswer>(async () => {
            const found = await answer(mounting.tools, actor, by.token, languageOf(request), inputOf(request))
            if (said) await heardPull(mounting, request, actor, said, at, found.epoch)
            return found
          })
          const data = await asked.catch(async (error: unknown) => {
            if (error instanceof Refusal && error.code === 'resync') knows(reply, epoch, await epoch.reload())
            if (!(error instanceof Forgetful)) throw error
            knows(reply, epoch, await epoch.end(error.epoch))
            request.log.warn(error.message)
            throw new Refusal('resync')
          })
          knows(reply, epoch, data.epoch)
          return sendAnswer(request, reply, of.answers.kind, data)
        },
      })
}
