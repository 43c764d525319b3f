import type { FastifyRequest } from 'fastify'
import { push } from '#contract/calls/tooling/sync.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { entityNamed } from '#contract/registry.ts'
import {
  acceptsSchema,
  DISCARD_KIND,
  fingerprint,
  NOTE_KIND,
  type OpResult,
  type PushAnswer,
  type PushOp,
  type PushRequest,
  TENANT_HEADER,
  USER_HEADER,
} from '#contract/sync/sync.ts'
import type { Transaction } from '#server/db/pool.ts'
import { inputOf, type Mounting, refuseForbidden, refuseViewer, runWrite } from '#server/http/mount.ts'
import { refusalBody, refusalFrom } from '#server/http/reply.ts'
import { languageOf, type Presented } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context, QueuedOp } from '#server/kit/context.ts'
import type { Route } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { mergedVersion } from '#server/kit/write/merge.ts'
import { changedOn } from '#server/kit/write/not-before.ts'
import { noteContact, senderOf } from './contacts.ts'
import { discardRoute, spend } from './discard.ts'
import { noteRoute } from './note.ts'
import { settledSentence, takenQuery } from './settled-steps.ts'
import { correctedTime, type Sender, spanOf, within } from './span.ts'
import { upcast } from './upcasts.ts'
import type { InSlot } from './work-slots.ts'

/** The parameters that a handler reads, from what an operation says. A new row gets the id that the phone gave it. */
function handlerInput(op: PushOp, route: Route, version: number | null): Raw {
  const body = plain(op.body) ?? {}
  if (!route.takes) return body
  if (route.takes === 'rows') return { ...body, ids: op.target.id }
  if (route.takes === 'draft' && version === null) return { ...body, newId: op.target.id }
  return { ...body, id: op.target.id, ...(version === null ? {} : { version }) }
}

async function versionOf(op: PushOp, tx: Transaction): Promise<number | null> {
  if (!op.baseOp) return op.baseVersion ?? null
  const { rows } = await tx.run({
    text: 'select result from sync_op where tenant_id = $1 and op_id = $2 and status = 200',
    values: [tx.tenantId, op.baseOp],
  })
  const version = (rows[0]?.result as { version?: number } | undefined)?.version
  if (version === undefined) throw new Refusal('dep_missing')
  return version
}

/** The version that the handler expects: for a draft the newest one, when the same fields are unchanged by others. */
async function openVersion(op: PushOp, route: Route, context: Context, tx: Transaction): Promise<number | null> {
  const version = await versionOf(op, tx)
  if (version === null || route.takes !== 'draft') return version
  const view = context.actor.settings.view(entityNamed(route.name.split('.')[0]!))
  return mergedVersion(view, context, tx, { id: op.target.id, version, base: plain(op.base), draft: plain(op.body) ?? {} })
}

const plain = (value: unknown): Raw | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : undefined

async function refuseMissingDeps(op: PushOp, tx: Transaction): Promise<void> {
  const deps = Array.isArray(op.deps) ? op.deps.filter(isId) : []
  if (deps.length === 0) return
  const { rows } = await tx.run({
    text: 'select count(*) as n from sync_op where tenant_id = $1 and op_id = any($2::uuid[]) and status = 200',
    values: [tx.tenantId, deps],
  })
  if (Number(rows[0]!.n) !== new Set(deps).size) throw new Refusal('dep_missing')
}

