import { beforeAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const [admin, manager, head, auditor, engineer, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('head'),
  app.as('auditor'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client, Client, Client]
const today = homeDay(new Date())
const [path, ruleUrl, plans] = ['/eam/replacement', '/eam/replacement-rule', '/eam/device-purchase-plan']
const rule = {
  ...{ ruleName: '本院规则', ageWeight: 40, costWeight: 25, downtimeWeight: 20, riskWeight: 15, ageFull: 100, costFull: 30 },
  ...{ downtimeFull: 720, adviseScore: 70, watchScore: 50 },
}
let serial = 0

/** A filed device in use; `used` months ago for the first time. */
async function card(more: object = {}, used = 96): Promise<string> {
  const draft = {
    deviceName: `更新设备${++serial}`,
    useDeptId: home.depts.bones,
    originalValue: '100000.00',
    usefulLifeMonths: 120,
    riskLevel: 'II',
  }
  const saved = await admin.post('/eam/device/submit', { ...draft, enableDate: monthsAfter(today, -used), ...more })
  expect(saved.msg).toBe('操作成功')
  await app.sql("update device set eam_status = 'in_use', filing_status = 'filed' where tenant_id = $1 and id = $2", [
    home.tenant,
    saved.data.id,
  ])
  return saved.data.id
}

/** A repair of ten days ago that stopped the device for some hours, with its cost. */
async function repaired(deviceId: string, hours: number, cost: string, daysAgo = 10): Promise<void> {
  const { data } = await admin.post('/eam/eventtyperepair/save', { deviceId, faultDescription: '不开机', urgency: 'normal', isStopped: 1 })
  const at = dayStart(daysAfter(today, -daysAgo))
  await app.sql(
    `update repair_order set reported_at = $3::timestamptz, closed_at = $3::timestamptz + make_interval(hours => $4::int), repair_status = 'done',
      total_cost = $5::numeric where tenant_id = $1 and id = $2`,
    [home.tenant, data.id, at, hours, cost],
  )
  await app.sql("update device set eam_status = 'in_use' where tenant_id = $1 and id = $2", [home.tenant, deviceId])
}

const page = async (client: Client, more: Record<string, unknown> = {}): Promise<Page> =>
  (await client.get<Page>(`${path}/page`, { size: 200, ...more })).data
const of = async (id: string): Promise<Row | undefined> => (await page(admin)).records.find((row) => row.id === id)
const plan = (ids: string[], who = manager) => who.post(`${path}/plan`, { ids, deptId: home.depts.bones })

describe('the score of a device', () => {
  let worked: string
  beforeAll(async () => {
    worked = await card()
    await repaired(worked, 72, '15000.00')
  })

  test('adds the weighted points of age, cost, downtime and risk, to the tenth', async () => {
    // 96 of 120 months: 80. 15,000 of 100,000 is 15% of 30%: 50. 72 h of 720 h: 10. Class II: 50. 32 + 12.5 + 2 + 7.5 = 54.
    expect(await of(worked)).toMatchObject({
      ...{ score: 54, level: 'watch', ageMonths: 96, lifeMonths: 120, yearCost: '15000.00', costShare: 15, downMinutes: 4320 },
      ...{ agePoints: 80, costPoints: 50, downtimePoints: 10, riskPoints: 50, isVital: 0, riskClass: 'II', planId: null },
    })
  })

  test('counts a cost of more than a year ago no more', async () => {
    const id = await card()
    await repaired(id, 5, '9000.00', 400)
    expect(await of(id)).toMatchObject({ yearCost: '0.00', costPoints: 0, downtimePoints: 0 })
  })

  test('gives all points at most once, and none for what a card does not say', async () => {
    const [old, bare] = [
      await card({ riskLevel: 'III', importantClassification: 'life_support' }, 240),
      await card({ enableDate: undefined, usefulLifeMonths: undefined, riskLevel: undefined, originalValue: undefined }),
    ]
    expect(await of(old)).toMatchObject({ agePoints: 100, riskPoints: 100, isVital: 1, score: 55 })
    expect(await of(bare)).toMatchObject({
      ...{ ageMonths: null, agePoints: null, costPoints: null, riskPoints: null, costShare: null },
      ...{ score: 0, level: 'keep' },
    })
  })

  test('takes the useful life of the category, then of the class, where the card has none', async () => {
    const category = await admin.post('/eam/assets-category/submit', { categoryName: '更新分类', usefulLifeMonths: 60 })
    const id = await card({ usefulLifeMonths: undefined, assetsCategoryId: category.data.id }, 30)
    expect(await of(id)).toMatchObject({ lifeMonths: 60, agePoints: 50 })
  })
})

describe('the list', () => {
  test('holds owned devices in service alone, the highest score first, page by page', async () => {
    const [high, low] = [await card({}, 240), await card({}, 1)]
    const [gone, placed, draft] = [await card(), await card({ ownership: 'placed', ownershipEnd: '2049-01-01' }), await card()]
    await app.sql("update device set eam_status = 'pending_disposal' where id = $1", [gone])
    await app.sql("update device set filing_status = 'draft' where id = $1", [draft])
    const all = (await page(admin)).records
    const ids = all.map(({ id }) => id)
    for (const id of [gone, placed, draft]) expect(ids).not.toContain(id)
    expect(ids.indexOf(high)).toBeLessThan(ids.indexOf(low))
    const scores = all.map((row) => Number(row.score))
    expect(scores).toEqual([...scores].sort((one, next) => next - one))
    const [first, second] = [await page(admin, { size: 2 }), await page(admin, { size: 2, current: 2 })]
    expect([...first.records, ...second.records].map(({ id }) => id)).toEqual(ids.slice(0, 4))
    expect(first.total).toBe(all.length)
    const beyond = await page(admin, { size: 200, current: 50 })
    expect([beyond.records, beyond.total]).toEqual([[], all.length])
  })

  test('filters by advice, plan, department and keyword, and refuses what it does not know', async () => {
    const id = await card({ deviceName: '独特更新机', useDeptId: home.depts.medicine })
    expect((await page(admin, { keyword: '独特更新机' })).records.map((row) => row.id)).toEqual([id])
    expect((await page(admin, { useDeptId: home.depts.medicine })).records.map((row) => row.id)).toEqual([id])
    for (const row of (await page(admin, { level: 'keep' })).records) expect(row.level).toBe('keep')
    expect((await page(admin, { planned: 1, useDeptId: home.depts.medicine })).total).toBe(0)
    for (const more of [{ level: 'soon' }, { nonsense: '1' }]) expect((await admin.get(`${path}/page`, more)).status).toBe(400)
  })

  test('shows managers and auditors everything, heads their department, others nothing, another hospital none of it', async () => {
    const [person] = await app.sql('select dept_id from app_user where id = $1', [head.userId])
    const [own, foreign] = [await card({ useDeptId: person!.dept_id }), await card({ useDeptId: home.depts.medicine })]
    for (const client of [manager, auditor])
      expect((await page(client)).records.map((row) => row.id)).toEqual(expect.arrayContaining([own, foreign]))
    const seen = (await page(head)).records.map((row) => row.id)
    expect([seen.includes(own), seen.includes(foreign)]).toEqual([true, false])
    for (const client of [engineer, keeper])
      for (const call of ['page', 'terms', 'export']) expect((await client.get(`${path}/${call}`)).status).toBe(403)
    expect((await page(neighbour)).total).toBe(0)
    for (const client of [head, auditor, engineer, keeper]) expect((await plan([own], client)).status).toBe(403)
    for (const client of [head, auditor]) expect((await client.post(`${ruleUrl}/submit`, rule)).status).toBe(403)
  })

  test('is exported with what each score is made of', async () => {
    const id = await card({ deviceName: '导出更新机' })
    const { device_code: code } = (await app.sql('select device_code from device where id = $1', [id]))[0]!
    const { headings, rows } = await sheetOf(manager, `${path}/export`, { keyword: '导出更新机' })
    expect(headings).toEqual(expect.arrayContaining(['更新评分', '建议', '评分说明', '采购计划']))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toEqual(
      expect.arrayContaining([code, '39.5', '暂不更新', expect.stringContaining('已用 96 个月，年限 120 个月，80 分 × 40%')]),
    )
  })
})

describe('the terms', () => {
  test('are the usual ones until a manager sets those of the hospital, once; scores follow them', async () => {
    const id = await card()
    expect((await head.get<Row>(`${path}/terms`)).data).toMatchObject({ id: null, ageWeight: 40, watchScore: 50, energyPrice: null })
    const before = (await of(id))!
    const added = await Promise.all(
      [manager, admin].map((client) => client.post(`${ruleUrl}/submit`, { ...rule, ageWeight: 65, costWeight: 0 })),
    )
    expect(added.filter(({ success }) => success)).toHaveLength(1)
    expect(added.find(({ success }) => !success)?.msg).toContain('本院已有更新评分规则')
    const { data: terms } = await manager.get<Row>(`${path}/terms`)
    expect(terms).toMatchObject({ ageWeight: 65, costWeight: 0 })
    // 80 x 65% instead of 40%.
    expect((await of(id))!.score).toBeCloseTo(Number(before.score) + 20, 5)
    expect((await neighbour.get<Row>(`${path}/terms`)).data).toMatchObject({ id: null, ageWeight: 40 })
    const change = (more: object) => manager.post(`${ruleUrl}/submit`, { id: terms.id, version: terms.version, ...more })
    expect((await change({ ageWeight: 66 })).msg).toContain('各项权重合计应为 100，现为 101')
    expect((await change({ watchScore: 80 })).msg).toContain('关注分数线（80）不能高于')
    expect((await change({ ageWeight: -1 })).status).toBe(400)
    expect((await manager.get<Row>(`${path}/terms`)).data).toMatchObject({ ageWeight: 65, watchScore: 50, version: terms.version })
    expect((await change({ ageWeight: 40, costWeight: 25, energyPrice: '0.6523' })).msg).toBe('操作成功')
    expect((await change({ adviseScore: 71 })).status).toBe(409)
    expect((await manager.get<Row>(`${path}/terms`)).data).toMatchObject({ ageWeight: 40, energyPrice: 0.6523 })
  })
})

describe('a purchase plan of it', () => {
  test('has a line for each device with its score as the reason, and marks the device until it is cancelled', async () => {
    const ids = [await card({ deviceModel: 'M8', manufacturer: '迈瑞' }), await card()]
    const made = await plan(ids)
    expect(made.msg).toBe('操作成功')
    const saved = (await admin.get<Row>(`${plans}/detail`, { id: made.data.id })).data
    expect(saved).toMatchObject({ planStatus: 'draft', deptId: home.depts.bones, lineCount: 2 })
    const lines = saved.lines as Row[]
    expect(lines.map((line) => line.replacesId).sort()).toEqual([...ids].sort())
    expect(lines[0]).toMatchObject({ quantity: 1, purpose: expect.stringContaining('使用年限：已用 96 个月') })
    expect(await of(ids[0]!)).toMatchObject({ planId: made.data.id, planTitle: saved.planTitle })
    const again = await plan([ids[0]!])
    expect([again.status, again.msg]).toEqual([400, expect.stringContaining('已列入采购计划')])
    expect((await manager.post(`${plans}/approve`, { id: made.data.id })).msg).toBe('操作成功')
    expect((await plan([ids[1]!])).status).toBe(400)
    expect((await manager.post(`${plans}/cancel`, { id: made.data.id, reason: '不买了' })).msg).toBe('操作成功')
    expect(await of(ids[0]!)).toMatchObject({ planId: null })
    expect((await plan([ids[0]!])).msg).toBe('操作成功')
  })

  test('of two people at once one makes the plan; a device that is not on the list is refused and nothing is left', async () => {
    const [shared, mine] = [await card(), await card()]
    const answers = await Promise.all([plan([shared]), plan([mine, shared], admin)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, msg } of answers) if (!success) expect(msg).toContain('请勿重复列入')
    const gone = await card()
    const free = await card()
    await app.sql("update device set eam_status = 'disposed' where id = $1", [gone])
    expect((await plan([free, gone])).msg).toContain('不在更新清单中')
    expect(await of(free)).toMatchObject({ planId: null })
    expect((await neighbour.post(`${path}/plan`, { ids: [free], deptId: home.depts.bones })).success).toBe(false)
  })
})
