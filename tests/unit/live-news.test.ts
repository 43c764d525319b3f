import { describe, expect, test } from 'vitest'
import type { Actor } from '#server/kit/access/actor.ts'
import type { RowScope } from '#server/kit/access/scope-of-roles.ts'
import { frame, numberIn } from '#server/live/frames.ts'
import { openHub } from '#server/live/hub.ts'
import { isNotified, readNews } from '#server/live/news.ts'
import { ringOf } from '#server/live/ring.ts'

const all: RowScope = { isAll: true, deptIds: null, isOwn: false, custom: [], parts: [] }
const person = (given: { rights?: string[]; patterns?: string[]; reach?: Partial<RowScope> }): Actor => {
  const rights = new Set(given.rights ?? ['device.list', 'repairOrder.list', 'notice.list', 'checkTask.list', 'devicePart.list'])
  return {
    tenantId: '100002',
    userId: 'me',
    rights,
    roles: [{ rights, patterns: given.patterns ?? ['*'] }],
    scopeOf: () => ({ ...all, ...(given.reach ? { isAll: false, ...given.reach } : {}) }),
  } as unknown as Actor
}
const change = (entity: string, keys?: string[], tenantId = '100002') => ({ tenantId, entity, keys: keys && new Set(keys) })

describe('a payload', () => {
  test('is read with the departments and people of its rows', () => {
    expect(readNews('change 100002 device a,b')).toEqual({ is: 'change', ...change('device', ['a', 'b']) })
    expect(readNews('change 100002 device *')).toEqual({ is: 'change', ...change('device') })
    expect(readNews('change 100002 device ')).toEqual({ is: 'change', ...change('device', []) })
    expect(readNews('session 100002 s')).toEqual({ is: 'session', tenantId: '100002', sessionId: 's' })
    expect(readNews('epoch 100002')).toEqual({ is: 'epoch', tenantId: '100002' })
  })

  test('of a later version is left out', () => {
    for (const payload of ['', 'change', 'change 100002', 'session', 'session 100002', 'epoch', 'news 1 2'])
      expect(readNews(payload)).toBeUndefined()
  })
})

describe('a person hears about an entity', () => {
  test('of the own tenant, by right and by API scope', () => {
    expect(isNotified(person({}), change('device'))).toBe(true)
    expect(isNotified(person({}), change('device', undefined, '100003'))).toBe(false)
    expect(isNotified(person({ rights: ['device.submit'] }), change('device'))).toBe(false)
    expect(isNotified(person({ patterns: ['device.detail', 'location.*'] }), change('device'))).toBe(false)
    expect(isNotified(person({ patterns: ['device.*'] }), change('device'))).toBe(true)
    expect(isNotified(person({}), change('unknown'))).toBe(false)
  })

  test('within the departments, or with their own name on the row', () => {
    const limited = person({ reach: { deptIds: ['bones'] } })
    expect(isNotified(limited, change('device', ['bones', 'x']))).toBe(true)
    expect(isNotified(limited, change('device', ['medicine']))).toBe(false)
    expect(isNotified(limited, change('device', []))).toBe(false)
    expect(isNotified(limited, change('repairOrder', ['medicine', 'me']))).toBe(true)
    expect(isNotified(limited, change('device'))).toBe(true)
  })

  test('where a rule has conditions, or the rows are seen through others, for that is not looked up', () => {
    const ruled = person({ reach: { custom: [[{ field: 'riskLevel', is: 'in', values: ['III'] }]] } })
    expect(isNotified(ruled, change('device', ['medicine']))).toBe(true)
    const limited = person({ reach: { deptIds: ['bones'] } })
    expect(isNotified(limited, change('devicePart', ['medicine']))).toBe(true)
    expect(isNotified(limited, change('checkTask', ['medicine']))).toBe(true)
  })

  test('that is theirs alone, not what others may see', () => {
    expect(isNotified(person({}), change('notice', ['me']))).toBe(true)
    expect(isNotified(person({}), change('notice', ['you']))).toBe(false)
  })

  test('that is lines of what they may list', () => {
    expect(isNotified(person({}), change('checkMember'))).toBe(true)
    expect(isNotified(person({ rights: ['device.list'] }), change('checkMember'))).toBe(false)
    expect(isNotified(person({}), change('file'))).toBe(false)
  })
})

test('a ring gives what came after a number, and says when some of it is gone', () => {
  const ring = ringOf<string>(3)
  expect([ring.newest(), ring.after(0)]).toEqual([0, []])
  for (const one of 'abcd') ring.add(one)
  expect([1, 2, 3, 4].map((number) => ring.after(number)?.join(''))).toEqual(['bcd', 'cd', 'd', ''])
  for (const number of [0, -1, 5]) expect(ring.after(number)).toBeUndefined()
})

test('an id continues its own generation only', () => {
  expect(frame('change', 'abc-7', { entities: ['device'] })).toBe('id: abc-7\nevent: change\ndata: {"entities":["device"]}\n\n')
  expect(numberIn('abc-7', 'abc')).toBe(7)
  for (const id of [undefined, '', 'abc', 'abc-', 'abc-x', 'abd-7', 'abc--1', 'abc-1e3']) expect(numberIn(id, 'abc')).toBeUndefined()
})

describe('a stream whose person is looked up again', () => {
  const roleWith = (rights: readonly string[]) => ({
    id: 'r',
    kind: 'all',
    deptIds: null,
    rules: [],
    conditions: null,
    rights,
    patterns: ['*'],
  })
  const looked = (rights: readonly string[]): Actor =>
    ({ ...person({ rights: [...rights] }), sessionId: 's', personId: 'p', roles: [roleWith(rights)] }) as unknown as Actor
  const few = looked(['device.list'])
  const more = looked(['device.list', 'repairOrder.list'])
  /** A hub with one stream, which was opened by `few`; answers what it was sent and the look-ups that wait. */
  const opened = (mark?: number) => {
    const hub = openHub(10, 60_000)
    hub.onConnected()
    const [sent, waiting]: [string[], ((actor: Actor) => void)[]] = [[], []]
    const check = (): Promise<Actor> => new Promise((done) => void waiting.push(done))
    hub.add({ actor: few, send: (part) => void sent.push(part), end: () => {}, check }, undefined, mark ?? hub.rightsMark())
    const answer = async (actor: Actor): Promise<void> => {
      waiting.shift()!(actor)
      await new Promise(setImmediate)
    }
    return { hub, waiting, answer, resets: () => sent.filter((part) => part.includes('event: reset')).length }
  }

  test('gets one reset for other rights, also when rights change again during the look-up', async () => {
    const { hub, waiting, answer, resets } = opened()
    hub.onPayload('epoch 100002')
    hub.onPayload('epoch 100002')
    await answer(more)
    expect([waiting.length, resets()]).toEqual([1, 0])
    await answer(more)
    expect([waiting.length, resets()]).toEqual([0, 1])
    hub.close()
  })

  test('is looked up at once when rights changed while it was being opened', async () => {
    const { hub, waiting, answer, resets } = opened(-1)
    expect(waiting).toHaveLength(1)
    await answer(more)
    expect(resets()).toBe(1)
    hub.close()
  })
})
