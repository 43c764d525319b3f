import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const path = '/eam/plc/location'
let serial = 0
const put = (level: string, parentId?: string, more = {}) =>
  admin.post(`${path}/submit`, { locationName: `${level}${++serial}`, level, parentId, ...more })
const add = async (level: string, parentId?: string, more = {}) => {
  const answer = await put(level, parentId, more)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
/** A line of places, one below the other. */
const line = async () => {
  const courtyard = await add('courtyard')
  const building = await add('building', courtyard)
  const floor = await add('floor', building)
  return { courtyard, building, floor, room: await add('room', floor) }
}
const move = (id: string, parentId: string | null) => admin.post(`${path}/submit`, { id, parentId })

/** Every path is its parent's path and its own id. */
const expectPaths = async () => {
  const wrong =
    await app.sql(`select c.id, c.path, p.path as above from location c left join location p on p.tenant_id = c.tenant_id and p.id = c.parent_id
    where c.path <> coalesce(p.path, '') || c.id || '/'`)
  expect(wrong).toEqual([])
}

interface Node {
  id: string
  parentId: string | null
  name: string
  hasChildren: boolean
  children?: Node[]
}

describe('the tree of places', () => {
  test('four levels, each below the one before it', async () => {
    const { courtyard, building, floor, room } = await line()
    const order = ['courtyard', 'building', 'floor', 'room']
    const parents = [undefined, courtyard, building, floor, room]
    for (const [at, level] of order.entries())
      for (const [below, parent] of parents.entries())
        expect((await put(level, parent)).status, `${level} below ${order[below - 1]}`).toBe(at === below ? 200 : 400)
    expect((await put('floor', courtyard)).msg).toBe('“楼层”必须建在“楼栋”之下')
    expect(await admin.post(`${path}/submit`, { id: floor, level: 'building', parentId: courtyard })).toMatchObject({
      status: 400,
      error: 'rule',
    })
    expect(await move(room, building)).toMatchObject({ status: 400, error: 'rule' })
    expect(await move(courtyard, null)).toMatchObject({ status: 200 })
  })

  test('a room has a label token, and a location its parent and department [ASSET-ENT-LOC] (deviation)', async () => {
    const { floor } = await line()
    const room = await add('room', floor, { deptId: home.depts.bones })
    const row = (await admin.get(`${path}/detail`, { id: room })).data
    expect(row).toMatchObject({ id: room, parentId: floor, deptId: home.depts.bones, deptName: '骨科', level: 'room', levelValue: '房间' })
    expect(row.qrToken).toMatch(/^[0-9a-z]{12}$/)
    expect((await admin.get<Row[]>(`${path}/getLocationByDeptId`, { deptId: home.depts.bones })).data.map((one) => one.id)).toContain(room)
  })

  test('tree, lazy-tree and lazy-list show the same places', async () => {
    const { courtyard, building, floor, room } = await line()
    const roots = (await admin.get<Node[]>(`${path}/tree`)).data
    const found = roots.find((node) => node.id === courtyard)
    expect(found?.children?.[0]?.children?.[0]?.children?.[0]).toMatchObject({ id: room, parentId: floor, hasChildren: false })
    for (const verb of ['lazy-tree', 'lazy-list']) {
      const below = async (parentId?: string) =>
        (await admin.get<Node[]>(`${path}/${verb}`, { parentId })).data.map((node) => [node.id, node.hasChildren])
      expect(await below()).toContainEqual([courtyard, true])
      expect((await below()).length).toBe(roots.length)
      expect(await below(courtyard)).toEqual([[building, true]])
      expect(await below(building)).toEqual([[floor, true]])
      expect(await below(floor)).toEqual([[room, false]])
      expect(await below(room)).toEqual([])
      expect((await admin.get(`${path}/${verb}`, { parentId: 'x' })).status).toBe(400)
    }
  })

  test('a keyword leaves in the tree what holds it and what is above it', async () => {
    const { courtyard, building, floor } = await line()
    const room = await add('room', floor, { locationName: '核磁共振室' })
    await add('room', floor)
    const other = await line()
    const found = (await admin.get<Node[]>(`${path}/tree`, { keyword: '核磁' })).data
    const ids = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => [node.id, ...ids(node.children ?? [])])
    expect(ids(found)).toEqual([courtyard, building, floor, room])
    expect(ids((await admin.get<Node[]>(`${path}/tree`, { keyword: '绝无此处' })).data)).toEqual([])
    expect(ids((await admin.get<Node[]>(`${path}/tree`)).data)).toContain(other.room)
  })

  test('a move takes the whole subtree along', async () => {
    const [from, to] = [await line(), await line()]
    expect(await move(from.building, to.courtyard)).toMatchObject({ status: 200, data: { version: 2 } })
    await expectPaths()
    const floors = (await admin.get<Node[]>(`${path}/lazy-tree`, { parentId: to.courtyard })).data.map((node) => node.id)
    expect(floors.sort()).toEqual([to.building, from.building].sort())
    const [event] = await app.sql(`select changes from audit_event where entity_id = $1 and verb = 'change'`, [from.building])
    expect(event?.changes).toMatchObject({
      parentId: { from: from.courtyard, to: to.courtyard, fromName: expect.any(String), toName: expect.any(String) },
    })
  })

  test('removal of a place with places below or with cards is refused; together with them it goes', async () => {
    const { courtyard, building, floor, room } = await line()
    expect(await admin.post(`${path}/remove?ids=${building}`)).toMatchObject({ status: 409, error: 'in_use' })
    const card = (await admin.post('/eam/device/submit', { deviceName: '病床', locationId: room })).data.id
    expect(await admin.post(`${path}/remove?ids=${courtyard},${building},${floor},${room}`)).toMatchObject({ status: 409, error: 'in_use' })
    await admin.post(`/eam/device/remove?ids=${card}`)
    expect(await admin.post(`${path}/remove?ids=${courtyard},${building},${floor},${room}`)).toMatchObject({ data: { removed: 4 } })
    expect(await put('floor', building)).toMatchObject({ status: 400, data: [{ field: 'parentId', rule: 'absent' }] })
  })
})

