import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PACK_FROM } from '#contract/sync-pack.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { type CheckLab, checkLab } from '#tests/harness/check-lab.ts'
import { home } from '#tests/harness/hospitals.ts'
import { Cache, pull } from '#tests/harness/ops.ts'

let app: TestApp
let lab: CheckLab
let colleague: Client
beforeAll(async () => {
  app = await startApp()
  lab = await checkLab(app)
  colleague = await app.as('engineer')
})
afterAll(() => app.stop())

/** Pulls until what was committed before is delivered. */
const caughtUp = async (cache: Cache, until: () => boolean): Promise<void> => {
  while (!until()) await cache.pull()
}
const linesOf = (cache: Cache, check: string) =>
  [...cache.rows].flatMap(([key, row]) => (key.split(' ')[1] === 'checkLine' && row.checkId === check ? [row] : []))

test('phones of a blind check get what the person has seen, and nothing of the book', async () => {
  const room = await lab.room(`盲${v7().slice(-6)}`)
  const cards = []
  for (let n = 0; n < 3; n++) cards.push(await lab.card({ locationId: room }))
  const [mine, theirs, unseen] = cards as [(typeof cards)[0], (typeof cards)[0], (typeof cards)[0]]
  const [open, blind] = [
    await lab.started({ scopeLocations: [room] }, [lab.keeper, colleague]),
    await lab.started({ scopeLocations: [room], mode: 'blind' }, [lab.keeper, colleague]),
  ]
  const phone = new Cache(lab.keeper)
  await caughtUp(phone, () => linesOf(phone, open).length === 3 && phone.ids('checkTask').includes(blind))
  expect(linesOf(phone, open).map((row) => row.bookLocationId)).toEqual([room, room, room])
  expect(linesOf(phone, blind)).toEqual([])
  const [dept] = [...phone.rows].flatMap(([key, row]) => (key.includes(' checkDept ') && row.checkId === blind ? [row] : []))
  expect(dept).toMatchObject({ deptTitle: '骨科', bookCount: null })

  const before = new Date().toISOString()
  await lab.scan(lab.keeper, blind, mine.rfidCode, room)
  await lab.scan(colleague, blind, theirs.rfidCode, lab.rooms[1])
  const line = await lab.line(blind, mine.id)
  const words: string[] = []
  await caughtUp(phone, () => linesOf(phone, blind).length > 0)
  words.push(...(await phone.pull()).map((change) => change.id))
  expect(linesOf(phone, blind)).toEqual([
    expect.objectContaining({
      id: line.id,
      deviceName: mine.name,
      result: 'match',
      seenById: lab.keeper.userId,
      bookLocationId: null,
      bookLocationName: null,
      bookDeptId: null,
      bookStatus: null,
      deptId: null,
      deptName: null,
    }),
  ])
  for (const card of [theirs, unseen]) expect(words).not.toContain((await lab.line(blind, card.id)).id)

  // Somebody saw it earlier: it is theirs then.
  await lab.pushScan(colleague, { checkId: blind, code: mine.rfidCode, locationId: room }, before)
  await caughtUp(phone, () => linesOf(phone, blind).length === 0)
  const other = new Cache(colleague)
  await caughtUp(other, () => linesOf(other, blind).length === 2)
  expect(linesOf(other, blind).every((row) => row.bookLocationId === null && row.seenById === colleague.userId)).toBe(true)
  expect(linesOf(phone, blind)).toEqual([])
})

test('nor does a pack, or the number of its rows, tell of it', async () => {
  await lab.card({ locationId: lab.rooms[1] })
  const id = await lab.started({ scopeLocations: [lab.rooms[1]], mode: 'blind' })
  await app.sql(
    `insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted) select $1, $2, 'checkLine', gen_random_uuid(), false from generate_series(0, ${PACK_FROM})`,
    [home.tenant, `task:${id}`],
  )
  const { data } = await pull(lab.keeper, {})
  expect(data.scopes).toContain(`task:${id}~blind`)
  expect(data.packs ?? []).toEqual([])
  for (const scope of [`task:${id}`, `task:${id}~blind`])
    expect((await lab.keeper.get('/sync/pack', { scope, entity: 'checkLine' })).success).toBe(false)
})
