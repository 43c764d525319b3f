import { beforeAll, describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, verified } from '#tests/harness/imports.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const stranger = await app.as('administrator', other)
const path = '/eam/device-set'
let made = 0

const ok = <T>(answer: Answer<T>): T => {
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200])
  return answer.data
}
const card = async (more: object = {}): Promise<string> =>
  ok(await admin.post('/eam/device/submit', { deviceName: `抢救车设备${++made}`, useDeptId: home.depts.bones, ...more })).id
const draft = (devices: readonly string[], more: object = {}) => ({
  setName: `抢救车${++made}`,
  deptId: home.depts.bones,
  members: devices.map((deviceId) => ({ deviceId })),
  ...more,
})
const set = async (devices: readonly string[], more: object = {}): Promise<string> =>
  ok(await manager.post(`${path}/submit`, draft(devices, more))).id
const save = (id: string, more: object, by: Client = manager) => by.post<Row>(`${path}/submit`, { id, ...more })
const detail = async (id: string): Promise<Row & { members: Row[] }> =>
  ok(await manager.get(`${path}/detail`, { id })) as unknown as Row & { members: Row[] }
const members = async (id: string): Promise<unknown[]> => (await detail(id)).members.map(({ deviceId }) => deviceId)
const device = async (id: string): Promise<Row> => ok(await manager.get<Row>('/eam/device/detail', { id }))
const history = async (of: string, id: string): Promise<string[]> =>
  ok(await manager.get<Page>(`${of}/history`, { id })).records.map(({ showContent }) => String(showContent))
const notices = async (by: Client): Promise<string[]> =>
  ok(await by.get<Page>('/osm/notice/list', { size: '50' })).records.flatMap(({ kind, subject }) =>
    kind === 'set_device_left' ? [String(subject)] : [],
  )

describe('members', () => {
  test('have joined today, and their cards name the set', async () => {
    const [one, two] = [await card(), await card()]
    const id = await set([one, two])
    const saved = await detail(id)
    expect(saved).toMatchObject({ memberCount: 2, setNo: expect.stringMatching(/^TZ-\d{4}-\d{4}$/) })
    expect(saved.members.map(({ since, deviceCode }) => [since, deviceCode])).toEqual(
      await Promise.all([one, two].map(async (it) => [homeDay(new Date()), (await device(it)).deviceCode])),
    )
    expect(await device(one)).toMatchObject({ deviceSetId: id, deviceSetName: saved.setName })
    const listed = ok(await manager.get<Page>('/eam/device/list', { deviceSetId: id }))
    expect(listed.records.map((row) => row.id).sort()).toEqual([one, two].sort())
    // Taken out, the card says so, and the set keeps in its history who was in it.
    ok(await save(id, { version: saved.version, members: [{ deviceId: two }] }))
    expect((await device(one)).deviceSetId ?? null).toBeNull()
    expect((await history(path, id)).join()).toContain(String(saved.members[0]!.deviceCode))
    expect((await history('/eam/device', one)).join()).toContain(String(saved.setName))
  })

  test('are in one set at a time, of one department, and not gone', async () => {
    const one = await card()
    const id = await set([one])
    const second = await manager.post(`${path}/submit`, draft([one]))
    expect([second.status, second.msg]).toEqual([400, expect.stringContaining('请先从该套组移出')])
    const foreign = await manager.post(`${path}/submit`, draft([await card({ useDeptId: home.depts.medicine })]))
    expect([foreign.status, foreign.msg]).toEqual([400, expect.stringContaining('使用科室与套组不同')])
    const moved = await save(id, { deptId: home.depts.medicine })
    expect([moved.status, moved.msg]).toEqual([400, expect.stringContaining('请先移出再更换科室')])
    const idle = await save(id, { isInactive: 1 })
    expect([idle.status, idle.msg]).toEqual([400, expect.stringContaining('停用套组前请先移出')])
    ok(await save(id, { isInactive: 1, members: [] }))
    expect(await members(await set([one]))).toEqual([one])
  })

  test('of two sets at once go into one', async () => {
    const one = await card()
    const answers = await Promise.all([1, 2].map(() => manager.post(`${path}/submit`, draft([one]))))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(await app.sql('select 1 from device_set_member where device_id = $1', [one])).toHaveLength(1)
  })

  test('are free when the set is removed', async () => {
    const one = await card()
    const id = await set([one])
    ok(await manager.post(`${path}/remove`, { ids: id }))
    expect((await device(one)).deviceSetId ?? null).toBeNull()
    expect(await members(await set([one]))).toEqual([one])
  })
})

