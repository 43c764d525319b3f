import type { FlushEnv, RenewReply, Transport } from '../ports.ts'
import { type Identity, sameIdentity } from '../store/op.ts'

const LOCK = 'eam:refresh'
const LIMIT_MS = 10_000

interface RenewEnv extends Pick<FlushEnv, 'store' | 'locks' | 'checkpoint'> {
  transport: Pick<Transport, 'renew'>
}

/**
 * Renews the session once across all tabs: under one lock, and only if it was not renewed since `seenGen` was read. refused: the person must sign in.
 * lost: no answer, the outcome is unknown.
 */
export const renew = async (env: RenewEnv, identity: Identity, seenGen: number): Promise<RenewReply> => {
  const reply = await env.locks.wait(LOCK, LIMIT_MS, async (): Promise<RenewReply> => {
    const { meta } = await env.store.read({ ops: false })
    if (!sameIdentity(meta.identity, identity)) return 'lost'
    if (meta.sessionGen !== seenGen) return 'renewed'
    await env.checkpoint?.('renew')
    const answer = await env.transport.renew(identity)
    await env.checkpoint?.('renewed')
    if (answer === 'renewed') await env.store.update((now) => ({ meta: { sessionGen: now.meta.sessionGen + 1 }, value: undefined }))
    return answer
  })
  return reply ?? 'lost'
}
