import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import { moduleFacts } from '#contract/registry.ts'
import { platformTenant, viewerRole } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { refuseCall } from '#server/kit/access/access.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/access/actor.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import type { Context, Tools } from '#server/kit/context.ts'
import type { Route } from '#server/kit/family.ts'
import { fingerprintOf, once } from '#server/kit/write/once.ts'
import { sendAnswer } from './reply.ts'
import { mostStale, type Sessions } from './sessions.ts'
import { clearCookies, isOfFamily, languageOf, type Presented, refuseCrossSite, whoOf } from './who.ts'

export interface Mounting {
  readonly tools: Tools
  readonly sessions: Sessions
  readonly publicUrl: string | undefined
  /** Records that a person takes data out as a file. */
  readonly tellExport?: (pool: Tools['pool'], actor: Actor, right: string) => Promise<void>
}

/** Calls that end the session. */
const leaving: ReadonlySet<string> = new Set(['session.logout', 'session.logoutByPost'])

/** Calls that a locked screen still answers. */
const whileLocked = new Set(['session.unlock', ...leaving, 'session.userInfo'])

/** Calls that a person with a given password may make before it is changed. */
const whileGiven = new Set([...leaving, 'session.userInfo', 'user.updatePassword'])

/** Calls that a person without the second factor they need may make. */
const whileEnrolling = new Set([
  ...whileGiven,
  'session.refresh',
  'factor.detail',
  'factor.begin',
  'factor.confirm',
  'passkey.begin',
  'passkey.submit',
])

const given: Words = { zh: '修改初始密码', en: 'Change your first password' }
const enrolling: Words = { zh: '设置二次验证', en: 'Set up your second factor' }

/** Calls whose input or answer holds a password: nothing of them is kept, not even to answer a repetition. */
const secret: ReadonlySet<string> = new Set(moduleFacts.flatMap((of) => of.secretCalls ?? []))

/** Levels of objects and lists that a body may have; what walks a body calls itself once for each. */
const deepest = 64

const tooDeep = {
  zh: `内容嵌套超过 ${deepest} 层，请减少嵌套层数后重试`,
  en: `The request is nested deeper than ${deepest} levels. Reduce the nesting and try again`,
}

const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeeper(one, left - 1)))

/** Query and body as one object; the body wins. Refuses a body that is no object, but for the list of that name, and one that is too deep. */
export function inputOf(request: FastifyRequest, list?: string): Raw {
  const body = list && Array.isArray(request.body) ? { [list]: request.body } : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) throw new Refusal('bad_request')
  if (isDeeper(body, deepest)) throw new Refusal('rule', tooDeep)
  return { ...(request.query as Raw), ...(body as Raw | undefined) }
}

/** Refuses a person without the right, an API scope that opens the call, or with a locked screen. */
export function refuseForbidden(actor: Actor, route: Pick<Route, 'name' | 'may'>): void {
  if (actor.isLocked && !whileLocked.has(route.name)) throw new Refusal('locked')
  if (actor.mustChange && !whileGiven.has(route.name)) throw new Refusal('must_change', { what: given })
  if (actor.mustEnrol && !whileEnrolling.has(route.name)) throw new Refusal('must_change', { what: enrolling })
  if (route.may === 'session') return
  refuseCall(actor, route.may, route.name)
}

/** Whether a person only views: the virtual user of a wall board, or roles without any right. */
export const isViewer = ({ roles, rights }: Actor): boolean => roles.every(({ alias }) => alias === viewerRole) || rights.size === 0

/** Refuses view-only users: they may not write. */
export function refuseViewer(actor: Actor, of: Words): void {
  if (isViewer(actor)) throw new Refusal('forbidden', { right: { zh: of.zh, en: of.en } })
}

/** The context of a call that a person makes. */
export const contextOf = (mounting: Mounting, request: FastifyRequest, actor: Actor, input: Raw): Context => ({
  tools: mounting.tools,
  actor,
  language: languageOf(request),
  input,
  requestId: request.id,
  occurredAt: new Date(),
  gone: () => request.signal,
  isOther: isOfFamily(request),
})