describe('a member leaves by itself', () => {
  test('when its card goes to another department; the keeper is told', async () => {
    const [one, two] = [await card(), await card()]
    const id = await set([one, two], { keeperId: home.users.keeper })
    ok(await admin.post('/eam/device/submit', { id: one, useDeptId: home.depts.medicine, changeKind: 'change' }))
    expect(await members(id)).toEqual([two])
    expect(await detail(id)).toMatchObject({ memberCount: 1 })
    expect((await device(one)).deviceSetId ?? null).toBeNull()
    expect((await notices(await app.as('keeper'))).join()).toContain((await detail(id)).setName as string)
  })

  test('when it is disposed of', async () => {
    const one = await card()
    await app.sql(`update device set filing_status = 'filed' where id = $1`, [one])
    const id = await set([one])
    expect(await raise(app, admin, deviceState, 'applyDisposal', one)).toEqual(expect.any(Number))
    expect(await members(id)).toEqual([one])
    expect(await raise(app, admin, deviceState, 'dispose', one)).toEqual(expect.any(Number))
    expect(await members(id)).toEqual([])
    const gone = await manager.post(`${path}/submit`, draft([one]))
    expect([gone.status, gone.msg]).toEqual([400, expect.stringContaining('已处置')])
  })

  test('when it is split', async () => {
    const one = await card({ originalValue: '100.00' })
    await app.sql(`update device set filing_status = 'filed' where id = $1`, [one])
    const id = await set([one])
    ok(await manager.post('/eam/device-split/split', { id: one, parts: [{ value: '40.00' }], reason: '分开管理' }))
    expect(await members(id)).toEqual([])
  })

  test('when a check posts it into another department', async () => {
    const lab = await checkLab(app)
    const { id: one } = await lab.card({ locationId: lab.rooms[0] })
    const id = await set([one])
    const checkId = await lab.started({ scopeDepts: [home.depts.bones] })
    ok(await lab.scan(admin, checkId, String((await device(one)).rfidCode), lab.rooms[2]))
    for (const dept of await lab.depts(checkId)) {
      ok(await lab.step('finish', String(dept.id)))
      ok(await admin.post('/eam/check/real-submit', { id: String(dept.id) }))
    }
    expect((await device(one)).useDeptId).toBe(home.depts.medicine)
    expect(await members(id)).toEqual([])
  })

  test('not when departments are merged: set and members go together', async () => {
    const dept = ok(await admin.post('/blade-system/dept/submit', { deptName: `并入科${++made}` })).id
    const one = await card({ useDeptId: dept })
    const id = await set([one], { deptId: dept })
    ok(await admin.post('/blade-system/dept/reorganize', { deptId: dept, kind: 'merge', toId: home.depts.medicine }))
    expect(await detail(id)).toMatchObject({ deptId: home.depts.medicine, memberCount: 1 })
    expect(await members(id)).toEqual([one])
  })
})

describe('who sees sets', () => {
  let id = ''
  beforeAll(async () => {
    id = await set([await card({ useDeptId: home.depts.medicine })], { deptId: home.depts.medicine })
  })

  test('no one of another hospital', async () => {
    expect((await stranger.get(`${path}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${path}/submit`, { id, setName: '别家' })).status).toBe(404)
    expect(ok(await stranger.get<Page>(`${path}/list`)).records).toEqual([])
    expect(ok(await stranger.get<Page>('/eam/device-set-member/list')).records).toEqual([])
  })

  test('those whose scope covers its department', async () => {
    const lab = await peopleLab(app, () => admin)
    const { client: outside } = await lab.settled('keeper')
    expect((await outside.get(`${path}/detail`, { id })).status).toBe(404)
    const refused = await outside.post(`${path}/submit`, draft([], { deptId: home.depts.medicine }))
    expect(refused.status).not.toBe(200)
  })

  test('writing needs its right', async () => {
    expect((await engineer.post(`${path}/submit`, draft([]))).status).toBe(403)
  })
})

test('a list of sets travels to another hospital by asset numbers', async () => {
  const [one, two] = [await card({ deviceName: '同名泵' }), await card({ deviceName: '同名泵' })]
  const id = await set([one, two], { setName: '往返抢救车' })
  const { bytes } = await manager.file(`${path}/export`, { lines: '1', setName: '往返抢救车' })
  ok(await manager.post(`${path}/remove`, { ids: id }))
  const job = await verified(app, manager, 'deviceSet', bytes)
  expect(job, String(job.note)).toMatchObject({ status: 'verified', faultyCount: 0 })
  const done = await begin(manager, 'deviceSet', 'write', { id: job.id })
  expect(done, String(done.note)).toMatchObject({ status: 'done' })
  const [back] = ok(await manager.get<Page>(`${path}/list`, { setName: '往返抢救车' })).records
  expect(await members(String(back!.id))).toEqual([one, two])
  expect((await sheetOf(manager, `${path}/export`, { setName: '往返抢救车' })).rows).toHaveLength(1)
})
