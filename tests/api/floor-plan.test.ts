import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { photo, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)

const path = '/eam/plc/floor-plan'
let serial = 0

const add = async (client: Client, level: string, parentId?: string): Promise<string> => {
  const answer = await client.post('/eam/plc/location/submit', { locationName: `${level}${++serial}`, level, parentId })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
/** A floor with two rooms. */
const floorOf = async (client: Client) => {
  const building = await add(client, 'building', await add(client, 'courtyard'))
  const floor = await add(client, 'floor', building)
  return { building, floor, rooms: [await add(client, 'room', floor), await add(client, 'room', floor)] as const }
}
const picture = async (client: Client, bytes?: Buffer): Promise<string> => {
  const file = upload(bytes ?? (await photo(40, 30)))
  await send(app, client, file)
  return file.id
}
const square = '0.1,0.1 0.4,0.1 0.4,0.4 0.1,0.4'
const next = '0.5,0.1 0.9,0.1 0.9,0.4 0.5,0.4'

/** A floor with a plan on which the first room is drawn. */
const planOf = async (client = admin) => {
  const place = await floorOf(client)
  const saved = await client.post(`${path}/submit`, {
    floorId: place.floor,
    picture: [await picture(client)],
    rooms: [{ roomId: place.rooms[0], outline: square }],
  })
  expect(saved.status, saved.msg).toBe(200)
  return { ...place, id: saved.data.id, version: saved.data.version }
}
const viewed = (client: Client, locationId: string) => client.get<AnswerOf<typeof floorPlanView>>(`${path}/view`, { locationId })
const drawn = async (locationId: string) =>
  (await viewed(admin, locationId)).data.rooms.filter(({ outline }) => outline).map(({ id, outline }) => [id, outline])
const lines = async (id: string) => (await admin.get<{ rooms: Row[] }>(`${path}/detail`, { id })).data.rooms
const draw = (id: string, rooms: object[], more = {}) => admin.post(`${path}/submit`, { id, rooms, ...more })

describe('the plan of a floor', () => {
  test('shows its rooms with how many devices the person may see, to a room as to the floor [ASSET-ENT-LOC]', async () => {
    const { floor, rooms, id } = await planOf()
    const card = (deptId: string, deviceName: string) =>
      admin.post('/eam/device/submit', { deviceName, useDeptId: deptId, locationId: rooms[0] })
    for (const answer of [await card(home.depts.bones, '监护仪'), await card(home.depts.medicine, '除颤仪')])
      expect(answer.status).toBe(200)
    const seen = (await viewed(admin, floor)).data
    expect(seen.plan).toMatchObject({ id, version: 1 })
    expect(seen.rooms).toEqual([
      {
        id: rooms[0],
        name: expect.any(String),
        drawnId: expect.any(String),
        outline: square,
        devices: [{ state: expect.any(String), count: 2 }],
      },
      { id: rooms[1], name: expect.any(String), drawnId: null, outline: null, devices: [] },
    ])
    expect((await viewed(admin, rooms[1])).data).toEqual(seen)
    // The keeper stands above 骨科 and not above 内科.
    expect((await viewed(keeper, floor)).data.rooms[0]?.devices).toMatchObject([{ count: 1 }])
    expect((await keeper.file(`/file/${seen.plan!.picture}`)).status).toBe(200)
  })

  test('counts neither what was disposed of nor what the person does not see [ASSET-ENT-LOC]', async () => {
    const { floor, rooms } = await planOf()
    const add = async (deptId: string, room: string): Promise<string> => {
      const answer = await admin.post('/eam/device/submit', { deviceName: `输液泵${++serial}`, useDeptId: deptId, locationId: room })
      expect(answer.status, answer.msg).toBe(200)
      return answer.data.id
    }
    const [gone] = [await add(home.depts.bones, rooms[0]), await add(home.depts.bones, rooms[0])]
    await add(home.depts.medicine, rooms[1])
    const counted = async (client: Client) => {
      const { data } = await viewed(client, floor)
      return rooms.map((id) => data.rooms.find((room) => room.id === id)!.devices!.reduce((sum, { count }) => sum + count, 0))
    }
    expect(await counted(admin)).toEqual([2, 1])
    for (const name of ['receive', 'applyDisposal', 'dispose'])
      expect(await raise(app, admin, deviceState, name, gone)).toEqual(expect.any(Number))
    expect(await counted(admin)).toEqual([1, 1])
    // The keeper stands above 骨科 and not above 内科: all devices of the second room are out of sight.
    expect(await counted(keeper)).toEqual([1, 0])
  })

  test('is not drawn by who may only look, and is asked for by who has no right at all in vain', async () => {
    const { id, rooms } = await planOf()
    expect((await keeper.post(`${path}/submit`, { id, rooms: [{ roomId: rooms[1], outline: next }] })).status).toBe(403)
    expect((await keeper.post(`${path}/remove?ids=${id}`)).status).toBe(403)
    expect((await viewed(keeper, rooms[0])).status).toBe(200)
    expect(await viewed(admin, id)).toMatchObject({ status: 404, error: 'not_found' })
  })

  test('keeps its rooms when the picture is replaced, and tells it in its history', async () => {
    const { id, floor } = await planOf()
    const fresh = await picture(admin)
    expect(await admin.post(`${path}/submit`, { id, version: 1, picture: [fresh] })).toMatchObject({ status: 200, data: { version: 2 } })
    expect((await viewed(admin, floor)).data.plan).toMatchObject({ picture: fresh, version: 2 })
    expect(await drawn(floor)).toHaveLength(1)
    expect((await admin.get<Page>(`${path}/history`, { id })).data.total).toBe(2)
  })

  test('takes pictures alone: JPEG, PNG and WebP, no PDF and no GIF', async () => {
    const { floor } = await floorOf(admin)
    const put = async (bytes: Buffer) => admin.post(`${path}/submit`, { floorId: floor, picture: [await picture(admin, bytes)] })
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#446' } })
    for (const bytes of [Buffer.from('%PDF-1.7 a plan of a floor'), await image.clone().gif().toBuffer()])
      expect(await put(bytes)).toMatchObject({ status: 400, error: 'rule', msg: '只能上传jpg、png、webp文件' })
    expect((await admin.post(`${path}/submit`, { floorId: floor })).status).toBe(400)
    const saved = await put(await image.clone().webp().toBuffer())
    expect(saved.status, saved.msg).toBe(200)
    expect((await put(await image.clone().png().toBuffer())).msg).toBe('该楼层已有平面图，请刷新后修改')
    expect(
      (await admin.post(`${path}/submit`, { id: saved.data.id, picture: [await picture(admin, await image.clone().png().toBuffer())] }))
        .status,
    ).toBe(200)
  })

  test('belongs to a floor and stays with it', async () => {
    const { building, id } = await planOf()
    const another = await floorOf(admin)
    expect(await admin.post(`${path}/submit`, { floorId: building, picture: [await picture(admin)] })).toMatchObject({
      status: 400,
      msg: '只有楼层可以有平面图',
    })
    expect((await admin.post(`${path}/submit`, { id, floorId: another.floor })).msg).toBe('平面图不能改到其他楼层，请在该楼层新建平面图')
  })
})

describe('rooms on a plan', () => {
  const ring = (count: number): string =>
    Array.from({ length: count }, (_, index) => {
      const angle = (2 * Math.PI * index) / count
      return `${(0.5 + 0.4 * Math.cos(angle)).toFixed(4)},${(0.5 + 0.4 * Math.sin(angle)).toFixed(4)}`
    }).join(' ')

  test.each([
    ['self-crossing', '0.1,0.1 0.4,0.4 0.4,0.1 0.1,0.4', '的边不能相交'],
    ['folded back on itself', '0.1,0.1 0.4,0.1 0.2,0.1', '的边不能相交'],
    ['twice at one point', '0.1,0.1 0.4,0.1 0.4,0.1 0.1,0.4', '的边不能相交'],
    ['of two points', '0.1,0.1 0.4,0.1', '至少要有 3 个点'],
    ['of 51 points', ring(51), '最多 50 个点'],
    ['outside of the picture', '0.1,0.1 1.4,0.1 0.4,0.4', '须由 0 到 1 之间的坐标组成'],
    ['with a sign', '-0.1,0.1 0.4,0.1 0.4,0.4', '须由 0 到 1 之间的坐标组成'],
    ['of words', '<svg onload=alert(1)>', '须由 0 到 1 之间的坐标组成'],
    ['without numbers', 'NaN,0 0,NaN 1,1', '须由 0 到 1 之间的坐标组成'],
  ])('an outline %s is refused with a sentence and changes nothing', async (_, outline, said) => {
    const { id, floor, rooms } = await planOf()
    const answer = await draw(id, [...(await lines(id)).map(({ id: line }) => ({ id: line })), { roomId: rooms[1], outline }])
    expect(answer).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining(said) })
    expect(await drawn(floor)).toEqual([[rooms[0], square]])
    expect((await viewed(admin, floor)).data.plan?.version).toBe(1)
  })

  test('an outline has fifty points at most', async () => {
    const { id, floor, rooms } = await planOf()
    expect((await draw(id, [{ roomId: rooms[1], outline: ring(50) }])).status).toBe(200)
    expect(await drawn(floor)).toEqual([[rooms[1], ring(50)]])
  })

  test('are those of its floor, once each', async () => {
    const [one, another] = [await planOf(), await planOf()]
    const foreign = await floorOf(stranger)
    const stays = { id: (await lines(one.id))[0]!.id }
    expect((await draw(one.id, [stays, { roomId: another.rooms[1], outline: next }])).msg).toMatch('不是该楼层的房间')
    expect((await draw(one.id, [stays, { roomId: one.floor, outline: next }])).msg).toMatch('不是该楼层的房间')
    expect(await draw(one.id, [stays, { roomId: foreign.rooms[0], outline: next }])).toMatchObject({
      status: 400,
      msg: expect.stringMatching('不是该楼层的房间'),
    })
    expect((await draw(one.id, [stays, { roomId: one.rooms[0], outline: next }])).status).toBe(400)
    const [line] = await lines(another.id)
    expect((await draw(one.id, [stays, { id: line!.id, outline: next }])).status).toBeGreaterThanOrEqual(400)
    expect(await drawn(one.floor)).toEqual([[one.rooms[0], square]])
    expect(await drawn(another.floor)).toEqual([[another.rooms[0], square]])
  })

  test('of another hospital are neither seen nor changed', async () => {
    const { id, floor } = await planOf()
    expect((await viewed(stranger, floor)).status).toBe(404)
    expect((await stranger.get(`${path}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${path}/submit`, { id, rooms: [] })).status).toBe(404)
    expect((await stranger.post(`${path}/remove?ids=${id}`)).status).toBe(404)
    expect((await stranger.get<Page>(`${path}/list`)).data.total).toBe(0)
    const { picture: file } = (await viewed(admin, floor)).data.plan!
    expect((await stranger.file(`/file/${file}`)).status).toBe(404)
    const own = await floorOf(stranger)
    expect((await stranger.post(`${path}/submit`, { floorId: own.floor, picture: [file] })).status).toBe(400)
    expect((await stranger.post(`${path}/submit`, { floorId: floor, picture: [await picture(stranger)] })).status).toBe(400)
    expect(await drawn(floor)).toHaveLength(1)
  })

  test('two people who draw at once: one wins, the other is told who', async () => {
    const { id, floor, rooms } = await planOf()
    const both = await Promise.all([square, next].map((outline) => draw(id, [{ roomId: rooms[1], outline }], { version: 1 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({ error: 'stale' })
    expect(await drawn(floor)).toHaveLength(1)
  })

  test('leave the plan when they are moved or removed, with an event of the plan', async () => {
    const { id, building, floor, rooms } = await planOf()
    expect((await draw(id, [...(await lines(id)).map(({ id: line }) => ({ id: line })), { roomId: rooms[1], outline: next }])).status).toBe(
      200,
    )
    const upstairs = await add(admin, 'floor', building)
    expect((await admin.post('/eam/plc/location/submit', { id: rooms[0], parentId: upstairs })).status).toBe(200)
    expect(await drawn(floor)).toEqual([[rooms[1], next]])
    expect((await admin.post(`/eam/plc/location/remove?ids=${rooms[1]}`)).status).toBe(200)
    expect(await lines(id)).toEqual([])
    expect(await app.sql('select 1 from floor_plan_room where plan_id = $1', [id])).toEqual([])
    expect((await viewed(admin, floor)).data.plan?.version).toBe(4)
    expect((await admin.get<Page>(`${path}/history`, { id })).data.total).toBe(4)
    // A floor keeps its level while it has a plan, and takes the plan along when it goes.
    const courtyard = await add(admin, 'courtyard')
    const level = await admin.post('/eam/plc/location/submit', { id: floor, level: 'building', parentId: courtyard })
    expect(level.msg).toBe('该楼层已有平面图，请先删除平面图，再修改层级')
    expect((await admin.post(`/eam/plc/location/remove?ids=${floor}`)).status).toBe(200)
    expect((await admin.get(`${path}/detail`, { id })).status).toBe(404)
  })

  test('go with their floor when it moves to another building', async () => {
    const { floor, rooms } = await planOf()
    const to = await add(admin, 'building', await add(admin, 'courtyard'))
    expect((await admin.post('/eam/plc/location/submit', { id: floor, parentId: to })).status).toBe(200)
    expect(await drawn(floor)).toEqual([[rooms[0], square]])
  })
})
