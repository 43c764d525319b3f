import { describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const [admin, keeper, neighbour] = (await Promise.all([app.as('administrator'), app.as('keeper'), app.as('administrator', other)])) as [
  Client,
  Client,
  Client,
]
const work = repairs(app, admin)
const { bones, medicine } = home.depts
const today = homeDay(new Date())
const year = today.slice(0, 4)
const base = '/area/data-view'

const must = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const get = async <T = Row>(path: string, query: object = {}, who = admin): Promise<T> => {
  const answer = await who.get<T>(path, query as Record<string, string>)
  expect([path, answer.status, answer.msg]).toEqual([path, 200, '操作成功'])
  return answer.data
}
const idsOf = (page: Page): string[] => page.records.map((row) => row.id).sort()

describe('an area', () => {
  const place = async (locationName: string, level: string, parentId?: string): Promise<string> =>
    (await must('/eam/plc/location/submit', { locationName, level, ...(parentId && { parentId }) })).id
  const built = async () => {
    const campus = await place('东院区', 'courtyard')
    const [one, two] = [await place('一号楼', 'building', campus), await place('二号楼', 'building', campus)]
    const room = await place('1层', 'floor', one)
    const inBones = await work.card([], { locationId: room, originalValue: '1000.00' })
    const inMedicine = await work.card([], { locationId: one, useDeptId: medicine, originalValue: '250.50' })
    const outside = await work.card([], { locationId: campus, useDeptId: medicine, originalValue: '1.00' })
    return { campus, one, two, room, inBones, inMedicine, outside }
  }

  test('lists its devices with those of all places below; buildings count them with their value, as the list does', async () => {
    const all = await built()
    const at = async (locationId: string, who = admin) => idsOf(await get<Page>(`${base}/device-list`, { locationId }, who))
    expect(await at(all.campus)).toEqual([all.inBones, all.inMedicine, all.outside].sort())
    expect(await at(all.one)).toEqual([all.inBones, all.inMedicine].sort())
    expect(await at(all.two)).toEqual([])
    expect(await at(all.campus, keeper)).toEqual([all.inBones])
    const names = async (who = admin) =>
      (
        await get<{ key: string | null; name: string; count: number; amount: string }[]>('/large/screen/building-distribution', {}, who)
      ).filter(({ key }) => key === all.one || key === all.two)
    expect(await names()).toMatchObject([{ key: all.one, count: 2, amount: '1250.50' }])
    expect(await names(keeper)).toMatchObject([{ count: 1, amount: '1000.00' }])
    await app.sql("update device set eam_status = 'disposed' where id = $1", [all.inMedicine])
    expect(await names()).toMatchObject([{ count: 1, amount: '1000.00' }])
    expect(await get('/large/screen/building-distribution', {}, neighbour)).toEqual([])
    const every = await get<{ count: number }[]>('/large/screen/building-distribution')
    const [measured] = await app.sql(
      "select count(*)::int as n from device where tenant_id = $1 and not is_deleted and eam_status <> 'disposed'",
      [home.tenant],
    )
    expect(every.reduce((sum, { count }) => sum + count, 0)).toBe(measured!.n)
  })

  test('warnings have their device, are as many as the first page says, and name no device of another department', async () => {
    const [mine, theirs] = [await work.card(), await work.card(['receive'], { useDeptId: medicine })]
    for (const [deviceId, dept] of [
      [mine, bones],
      [theirs, medicine],
    ])
      await app.sql(
        `insert into maintain_order (tenant_id, id, order_no, order_state, device_id, use_dept_id, due_date)
          values ($1, gen_random_uuid(), 'BY-' || left($2, 13), 'due', $2::uuid, $3, $4)`,
        [home.tenant, deviceId, dept, daysAfter(today, -1)],
      )
    interface Warning {
      readonly kind: string
      readonly deviceId: string
    }
    const rows = async (who: Client) =>
      (await get<{ records: Warning[]; total: number }>(`${base}/warning-list-two`, { size: 200 }, who)).records
    const overdue = async (who: Client) =>
      (await rows(who)).filter(({ kind }) => kind === 'maintenance.overdue').map(({ deviceId }) => deviceId)
    expect((await overdue(admin)).sort()).toEqual([mine, theirs].sort())
    expect(await overdue(keeper)).toEqual([mine])
    for (const who of [admin, keeper, neighbour]) {
      expect(await get(`${base}/warning-list-two-count`, {}, who)).toEqual({ count: (await rows(who)).length })
      const figures = await get<{ count: number }[]>('/eam/home-page/warn-statistics', {}, who)
      const total = figures.reduce((sum, { count }) => sum + count, 0)
      expect(await get('/eam/app/device/home-warning-count', {}, who)).toEqual({ count: total })
    }
    const figures = await get<{ code: string; count: number }[]>('/eam/home-page/warn-statistics')
    expect(figures.find(({ code }) => code === 'maintenance.overdue')).toMatchObject({ count: 2 })
  })

  test('the lists of a year hold what was disposed of, done and lent in it', async () => {
    const done = await work.at('done', await work.card())
    const before = await work.at('done', await work.card())
    await app.sql('update repair_order set finished_at = $2 where id = $1', [before, `${Number(year) - 1}-06-30T12:00:00+08:00`])
    const [id, use] = [await work.card(), await work.card()]
    await app.sql(
      `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, to_dept_id, received_at)
        values ($1, gen_random_uuid(), 'JJ-1', 'borrow', 'received', $2, $3, $4, now()), ($1, gen_random_uuid(), 'JJ-2', 'transfer', 'received', $5, $3, $4, now())`,
      [home.tenant, id, bones, medicine, use],
    )
    expect((await get<Page>(`${base}/year-work-page`)).records.map((row) => row.id)).toContain(done)
    expect((await get<Page>(`${base}/year-work-page`)).records.map((row) => row.id)).not.toContain(before)
    expect(idsOf(await get<Page>(`${base}/year-work-page`, { year: Number(year) - 1 }))).toEqual([before])
    expect((await get<Page>(`${base}/year-seconded-page`)).records.map((row) => row.cardId)).toEqual([id])
    expect((await get<Page>(`${base}/year-disposal-page`)).total).toBe(0)
    expect((await admin.get(`${base}/year-work-page`, { year: '1' })).status).toBe(400)
  })
})

describe('changes of devices', () => {
  const updates = '/eam/deviceupdaterecord'
  test('are counted as their list shows them: over time, by date type, by kind and by department [SERVICE-API-5] [SERVICE-API-6]', async () => {
    const deviceId = await work.card([], { useDeptId: medicine })
    await must('/eam/device/submit', { id: deviceId, version: 1, deviceName: '改名' })
    for (const who of [admin, keeper, neighbour]) {
      const { total } = await get<Page>(`${updates}/page`, {}, who)
      const whole = await get<{ count: number; devices: number }>(`${updates}/count-all-time`, {}, who)
      expect(whole.count).toBe(total)
      const sums = await Promise.all(
        ['all-time', 'count-by-dates', 'count-other'].map(async (name) =>
          (await get<{ count: number }[]>(`${updates}/${name}`, {}, who)).reduce((sum, { count }) => sum + count, 0),
        ),
      )
      expect(sums).toEqual([total, total, total])
      const depts = await get<{ records: { count: number; devices: number }[] }>(`${updates}/page-dept`, { size: 200 }, who)
      expect(depts.records.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    }
    const kinds = await get<{ key: string; name: string; count: number }[]>(`${updates}/count-other`)
    expect(kinds.find(({ key }) => key === 'change')).toMatchObject({ name: '修改' })
    expect(await get(`${updates}/count-by-dates`, { dateType: 'year', startTime: today, endTime: today })).toMatchObject([{ date: year }])
    expect(await get(`${updates}/count-by-dates`, { startTime: daysAfter(today, 1) })).toEqual([])
    expect(await get(`${updates}/count-all-time`, { startTime: daysAfter(today, 1) })).toEqual({ count: 0, devices: 0, people: 0 })
    expect((await admin.get(`${updates}/all-time`, { startTime: today, endTime: daysAfter(today, -1) })).msg).toBe('结束日期早于开始日期')
    const one = await get<Page>(`${updates}/page-dept`, { deptId: medicine })
    expect(one.records.map((row) => row.useDeptId)).toEqual([medicine])
    expect((await get<Page>(`${updates}/page-dept`, {}, keeper)).records.map((row) => row.useDeptId)).not.toContain(medicine)
  })
})

describe('calls of neighbours', () => {
  test('several devices are reported at once, all or none, also under the names of the repair card', async () => {
    const [one, two] = [await work.card(), await work.card()]
    const path = '/eam/devicecardrepair'
    const made = (await must(
      `${path}/order`,
      { ids: [one, two], faultDescription: '停电后不开机', urgency: 'urgent' },
      keeper,
    )) as unknown as Row[]
    expect(made).toHaveLength(2)
    expect((await Promise.all(made.map(({ id }) => work.detail(id)))).map((row) => [row.deviceId, row.urgency])).toEqual(
      [one, two].sort().map((id) => [id, 'urgent']),
    )
    const gone = await work.card(['applyDisposal', 'dispose'])
    const count = async () => (await get<Page>('/eam/eventtyperepair/list')).total
    const before = await count()
    expect((await keeper.post(`${path}/order`, { ids: [one, gone], faultDescription: '坏' })).msg).toContain('已报废')
    expect(await count()).toBe(before)
    expect((await keeper.post(`${path}/order`, { ids: [], faultDescription: '坏' })).status).toBe(400)
    const { id } = await must(`${path}/save`, { deviceId: one, faultDescription: '漏水', urgency: 'normal' }, keeper)
    const { version } = await work.detail(id)
    await must(`${path}/submit`, { id, version, faultDescription: '漏油' }, keeper)
    expect(await work.detail(id)).toMatchObject({ faultDescription: '漏油' })
  })

  test('devices join a group, which is a device with others below it', async () => {
    const [group, part] = [await work.card([]), await work.card([])]
    await must('/eam/instrument/join-device', { parentId: group, childIds: [part] })
    const groups = await get<Page>('/eam/instrument/group-page', { size: 200 })
    expect(groups.records.map((row) => row.id)).toContain(group)
    expect(groups.records.map((row) => row.id)).not.toContain(part)
  })

  test('metrology of an application; counts by result and method', async () => {
    const deviceId = await work.card()
    const { id: applyId } = await must('/eam/deviceapply/submit', {
      type: 'measure',
      applyTitle: '送检',
      deptId: bones,
      lines: [{ deviceId }],
    })
    const record = await must('/eam/eventtypemeasure/save', { deviceId, measureKind: 'verification', dueDate: today, applyId })
    await must('/eam/eventtypemeasure/save', { deviceId, measureKind: 'calibration', dueDate: today })
    const rows = await get<Row[]>('/eam/eventtypemeasure/getMeasureListByApplyId', { applyId })
    expect(rows.map(({ id }) => id)).toEqual([record.id])
    expect((await admin.get('/eam/eventtypemeasure/getMeasureListByApplyId')).status).toBe(400)
    const groups = async (name: string) => (await get<{ key: string }[]>(`/eam/devicecheckrecord/${name}`)).map(({ key }) => key)
    expect(await groups('count-all-time')).toContain('deficient')
    expect(await groups('count-other')).toContain('camera')
  })
})
