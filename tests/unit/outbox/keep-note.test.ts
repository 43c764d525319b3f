import { describe, expect, it } from 'vitest'
import { NOTE_KIND, NOTE_MAX_BYTES } from '#contract/sync/sync.ts'
import { AlreadyResolved } from '#src/data/outbox/settle/resolve.ts'
import { keepNote } from '#src/data/outbox/store/keep-note.ts'
import { lab } from './lab.ts'

const on = { type: 'repairOrder', id: 'r1' }

describe('a refused op kept as a note', () => {
  it('gives its place in the lane to the note, with what depends on it', async () => {
    const { env, write, drain, queue } = await lab()
    const lost = await write({ kind: 'poison', body: { measures: '换电源', empty: null } })
    const after = await write({ kind: 'note.add', deps: [lost] })
    await drain()
    expect((await queue()).map((op) => op.state)).toEqual(['rejected', 'pending'])
    const [first] = await queue()
    expect(await keepNote(env, lost, on, '已修好')).toEqual([lost, after])
    const [note, second] = await queue()
    expect(note).toMatchObject({
      kind: NOTE_KIND,
      target: on,
      lane: first!.lane,
      seq: first!.seq,
      deps: [],
      state: 'pending',
      attempts: 0,
      baseVersion: null,
    })
    expect(note!.body).toMatchObject({ op: lost, kind: 'poison', said: { measures: '换电源' }, reason: '已修好', at: first!.occurredAt })
    expect(second!.body).toMatchObject({ op: after, kind: 'note.add' })
    expect(note!.id).not.toBe(lost)
    await expect(keepNote(env, lost, on, '')).rejects.toThrow(AlreadyResolved)
  })

  it('keeps what fits', async () => {
    const { env, write, drain, queue } = await lab()
    const lost = await write({
      kind: 'poison',
      body: { long: '长'.repeat(9000), short: '短', list: Array.from({ length: 4000 }, () => 'x') },
    })
    await drain()
    await keepNote(env, lost, on, '')
    const [note] = await queue()
    expect(new TextEncoder().encode(JSON.stringify(note!.body)).length).toBeLessThan(NOTE_MAX_BYTES)
    expect((note!.body as { said: object }).said).toMatchObject({ short: '短', long: expect.stringMatching(/^长+…$/) })
    expect(note!.body).not.toHaveProperty('reason')
  })

  it('of one that only waits is refused', async () => {
    const { env, write } = await lab()
    const waiting = await write()
    await expect(keepNote(env, waiting, on, '')).rejects.toThrow(AlreadyResolved)
  })
})