describe('moves without a level rule: departments', () => {
  const depts = '/blade-system/dept'
  const dept = async (deptName: string, parentId?: string) =>
    (await admin.post(`${depts}/submit`, { deptName, category: 'clinical', parentId })).data.id
  const moveDept = (id: string, parentId: string) => admin.post(`${depts}/submit`, { id, parentId })
  const wrongPaths = () =>
    app.sql(
      `select c.id from dept c left join dept p on p.tenant_id = c.tenant_id and p.id = c.parent_id where c.path <> coalesce(p.path, '') || c.id || '/'`,
    )

  test('a move below itself or below one of its own is refused', async () => {
    const a = await dept('甲')
    const b = await dept('乙', a)
    const c = await dept('丙', b)
    for (const target of [a, b, c]) expect(await moveDept(a, target)).toMatchObject({ status: 409, error: 'cycle' })
    expect(await wrongPaths()).toEqual([])
  })

  test('opposite moves at the same moment never make a cycle', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await dept('左'), await dept('右')]
      const below = [await dept('左下', a), await dept('右下', b)]
      const answers = await Promise.all([moveDept(a, below[1]!), moveDept(b, below[0]!)])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    }
    expect(await wrongPaths()).toEqual([])
  })

  test('what is added below a tree that moves meanwhile moves along', async () => {
    const [top, target] = [await dept('上'), await dept('去处')]
    const middle = await dept('中', top)
    const held = await holdWrites(app, 'dept', `new.dept_name = '迟到'`)
    const adding = dept('迟到', middle)
    await held.reached()
    const moving = moveDept(top, target)
    await Promise.race([moving, wait(300)])
    await held.release()
    expect((await moving).status).toBe(200)
    expect(await adding).toEqual(expect.any(String))
    expect(await wrongPaths()).toEqual([])
  })
})

describe('floors and rooms of a building in one call', () => {
  const build = (id: string, floor: unknown, room: unknown) =>
    admin.post<{ floors: number; rooms: number }>(`${path}/storiedBuilding`, { id, floor, room })
  const building = async () => add('building', await add('courtyard'))
  const below = async (id: string) =>
    (
      await app.sql(
        `select l.level, l.qr_token, l.location_name from location l join location b on b.id = $1 and l.path like b.path || '_%'`,
        [id],
      )
    ).map((row) => row as { level: string; qr_token: string | null; location_name: string })

  test('3 floors of 10 rooms make 30 rooms, each with a label', async () => {
    const id = await building()
    expect(await build(id, 3, 10)).toMatchObject({ status: 200, data: { floors: 3, rooms: 30 } })
    const made = await below(id)
    expect(
      made
        .filter((row) => row.level === 'floor')
        .map((row) => row.location_name)
        .sort(),
    ).toEqual(['1层', '2层', '3层'])
    const rooms = made.filter((row) => row.level === 'room')
    expect(rooms).toHaveLength(30)
    expect(new Set(rooms.map((row) => row.qr_token)).size).toBe(30)
    expect(rooms.map((row) => row.location_name)).toContain('310')
    await expectPaths()
    expect((await admin.get<Page>(`${path}/list`, { keyword: '310' })).data.total).toBeGreaterThan(0)
  })

  test('a second call, another level or wrong numbers leave nothing', async () => {
    const id = await building()
    await build(id, 2, 2)
    expect(await build(id, 1, 1)).toMatchObject({ status: 400, error: 'rule' })
    expect(await below(id)).toHaveLength(6)
    const { floor, courtyard, building: other } = await line()
    for (const wrong of [floor, courtyard, other]) expect(await build(wrong, 1, 1)).toMatchObject({ status: 400 })
    const empty = await building()
    for (const [floors, rooms] of [
      [0, 1],
      [1, 0],
      [121, 1],
      [1, 201],
      ['x', 1],
      [null, 1],
    ])
      expect((await build(empty, floors, rooms)).status).toBe(400)
    expect((await build('01900000-0000-7000-8000-0000000000ff', 1, 1)).status).toBe(404)
    expect(await below(empty)).toEqual([])
  })

  test('two calls at the same moment build once', async () => {
    const id = await building()
    const answers = await Promise.all([build(id, 2, 3), build(id, 2, 3), build(id, 2, 3)])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400, 400])
    expect(await below(id)).toHaveLength(8)
  })

  test('when the last room fails, no floor stays', async () => {
    const id = await building()
    await app.sql(`create function refuse_room() returns trigger language plpgsql as $$ begin
      if new.level = 'room' and new.location_name = '404' then raise exception 'no room 404'; end if; return new; end $$`)
    await app.sql('create trigger refuse_room before insert on location for each row execute function refuse_room()')
    expect(await build(id, 4, 4)).toMatchObject({ status: 500, error: 'unknown' })
    await app.sql('drop trigger refuse_room on location')
    expect(await below(id)).toEqual([])
    expect(await app.sql(`select 1 from audit_event where entity_id = $1 and verb = 'storiedBuilding'`, [id])).toEqual([])
    expect((await build(id, 4, 4)).data).toEqual({ floors: 4, rooms: 16 })
  })
})
