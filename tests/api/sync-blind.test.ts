import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { type BlindCodes, HASH_BYTES } from '#contract/sync/sync-blind.ts'
import { BUNDLE_FROM } from '#contract/sync/sync-bundle.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache, pull } from '#tests/harness/ops.ts'

const app = await appForFile()
const lab = await checkLab(app)
const colleague = await app.as('engineer')

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

  // Another person saw it a millisecond earlier, so the line belongs to them.
  const before = new Date(Date.parse(String(line.seenAt)) - 1)
  await lab.pushScan(colleague, { checkId: blind, code: mine.rfidCode, locationId: room }, before.toISOString())
  await caughtUp(phone, () => linesOf(phone, blind).length === 0)
  const other = new Cache(colleague)
  await caughtUp(other, () => linesOf(other, blind).length === 2)
  expect(linesOf(other, blind).every((row) => row.bookLocationId === null && row.seenById === colleague.userId)).toBe(true)
  expect(linesOf(phone, blind)).toEqual([])
})

test('nor does a pack, or the number of its rows, reveal it', async () => {
  await lab.card({ locationId: lab.rooms[1] })
  const id = await lab.started({ scopeLocations: [lab.rooms[1]], mode: 'blind' })
  await app.sql(
    `insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted) select $1, $2, 'checkLine', gen_random_uuid(), false from generate_series(0, ${BUNDLE_FROM})`,
    [home.tenant, `task:${id}`],
  )
  const { data } = await pull(lab.keeper, {})
  expect(data.scopes).toContain(`task:${id}~blind`)
  expect(data.packs ?? []).toEqual([])
  for (const scope of [`task:${id}`, `task:${id}~blind`])
    expect((await lab.keeper.get('/sync/pack', { scope, entity: 'checkLine' })).success).toBe(false)
})

describe('the hashed codes of a blind check', () => {
  const ask = (client: Client, check: string, stamp?: string) => client.get<BlindCodes>('/sync/blind-codes', { check, stamp })
  const hashOf = (salt: string, code: string): string =>
    createHash('sha256').update(Buffer.from(salt, 'hex')).update(codeKey(code)).digest().subarray(0, HASH_BYTES).toString('hex')
  /** The hashes of a list, those of one card together. */
  const groupsOf = ({ codes = '' }: BlindCodes): string[][] => {
    const bytes = Buffer.from(codes, 'base64')
    const groups: string[][] = []
    for (let at = 0; at < bytes.length; ) {
      const count = bytes[at]!
      groups.push(Array.from({ length: count }, (_, n) => bytes.toString('hex', at + 1 + n * HASH_BYTES, at + 1 + (n + 1) * HASH_BYTES)))
      at += 1 + count * HASH_BYTES
    }
    return groups
  }

  test('are of every card of the register, so that neither membership nor size nor order reveals the book', async () => {
    const room = await lab.room(`摘${v7().slice(-6)}`)
    const [onBook, elsewhere] = [await lab.card({ locationId: room, sn: ' sn-x1 ' }), await lab.card({ useDeptId: home.depts.medicine })]
    const [one, two] = [
      await lab.started({ scopeLocations: [room], mode: 'blind' }),
      await lab.started({ scopeDepts: [home.depts.medicine], mode: 'blind' }),
    ]
    const [first, second] = [(await ask(lab.keeper, one)).data, (await ask(lab.keeper, two)).data]
    expect(first.salt).toMatch(/^[0-9a-f]{32}$/)
    expect(first.salt).not.toBe(second.salt)
    const [{ cards } = {}] = await app.sql('select count(*)::int as cards from device where tenant_id = $1 and not is_deleted', [
      home.tenant,
    ])
    for (const list of [first, second]) {
      const groups = groupsOf(list)
      expect(groups).toHaveLength(Number(cards))
      const heads = groups.map(([head]) => head)
      expect(heads).toEqual([...heads].sort())
      for (const { id } of [onBook, elsewhere]) {
        const { qrToken, rfidCode, deviceCode } = await lab.device(id)
        const wanted = [qrToken, rfidCode, deviceCode].map((code) => hashOf(list.salt, String(code).toLowerCase()))
        expect(groups.filter((group) => wanted.every((hash) => group.includes(hash)))).toHaveLength(1)
      }
    }
    // No hash of one list stands in the other.
    const all = new Set(groupsOf(first).flat())
    expect(
      groupsOf(second)
        .flat()
        .filter((hash) => all.has(hash)),
    ).toEqual([])
  })

  test('come again only when the register has changed', async () => {
    const check = await lab.started({ scopeLocations: [lab.rooms[0]], mode: 'blind' })
    const { stamp } = (await ask(lab.keeper, check)).data
    expect((await ask(lab.keeper, check, stamp)).data).not.toHaveProperty('codes')
    const { rfidCode } = await lab.card()
    const { salt, ...next } = (await ask(lab.keeper, check, stamp)).data
    expect(groupsOf({ salt, ...next }).flat()).toContain(hashOf(salt, rfidCode))
  })

  test('are for the members of that check alone', async () => {
    const blind = await lab.started({ scopeLocations: [lab.rooms[0]], mode: 'blind' })
    const open = await lab.started({ scopeLocations: [lab.rooms[0]] })
    expect((await ask(lab.keeper, blind)).success).toBe(true)
    expect((await ask(lab.keeper, open)).status).toBe(403)
    expect((await ask(colleague, blind)).status).toBe(403)
    expect((await ask(await app.as('administrator', other), blind)).status).toBe(403)
    await app.sql('delete from check_member where tenant_id = $1 and check_id = $2', [home.tenant, blind])
    expect((await ask(lab.keeper, blind)).status).toBe(403)
  })
})

test('the ids of the lines of a blind check follow no order', async () => {
  const room = await lab.room(`序${v7().slice(-6)}`)
  for (let n = 0; n < 4; n++) await lab.card({ locationId: room })
  const idsOf = async (mode: string) => (await lab.lines(await lab.started({ scopeLocations: [room], mode }))).map(({ id }) => String(id))
  expect(new Set((await idsOf('open')).map((id) => id.slice(0, 28))).size).toBe(1)
  expect((await idsOf('blind')).every((id) => id[14] === '4')).toBe(true)
})