/** The handler of an operation with what surrounds it there: dependencies, base version, the replaced operation, the transaction's id. */
function opRoute(op: PushOp, route: Route): Route {
  const { before } = route
  return {
    ...route,
    ...(before && { before: (context) => before({ ...context, input: handlerInput(op, route, op.baseVersion ?? null) }) }),
    write: async (context, tx) => {
      await refuseMissingDeps(op, tx)
      tx.later(changedOn(context))
      const input =
        route.name === DISCARD_KIND
          ? { ...plain(op.body), opTarget: op.target.id }
          : route.name === NOTE_KIND
            ? { ...plain(op.body), on: op.target }
            : handlerInput(op, route, await openVersion(op, route, context, tx))
      const done = (await route.write!({ ...context, input }, tx)) as { id?: string; version?: number | null } | undefined
      if (op.supersedes && isId(op.supersedes)) spend(tx, context.actor, op.supersedes)
      const { rows } = await tx.run({ text: 'select pg_current_xact_id()::text as xid' })
      return { id: done?.id ?? op.target.id, version: done?.version ?? null, xid: String(rows[0]!.xid) }
    },
  }
}

/** Kinds that are the queue's own. */
const ownRoutes: Readonly<Record<string, Route>> = { [DISCARD_KIND]: discardRoute, [NOTE_KIND]: noteRoute }

/** The times of an operation. What the queue itself sends about another one is made later under its number, so that the number is not used. */
function timesOf(op: PushOp, sender: Sender): Pick<Context, 'occurredAt'> & Pick<QueuedOp, 'correctedAt' | 'receivedAt'> {
  const { receivedAt } = sender
  const corrected = correctedTime(op.occurredAt, op.skewMs, receivedAt)
  const span = spanOf(sender, ownRoutes[op.kind] ? undefined : (op.number ?? undefined))
  return { occurredAt: new Date(within(corrected, span)), correctedAt: new Date(corrected), receivedAt: new Date(receivedAt) }
}

async function runOp(
  mounting: Mounting,
  routes: ReadonlyMap<string, Route>,
  request: FastifyRequest,
  by: Presented,
  deviceId: string,
  sender: Sender,
  op: PushOp,
): Promise<OpResult> {
  try {
    if (!isId(op.id) || !isId(op.target?.id)) throw new Refusal('key_required')
    if (!acceptsSchema(op.schema)) throw new Refusal('contract_too_old')
    const fp = await fingerprint(op)
    const said = upcast(op)
    const route = ownRoutes[said.kind] ?? routes.get(said.kind)
    if (!route?.write) throw new Refusal('op_kind_unknown', { kind: op.kind })
    if (fp !== op.fp) throw new Refusal('op_reused')
    const { occurredAt, ...times } = timesOf(said, sender)
    const context = (actor: Actor): Context => ({
      tools: mounting.tools,
      actor,
      language: languageOf(request),
      input: {},
      requestId: request.id,
      occurredAt,
      op: { id: op.id, deviceTime: op.occurredAt, skewMs: op.skewMs, ...times },
    })
    const done = await runWrite(mounting, opRoute(said, route), request, by, context, { opId: op.id, fp: Buffer.from(fp, 'hex'), deviceId })
    return { id: op.id, outcome: done.replayed ? 'replayed' : 'done', http: 200, result: done.result as OpResult['result'] }
  } catch (error) {
    return refusedOp(mounting, routes, request, by, op, error)
  }
}

/** Refusals of what another person was first to do. */
const settled: ReadonlySet<string> = new Set(['stale', 'wrong_state', 'wrong_before', 'closed'])
const passing = new Set(['op_in_progress', 'busy', 'too_many_requests', 'dep_missing'])

async function refusedOp(
  mounting: Mounting,
  routes: ReadonlyMap<string, Route>,
  request: FastifyRequest,
  by: Presented,
  op: PushOp,
  error: unknown,
): Promise<OpResult> {
  const refusal = refusalFrom(error)
  if (!refusal) request.log.error({ err: error, kind: op.kind }, 'unforeseen error in an operation')
  if (refusal?.code === 'signed_out') throw error
  const http = refusal?.http ?? 500
  const body = refusalBody(request, refusal?.code ?? 'unknown', http, refusal?.parameters ?? { request: request.id }, null)
  const outcome = !refusal || passing.has(refusal.code) ? 'retry' : 'refused'
  const now = refusal && settled.has(refusal.code) ? await currentRow(mounting, routes, request, by, op) : undefined
  const current = refusal?.code === 'stale' ? now?.row : undefined
  return {
    id: op.id,
    outcome,
    http,
    code: body.error,
    msg: now?.sentence ? (refusal?.code === 'stale' ? now.sentence : `${body.msg}；${now.sentence}`) : body.msg,
    ...(outcome === 'retry' ? { retryAfterS: 2 } : {}),
    ...(current === undefined ? {} : { current }),
  }
}

