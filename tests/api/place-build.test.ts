import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)

const url = '/eam/plc/location'
const total = async () => (await admin.get<Page>(`${url}/list`, { size: 1 })).data.total
const below = async (parentId: string) => (await admin.get<Row[]>(`${url}/lazy-tree`, { parentId })).data
const names = async (parentId: string) => (await below(parentId)).map((row) => row.name)
const courtyard = async (body: object) =>
  admin.post<Row & { buildings: number; floors: number; rooms: number }>(`${url}/create-courtyard`, body)

describe('places', () => {
  test('a courtyard is made with its buildings, floors and rooms, each with its full name, department and label', async () => {
    const made = await courtyard({
      locationName: '东院',
      deptId: home.depts.surgery,
      buildings: [{ locationName: '门诊楼', floor: 2, room: 3 }, { locationName: '配电房' }],
    })
    expect([made.msg, made.data]).toMatchObject(['操作成功', { buildings: 2, floors: 2, rooms: 6 }])
    const [clinic] = await below(made.data.id)
    const [first] = await below(clinic!.id)
    const rooms = await below(first!.id)
    expect(rooms.map((row) => row.name)).toEqual(['101', '102', '103'])
    expect((await admin.get(`${url}/detail`, { id: rooms[0]!.id })).data).toMatchObject({
      fullName: '门诊楼 1层 101',
      level: 'room',
      deptId: home.depts.surgery,
      qrToken: expect.stringMatching(/^[0-9a-z]{12}$/),
    })
    expect((await stranger.get<Page>(`${url}/list`)).data.total).toBe(0)
  })

  test('nothing of a courtyard stays when one part of it is wrong', async () => {
    const before = await total()
    for (const buildings of [
      [{ locationName: '甲' }, { locationName: '甲' }],
      [{ locationName: '乙', floor: 121 }],
      [{ floor: 2 }],
      [{ locationName: '丙', floor: 120, room: 200 }],
    ])
      expect((await courtyard({ locationName: '西院', buildings })).status).toBeGreaterThanOrEqual(400)
    expect((await courtyard({ buildings: [] })).status).toBe(400)
    expect(await total()).toBe(before)
  })

  test('a building is saved with named floors and rooms, and furnished further; what stands stays', async () => {
    const parentId = (await courtyard({ locationName: '南院' })).data.id
    const save = (body: object) => admin.post<Row & { floors: number; rooms: number }>(`${url}/submit-building`, body)
    const made = await save({
      parentId,
      locationName: '住院楼',
      floors: [
        { locationName: '地下一层', rooms: '太平间，库房' },
        { locationName: '1层', rooms: '101\n102' },
      ],
    })
    expect([made.msg, made.data]).toMatchObject(['操作成功', { floors: 2, rooms: 4 }])
    const more = await save({ id: made.data.id, floors: [{ locationName: '1层', rooms: '102,103' }, { locationName: '2层' }] })
    expect([more.msg, more.data]).toMatchObject(['操作成功', { floors: 1, rooms: 1 }])
    expect(await names(made.data.id)).toEqual(['地下一层', '1层', '2层'])
    const floor = (await below(made.data.id))[1]!
    expect(await names(floor.id)).toEqual(['101', '102', '103'])
    const before = await total()
    for (const body of [
      { id: made.data.id, floors: [{ locationName: '3层', rooms: '301,301' }] },
      { id: made.data.id, floors: [{ locationName: '4层' }, { locationName: '4层' }] },
      { locationName: '无院', floors: [] },
      { parentId, floors: [] },
      { parentId: made.data.id, locationName: '楼中楼' },
      { id: floor.id, floors: [] },
    ])
      expect((await save(body)).status).toBeGreaterThanOrEqual(400)
    expect(await total()).toBe(before)
    expect((await stranger.post(`${url}/submit-building`, { id: made.data.id, floors: [{ locationName: '9层' }] })).status).toBe(404)
  })

  test('rooms are added to a floor or to every floor, and their numbers go on', async () => {
    const made = await courtyard({ locationName: '北院', buildings: [{ locationName: '行政楼', floor: 2, room: 2 }] })
    const [block] = await below(made.data.id)
    const [first, second] = await below(block!.id)
    const add = (id: string, room: number) => admin.post<{ rooms: number }>(`${url}/room-building`, { id, room })
    expect((await add(first!.id, 2)).data).toEqual({ rooms: 2 })
    expect(await names(first!.id)).toEqual(['101', '102', '103', '104'])
    expect((await add(block!.id, 1)).data).toEqual({ rooms: 2 })
    expect(await names(second!.id)).toEqual(['201', '202', '203'])
    expect((await add(made.data.id, 1)).status).toBe(400)
    expect((await add(first!.id, 0)).status).toBe(400)
  })

  test('a moved building takes its floors and rooms along, and not below itself', async () => {
    const [from, to] = [
      await courtyard({ locationName: '老院', buildings: [{ locationName: '检验楼', floor: 1, room: 1 }] }),
      await courtyard({ locationName: '新院' }),
    ]
    const [block] = await below(from.data.id)
    expect((await admin.post(`${url}/submit`, { id: block!.id, parentId: to.data.id, locationName: '检验中心' })).status).toBe(200)
    expect(await names(to.data.id)).toEqual(['检验中心'])
    const [floor] = await below(block!.id)
    const [room] = await below(floor!.id)
    expect((await admin.get(`${url}/detail`, { id: room!.id })).data.fullName).toBe('检验中心 1层 101')
    expect((await admin.post(`${url}/submit`, { id: block!.id, parentId: room!.id })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('an area', () => {
  test('holds places of one courtyard, under either address', async () => {
    const made = await courtyard({ locationName: '中院', buildings: [{ locationName: '手术楼', floor: 1, room: 2 }] })
    const elsewhere = (await courtyard({ locationName: '分院' })).data.id
    const [block] = await below(made.data.id)
    const create = (body: object) => admin.post(`${url}/create-area`, body)
    const area = await create({ areaName: '手术部', courtyardId: made.data.id, places: [block!.id], deptId: home.depts.surgery })
    expect(area.status, area.msg).toBe(200)
    expect((await admin.get('/eam/plc/arealarger/detail', { id: area.data.id })).data).toMatchObject({
      courtyardName: '中院',
      placesName: '手术楼',
      deptName: '外科',
    })
    expect((await create({ areaName: '错', courtyardId: elsewhere, places: [block!.id] })).msg).toBe('“手术楼”不在所选院区内')
    expect((await create({ areaName: '错', courtyardId: block!.id })).msg).toBe('区域应选择院区')
    expect((await create({ areaName: '手术部' })).status).toBe(409)
    expect((await admin.post(`${url}/remove?ids=${block!.id}`)).status).toBe(409)
    expect((await stranger.get('/eam/plc/arealarger/detail', { id: area.data.id })).status).toBe(404)
  })
})
