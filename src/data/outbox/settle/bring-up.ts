import { fingerprint } from '#contract/sync/sync.ts'
import { type Contract, thisContract } from '../contract-version.ts'
import type { FlushEnv, Snapshot } from '../ports.ts'
import { type Op, sameIdentity } from '../store/op.ts'

/** The signed-in person's ops of an older contract that were never sent. An op that was sent never changes. */
export const olderOps = ({ ops, meta }: Snapshot, contract = thisContract): Op[] =>
  ops.filter((op) => isOlder(op, contract) && sameIdentity(op, meta.identity))

const isOlder = (op: Op, { schema }: Contract): boolean =>
  op.schema < schema && !op.sentOnce && (op.state === 'pending' || op.state === 'needs_update')

/**
 * Rewrites these ops for the current contract, unless they were changed or sent meanwhile. An op that cannot be rewritten is rejected, for a person
 * to decide.
 */
export const upgradeOps = async (env: FlushEnv, older: readonly Op[]): Promise<void> => {
  const contract = env.contract ?? thisContract
  const patches = new Map<string, Partial<Op>>()
  for (const op of older) patches.set(`${op.id} ${op.fp}`, await upcast(op, contract, env))
  await env.store.update(({ ops }) => ({
    put: ops.flatMap((op) => {
      const patch = patches.get(`${op.id} ${op.fp}`)
      return patch && isOlder(op, contract) ? [{ ...op, ...patch }] : []
    }),
    value: undefined,
  }))
}

const upcast = async (op: Op, { schema, upcasts }: Contract, env: FlushEnv): Promise<Partial<Op>> => {
  try {
    let { body } = op
    for (let at = op.schema; at < schema; at += 1) body = upcasts.get(at)?.({ kind: op.kind, target: op.target, body }) ?? body
    if (body === op.body) return { schema }
    return { schema, body, fp: await (env.fingerprint ?? fingerprint)({ kind: op.kind, target: op.target, body }) }
  } catch {
    return { schema, state: 'rejected', lastError: { code: 'cannot_upcast', at: env.clock.now() } }
  }
}