/** The row as it is now, for the person to decide, null when it is gone; of a step, what another person did before it, in words. */
async function currentRow(
  mounting: Mounting,
  routes: ReadonlyMap<string, Route>,
  request: FastifyRequest,
  by: Presented,
  op: PushOp,
): Promise<{ row: Record<string, unknown> | null; sentence?: string | undefined }> {
  const detail = routes.get(`${op.target.type}.detail`)
  if (!detail?.read) return { row: null }
  const read = detail.read
  const said = upcast(op)
  const language = languageOf(request)
  try {
    return await mounting.sessions.read(by, (actor) => {
      refuseForbidden(actor, detail)
      const plan = read({
        tools: mounting.tools,
        actor,
        language,
        input: { id: op.target.id },
        requestId: request.id,
        occurredAt: new Date(),
      })
      const taken = takenQuery(said, actor.tenantId)
      return {
        queries: taken ? [...plan.queries, taken] : plan.queries,
        answer: async (results) => {
          const row = (await plan.answer(results.slice(0, plan.queries.length))) as Record<string, unknown>
          return { row, sentence: settledSentence(said.kind, actor, language, results[plan.queries.length], row) }
        },
      }
    })
  } catch (error) {
    if (error instanceof Refusal) return { row: null }
    throw error
  }
}

/** Notes the contact that a push is, and answers what is known of its phone. */
async function heard(
  { tools }: Mounting,
  { log }: FastifyRequest,
  actor: Actor,
  { deviceId, minted, waiting, ops, epoch }: PushRequest,
  now: string,
): Promise<Sender> {
  const at = new Date()
  const numbers = [minted, ...ops.map(({ number }) => number)].flatMap((one) => one ?? [])
  const highest = numbers.length > 0 ? Math.max(...numbers) : undefined
  await noteContact(tools.pool, actor, { deviceId, at, minted: highest, waiting: epoch === now ? waiting : undefined }, log)
  return senderOf(tools.pool, actor, deviceId, at)
}

/** Runs the operations of a push one after another, each in a transaction of its own; a lane stops at its first failure. */
export async function pushOps(
  mounting: Mounting,
  routes: ReadonlyMap<string, Route>,
  request: FastifyRequest,
  by: Presented,
  actor: Actor,
  epoch: string,
  inSlot: InSlot,
): Promise<PushAnswer> {
  const input = inputOf(request)
  const asked = read(push.input, input) as unknown as PushRequest
  if (request.headers[USER_HEADER] !== actor.userId || request.headers[TENANT_HEADER] !== actor.tenantId)
    throw new Refusal('identity_mismatch')
  refuseViewer(actor, push)
  if (!isId(asked.deviceId)) throw new Refusal('key_required')
  if (!acceptsSchema(asked.schema)) throw new Refusal('contract_too_old')
  const answer = (results: OpResult[]): PushAnswer => ({ results, serverTime: new Date().toISOString(), epoch })
  const sender = await inSlot(() => heard(mounting, request, actor, asked, epoch))
  if (asked.epoch && asked.epoch !== epoch) return answer([])
  const stopped = new Set<string>()
  const results: OpResult[] = []
  for (const op of asked.ops) {
    if (stopped.has(op.lane)) {
      results.push({ id: op.id, outcome: 'not_attempted', http: 200 })
      continue
    }
    const result = await inSlot(() => runOp(mounting, routes, request, by, asked.deviceId, sender, op))
    if (result.outcome !== 'done' && result.outcome !== 'replayed') stopped.add(op.lane)
    results.push(result)
  }
  return answer(results)
}
