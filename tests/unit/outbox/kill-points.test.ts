import { describe, expect, it } from 'vitest'
import type { FlushEnv } from '#src/data/outbox/ports.ts'
import { flushRound } from '#src/data/outbox/send/flush-round.ts'
import { type Fault, lab, status, until } from './lab.ts'

const never = new Promise<void>(() => {})

/** The flusher of a page that dies at the nth checkpoint it comes to. */
const mortal = (env: FlushEnv, nth: number): { env: FlushEnv; died: () => string | undefined } => {
  let left = nth
  let died: string | undefined
  const checkpoint = (name: string): Promise<void> | undefined => {
    left -= 1
    if (left > 0) return undefined
    died ??= name
    return never
  }
  return { env: { ...env, checkpoint }, died: () => died }
}

const scenarios: { name: string; faults: Fault[]; points: string[] }[] = [
  { name: 'a quiet day', faults: [], points: ['take', 'taken', 'answered', 'settled', 'take'] },
  {
    name: 'an expired session',
    faults: [status(401, 'signed_out')],
    points: ['take', 'taken', 'unauthorised', 'renew', 'renewed', 'answered', 'settled', 'take'],
  },
]

describe('a page that dies', () => {
  for (const { name, faults, points } of scenarios) {
    it.each(points.map((point, at) => ({ point, nth: at + 1 })))(
      `[F10] ${name}, at await $nth ($point): one effect each, nothing left`,
      async ({ point, nth }) => {
        const { env, script, write, drain, effects, queue } = await lab()
        const ids = [await write(), await write(), await write({ target: { type: 'card', id: '2' } })]
        script.push(...faults)
        const page = mortal(env, nth)
        void flushRound(page.env)
        await until(() => page.died() !== undefined)
        expect(page.died()).toBe(point)
        await drain()
        expect(effects()).toEqual(ids)
        expect(await queue()).toEqual([])
      },
    )
  }

  it('[F9] dies between storing and sending: the next start sends it', async () => {
    const { write, drain, effects, queue, db } = await lab()
    const id = await write()
    db.close({ disableAutoOpen: false })
    expect((await queue()).map((op) => op.id)).toEqual([id])
    await drain()
    expect(effects()).toEqual([id])
  })

  it('[F7] [F12] dies before it reads the answer: the other flusher gets the stored one', async () => {
    const { env, write, drain, effects, queue, script } = await lab()
    const id = await write()
    script.push(async (deliver) => {
      await deliver()
      await never
      return { kind: 'lost' }
    })
    void flushRound(env)
    await until(() => effects().length > 0)
    expect(effects()).toEqual([id])
    await drain()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
  })
})