async function answerRead(mounting: Mounting, route: Route, request: FastifyRequest, by: Presented): Promise<unknown> {
  // Some front ends send the moment along, so that no cache answers.
  const { _t: _, ...input } = inputOf(request)
  return mounting.sessions.read(by, (actor) => {
    refuseForbidden(actor, route)
    const plan = route.read!(contextOf(mounting, request, actor, input))
    // The platform's own people choose a tenant by this name.
    if (actor.tenantId !== platformTenant) refuseOtherTenant(actor, input)
    return {
      queries: plan.queries,
      answer: async (results) => {
        // Recorded before anything is sent: what cannot be recorded is not handed out.
        if (route.answers === 'file' && route.may.endsWith('.export')) await mounting.tellExport?.(mounting.tools.pool, actor, route.may)
        return plan.answer(results)
      },
    }
  })
}

/** Runs a write as the person in one transaction, with the check of the session in it. `input` is what the handler reads. */
export async function runWrite(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  by: Presented,
  context: (actor: Actor) => Context,
  key?: { opId: string; fp: Buffer; deviceId: string | null },
) {
  const failed = { stale: 0, clash: 0 }
  let asked: unknown
  for (;;) {
    const actor = await mounting.sessions.guess(by)
    if (route.before && failed.stale + failed.clash === 0) {
      const now = await mounting.sessions.load(by)
      // A password or code is no guess of who may not make the call at all, such as at a locked screen.
      refuseForbidden(now, route)
      asked = await route.before(context(now))
    }
    try {
      return await writeAs(
        mounting.tools.pool,
        by.tenantId,
        async (tx) => {
          const checked = tx.run(checkQuery(by.tenantId, hashToken(by.token)))
          const verify = async () => {
            if (!stillHolds(actor, await checked)) throw new Stale()
          }
          try {
            refuseForbidden(actor, route)
            const work = () => route.write!({ ...context(actor), asked }, tx)
            const done = key ? await once(actor, tx, { ...key, kind: route.name }, work) : { result: await work(), replayed: false }
            await verify()
            return done
          } catch (error) {
            // What remembered grants refuse, or a session that has ended, is decided by the session as it is now.
            await verify()
            throw error
          }
        },
        { personId: actor.personId, onLate: (error) => request.log.error({ err: error }, 'after commit') },
      )
    } catch (error) {
      if (error instanceof Stale) {
        mounting.sessions.forget(by)
        if (++failed.stale === mostStale) throw new Refusal('busy')
      } else if (!isClash(error) || ++failed.clash > mostClashes) throw error
    }
  }
}

/** What was remembered of the session no longer holds: forget it and try again. */
class Stale extends Error {}

/** Retries of a transaction after a conflict with another; it has written nothing, and has no effect outside before its commit. */
const mostClashes = 2

/** Two transactions waited for each other, or saw each other's rows too late, and the database ended this one. */
const isClash = (error: unknown): boolean => ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code))

async function answerWrite(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  by: Presented,
): Promise<unknown> {
  refuseCrossSite(request, by, mounting.publicUrl)
  const input = inputOf(request, route.list)
  const header = request.headers['idempotency-key']
  if (header !== undefined && !isId(header)) throw new Refusal('key_required')
  const key = typeof header === 'string' && !secret.has(route.name) ? { opId: header, fp: fingerprintOf(input), deviceId: null } : undefined
  const done = await runWrite(mounting, route, request, by, (actor) => contextOf(mounting, request, actor, input), key)
  if (done.replayed) reply.header('idempotent-replay', 'true')
  return done.result
}

/** Registers a route: who, right, input, transaction, answer. Calls that write are never cached and, when they are GETs, need `Blade-Auth` or our own header. */
export function mount(app: FastifyInstance, mounting: Mounting, route: Route): void {
  for (const url of route.urls)
    app.route({
      method: route.method,
      url: `/api${url}`,
      config: { module: route.module } as object,
      bodyLimit: route.bodyLimit ?? 4 * 1024 * 1024,
      // Small answers cost more to pack than to send.
      compress: { threshold: 16_384 },
      handler: async (request, reply) => {
        const by = whoOf(request)
        const data = route.read ? await answerRead(mounting, route, request, by) : await answerWrite(mounting, route, request, reply, by)
        if (leaving.has(route.name)) clearCookies(reply)
        return sendAnswer(request, reply, route.answers, data)
      },
    })
}
