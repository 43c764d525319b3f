import { describe, expect, test } from 'vitest'
import { inventoryBoard, scanBoard } from '#contract/calls/check/check-board.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'

type Inventory = AnswerOf<typeof inventoryBoard>
type Scans = AnswerOf<typeof scanBoard>

const app = await appForFile()
const lab = await checkLab(app)
const inventory = async (client: Client) => (await client.get<Inventory>(pathsOf(inventoryBoard)[0]!)).data
const scans = async (client: Client) => (await client.get<Scans>(pathsOf(scanBoard)[0]!)).data

describe('the boards of checks', () => {
  test('tell how far running checks are, by department and day, and of ended ones what they found', async () => {
    const room = await lab.room('看板间')
    const bones = await lab.card({ locationId: room })
    const inner = [
      await lab.card({ locationId: room, useDeptId: home.depts.medicine }),
      await lab.card({ locationId: room, useDeptId: home.depts.medicine }),
    ]
    const id = await lab.started({ scopeLocations: [room] })
    expect(await inventory(lab.admin)).toMatchObject({
      checks: [{ id, book: 3, counted: 0 }],
      total: { book: 3, counted: 0, depts: 2, deptsDone: 0 },
      days: [],
      closed: [],
    })
    await lab.scan(lab.keeper, id, bones.rfidCode, room)
    await lab.scan(lab.keeper, id, inner[0]!.rfidCode, lab.rooms[0])
    const surplus = await lab.scan(lab.keeper, id, 'FREMD-1', room, { way: 'reader' })
    expect(surplus.status).toBe(200)
    const board = await inventory(lab.admin)
    expect(board.total).toEqual({ book: 3, counted: 2, depts: 2, deptsDone: 1 })
    expect(board.depts.map(({ name, book, counted }) => [name, book, counted])).toEqual([
      ['内科', 2, 1],
      ['骨科', 1, 1],
    ])
    expect(board.days).toEqual([{ day: homeDay(new Date()), counted: 2 }])
    // The filters lead to the rows that the figures count.
    const listed = async (path: string, filter: Readonly<Record<string, string>> | null) =>
      (await lab.admin.get<Page>(path, { ...filter, size: '1' })).data.total
    expect(await listed('/eam/deviceapplylist/list', { ...board.filter, result: 'pending' })).toBe(1)
    expect(await listed('/eam/deviceapplylist/list', { ...board.filter, isSurplus: '0' })).toBe(3)
    expect(await listed('/eam/check-scan/list', (await scans(lab.admin)).filter)).toBe(3)
    // Results are shown for an ended check only.
    expect(JSON.stringify({ ...board, closed: [] })).not.toMatch(/deficient|surplus|accuracy/)

    const seen = await scans(lab.admin)
    expect(seen.today).toEqual({ scans: 3, devices: 2, places: 2, people: 1 })
    expect(seen.ways.map(({ way, count }) => [way, count])).toEqual([
      ['camera', 2],
      ['reader', 1],
    ])
    expect(seen.hours.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(seen.latest.map(({ deviceName, code }) => deviceName ?? code)).toEqual(['FREMD-1', inner[0]!.name, bones.name])
    expect(JSON.stringify(seen)).not.toContain(lab.keeper.userId)

    const withdrawn = await lab.keeper.post('/eam/eventtypecheck/remove', { ids: [surplus.data.id] })
    expect(withdrawn).toMatchObject({ status: 200 })
    expect((await scans(lab.admin)).today.scans).toBe(2)
    expect(await listed('/eam/check-scan/list', (await scans(lab.admin)).filter)).toBe(2)

    expect(await lab.step('close', id)).toMatchObject({ status: 200 })
    const ended = await inventory(lab.admin)
    expect([ended.checks, ended.filter, ended.depts, ended.total.book]).toEqual([[], null, [], 0])
    expect(ended.closed).toMatchObject([{ id, book: 3, accuracy: 33.3, surplus: 0 }])
  })

  test('show nothing of another hospital, and need the right to see checks', async () => {
    const room = await lab.room('看板间 2')
    const card = await lab.card({ locationId: room })
    const id = await lab.started({ scopeLocations: [room] })
    await lab.scan(lab.keeper, id, card.rfidCode, room)
    const strange = await app.as('administrator', other)
    expect(await inventory(strange)).toMatchObject({ checks: [], depts: [], days: [], closed: [], total: { book: 0 } })
    expect(await scans(strange)).toMatchObject({ today: { scans: 0 }, latest: [], ways: [] })
    const viewer = await app.as('virtual')
    for (const call of [inventoryBoard, scanBoard]) expect((await viewer.get(pathsOf(call)[0]!)).status).toBe(403)
  })
})
