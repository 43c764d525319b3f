import { beforeAll, expect, test, vi } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, followLive, type OpenDesk, openDesk, queryOf, shownText, until } from '#tests/harness/desk.tsx'
import { load, sent } from '#tests/harness/desk-acts.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const people = await peopleLab(app, () => admin)
const { bones, medicine } = home.depts
const today = homeDay(new Date())
const [lab, work] = [sensorLab(app, admin), repairs(app, admin)]
const categories = Array.from({ length: 8 }, (_, index) => `分类${index + 1}`)

/** A hospital with something for each panel: one department has 99 % of the value and of the energy. */
beforeAll(async () => {
  const add = async (path: string, body: object): Promise<string> => (await lab.must(path, body)).id
  const parentId = await add('/eam/plc/location/submit', { locationName: '本部', level: 'courtyard' })
  const building = await add('/eam/plc/location/submit', { locationName: '一号楼', level: 'building', parentId })
  const ids: string[] = []
  for (const [index, categoryName] of categories.entries())
    ids.push(await add('/eam/assets-category/submit', { categoryName, sort: index + 1 }))
  const classify = await add('/eam/device-class/submit', { className: '医用诊察和监护器械', classCode: '07' })
  const facts = { purchaseDate: '2024-05-01', riskLevel: 'III', importantClassification: 'emergency', fundSource: 'fiscal' }
  const large = await work.card(['receive'], {
    ...{ deviceName: '磁共振', originalValue: '990000.00', locationId: building, classifyId: classify, assetsCategoryId: ids[0], ...facts },
  })
  const small = await work.card(['receive'], { deviceName: '血压计', originalValue: '10000.00', useDeptId: medicine })
  await app.sql(`update repair_order set finished_at = reported_at + interval '3 hours', waited_minutes = 0 where id = $1`, [
    await work.at('done', large),
  ])
  await app.sql(`update device set eam_status = 'repairing' where id = $1`, [await work.card(['receive'], { deviceName: '坏泵' })])
  await app.sql(
    `insert into maintain_order (tenant_id, id, order_no, order_state, device_id, use_dept_id, due_date) values ($1, gen_random_uuid(), 'BY-1', 'due', $2, $3, $4)`,
    [home.tenant, large, bones, daysAfter(today, -1)],
  )
  await app.sql(
    `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, to_dept_id, received_at)
      values ($1, gen_random_uuid(), 'JJ-1', 'borrow', 'received', $2, $3, $4, now())`,
    [home.tenant, small, medicine, bones],
  )
  await app.sql(
    `insert into device_disposal (tenant_id, id, disposal_no, disposal_status, disposal_type, declare_reasons, reason_detail, use_dept_id, executed_at)
      values ($1, gen_random_uuid(), 'CZ-1', 'executed', 'scrap', 'aged', '旧', $2, $3)`,
    [home.tenant, medicine, today],
  )
  await app.sql(
    `insert into shared_borrowing (tenant_id, id, borrowing_no, borrowing_status, device_id, lend_dept_id, borrow_dept_id, from_time, to_time, handed_out_at)
      values ($1, gen_random_uuid(), 'GX-1', 'lent', $2, $3, $4, now(), now() + interval '1 day', now())`,
    [home.tenant, large, bones, medicine],
  )
  for (const [deviceId, kwh] of [
    [large, 99],
    [small, 1],
  ]) {
    const entry = { deviceId, day: today, kwh, runningSeconds: 7200, standbySeconds: 3600, offSeconds: 0, remark: '抄表' }
    await lab.must('/eam/device-sec-day/submit-record', entry)
  }
  const sensor = await lab.sensor({ sensorCode: 'PM-1' })
  await lab.bind(sensor.id, large)
  const condition = { comparison: 'over', quantity: 'power', upperLimit: 100, holdMinutes: 0 }
  await lab.must('/iot/alarm-rule/submit', {
    ...{ ruleName: '功率过高', ruleState: 'active', severity: 'major', sensorId: sensor.id },
    ...condition,
  })
  // A rule judges what comes after it.
  await lab.send((await lab.credential()).secret, [{ sensorCode: 'PM-1', ts: new Date(Date.now() + 60_000).toISOString(), power: 900 }])
  await app.sql(`update sensor_config set live_state = 'online', last_seen = now() where id = $1`, [sensor.id])
})

/** What a panel of the board shows. */
const text = (name: string): string => {
  const found = byRole('region', name)
  if (!found) throw new Error(`no panel ${name} among ${byRoleAll('region').map((one) => one.getAttribute('aria-label'))}`)
  return shownText(found).slice(name.length).trim()
}
/** The bars, rows of a list or rows of a table of a panel. */
const rowsOf = (name: string): string[] => [...byRole('region', name)!.querySelectorAll('li, tbody tr')].map((one) => shownText(one))

/** Opens a board outside the layout and waits for all its answers. */
async function open(client: Client, board: string, title: string): Promise<OpenDesk> {
  const desk = await openDesk(app, client, `/datav/${board}`)
  const main = await desk.find('main', title)
  await until(() => byRoleAll('region').length > 4 && !main.textContent?.includes('正在载入'), `the parts of ${title}`)
  await desk.settled()
  expect(byRole('navigation', '菜单')).toBeUndefined()
  return desk
}

test('[SERVICE-ROUTE-1] [SERVICE-DASH-6] the asset board shows the eight answers of the large screen; a part of 1 % stays in sight', async () => {
  await open(admin, 'asset', '资产看板')
  expect([text('设备总数'), text('原值总额')]).toEqual(['3 台 在用 2 台', '¥100 万 不含已报废'])
  expect(rowsOf('设备状态')).toEqual(['在用 2', '维修中 1'])
  expect(rowsOf('原值区间')).toEqual(['1 万–5 万元 1', '50 万–100 万元 1', '未填写 1'])
  expect(rowsOf('楼栋设备分布')).toEqual(['未填楼栋 2', '一号楼 1'])
  expect(rowsOf('医疗器械分类')).toEqual(['未填写 2', '医用诊察和监护器械 1'])
  expect(rowsOf('各购置年份原值')).toEqual(['2024 ¥99 万'])
  expect(rowsOf('今年共享借用（按借用科室）')).toEqual(['内科 1'])
  expect(rowsOf('今年完成维修（按工程师）')).toEqual(['工程师 1'])
  expect(text('用械科室')).toBe('2 个 原值最高：骨科 ¥99 万')
})

test('[SERVICE-DASH-4] the category page is turned with tenant, page and size', async () => {
  const desk = await open(admin, 'asset', '资产看板')
  expect(rowsOf('资产分类').slice(0, 2)).toEqual(['分类1 1 ¥99 万', '分类2 0 ¥0'])
  const turned = await sent(desk, () => click(byRole('button', '下一页')!), '/data-view/category-page')
  expect(queryOf(turned)).toEqual({ tenantId: home.tenant, current: '2', size: '4' })
  await until(() => rowsOf('资产分类')[0] === '分类5 0 ¥0', 'the next page')
})

test('[SERVICE-ROUTE-4] [SERVICE-DASH-1] [SERVICE-DASH-5] the maintenance board shows the data views and the area views', async () => {
  await open(admin, 'maintenance', '运维看板')
  expect(text('设备总数')).toBe('3 台 已建档 0 台')
  expect([text('设备预警'), rowsOf('预警汇总'), rowsOf('预警设备')]).toEqual([
    '2 条 保养已逾期',
    ['保养已逾期 1', '未确认的传感器告警 1'],
    ['磁共振 保养已逾期 · 骨科', '磁共振 未确认的传感器告警 · 骨科'],
  ])
  expect([text('年度完成工单'), text('年度处置'), text('年度借调')]).toEqual(['1 单 最近：磁共振', '1 单 最近：内科', '1 次 最近：血压计'])
  expect(rowsOf('保养日程').filter((row) => row.includes('条'))).toEqual([expect.stringMatching(/^\d+\/\d+ 1 条 —$/)])
  expect(rowsOf('近 90 天维修时间')).toEqual(['骨科 3 小时', '外科 —', '内科 —'])
  expect([rowsOf('设备状态'), rowsOf('管理类别'), rowsOf('资金来源')]).toEqual([
    ['在用 2', '维修中 1'],
    ['未填写 2', 'Ⅲ类 1'],
    ['未填写 2', '财政 1'],
  ])
  expect(rowsOf('维修中的设备')).toEqual([expect.stringMatching(/^坏泵 骨科 · /)])
})

test('[SERVICE-ROUTE-3] the energy board shows who uses how much, and a department of 1 % beside one of 99 %', async () => {
  await open(admin, 'energy', '能耗看板')
  expect(text('近 30 天用电量')).toBe('100 kWh 最多：骨科')
  expect(text('近 30 天电费')).toBe('— 元 未设置分时电价，不计电费')
  expect(rowsOf('科室用电量（kWh）')).toEqual(['骨科 99', '内科 1'])
  expect(rowsOf('用电最多的设备（kWh）')).toEqual(['磁共振 99', '血压计 1'])
  expect(rowsOf('运行、待机、关机占比')).toEqual(['运行时长 4 小时 0 分', '待机时长 2 小时 0 分'])
  expect(rowsOf('每日用电量（kWh）')).toEqual([expect.stringMatching(/ 100 kWh$/)])
  const widths = [...byRole('region', '科室用电量（kWh）')!.querySelectorAll<HTMLElement>('i > b')].map(({ style }) =>
    Number.parseFloat(style.width),
  )
  expect(widths).toEqual([100, expect.closeTo(100 / 99, 3)])
})

/** The calls of the four families, by what is before their names. */
const families: Readonly<Record<string, string>> = {
  '/data-view/':
    'maintenance-dates dept-list dept-data repair-time risk-type way-list waring all-count dept-count category-count select-status select-status2 category-page service-dashboard',
  '/large/screen/':
    'state-distribution value-distribution summary building-distribution general-classification value-trend shared-allocation completed-work',
  '/area/data-view/': 'warning-list-two warning-list-two-count device-list year-disposal-page year-work-page year-seconded-page',
  '/eam/sec-view/':
    'sensor-total no-open use-evaluations important-classification-total status-total sec-device-page building-distribution',
}

test('[SERVICE-DASH-0] [SERVICE-DASH-3] the boards of a hospital without data ask all four families with its tenant, and say that there is nothing', async () => {
  const empty = await app.as('administrator', other)
  const asked = new Set<string>()
  const said: Record<string, string[]> = {}
  for (const [board, title] of Object.entries({
    ...{ asset: '资产看板', maintenance: '运维看板', monitor: '监控看板', energy: '能耗看板', dept: '科室看板', device: '设备看板' },
  })) {
    const desk = await open(empty, board, title)
    for (const request of desk.requests) if (queryOf(request).tenantId === other.tenant) asked.add(request.path.split('?')[0]!)
    said[board] = [...new Set([...document.querySelectorAll('.eam-board-none')].map((one) => one.textContent ?? ''))].sort()
  }
  const wanted = Object.entries(families).flatMap(([family, names]) => names.split(' ').map((name) => family + name))
  expect(wanted.filter((path) => !asked.has(path))).toEqual([])
  expect(said).toMatchObject({
    asset: ['暂无数据'],
    maintenance: ['暂无数据', '没有预警'],
    monitor: ['尚无传感器，接入后显示', '暂无数据'],
    energy: ['尚无传感器数据，接入电表后显示'],
  })
})

test('a value that the hospital hides is left out, and the other figures stay', async () => {
  const show = (isShow: 0 | 1) =>
    lab.must('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'originalValue', isShow }] })
  await show(0)
  try {
    await open(admin, 'asset', '资产看板')
    expect(text('原值总额')).toBe('— 医院未启用此数据')
    expect(text('原值区间')).toBe('医院未启用此数据')
    expect(rowsOf('各购置年份原值')).toEqual(['2024 1'])
    expect(rowsOf('设备状态')).toEqual(['在用 2', '维修中 1'])
    expect(document.querySelector('main')!.textContent).not.toContain('99 万')
  } finally {
    await show(1)
  }
})

test('a cost that the hospital hides is left out of the energy board, and the other figures stay', async () => {
  const show = (isShow: 0 | 1) =>
    lab.must('/osm/industry-config/tenant-update', { entity: 'deviceSecDay', fields: [{ fieldCode: 'energyCost', isShow }] })
  await show(0)
  try {
    await open(admin, 'energy', '能耗看板')
    expect(text('近 30 天用电量')).toBe('100 kWh 最多：骨科')
    expect(text('近 30 天电费')).toBe('— 元 医院未启用此数据')
    expect(rowsOf('科室用电量（kWh）')).toEqual(['骨科 99', '内科 1'])
  } finally {
    await show(1)
  }
})

test('a person of one department sees its figures, what has no right is not asked for, and a playlist shows the boards of that person', async () => {
  const { client } = await people.clerk(['device.list', 'deviceSecDay.list'], 'dept')
  const desk = await open(client, 'asset', '资产看板')
  expect([text('设备总数'), text('用械科室')]).toEqual(['2 台 在用 1 台', '1 个 原值最高：骨科 ¥99 万'])
  expect(text('今年完成维修（按工程师）')).toBe('无权查看')
  expect(desk.requests.some(({ path }) => /completed-work|shared-allocation/.test(path))).toBe(false)
  click(byRole('button', '轮播看板')!)
  await desk.at('/datav/asset?play=30')
  click(await desk.find('button', '停止轮播'))
  await desk.at('/datav/asset')
  // No other timer takes 37 seconds.
  const timers: (() => void)[] = []
  const later = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
    if (ms === 37_000) timers.push(act)
    return ms === 37_000 ? later(() => {}, 0) : later(act, ms)
  }) as typeof setTimeout)
  const pass = async () => (await until(() => timers.splice(0).at(-1), 'the time of a board'))()
  try {
    load(desk, '/datav/asset?play=37')
    await pass()
    await desk.at('/datav/energy?play=37')
    await desk.find('main', '能耗看板')
    await until(() => byRole('region', '科室用电量（kWh）') && rowsOf('科室用电量（kWh）').length > 0, 'the departments')
    expect(rowsOf('科室用电量（kWh）')).toEqual(['骨科 99'])
    await pass()
    await desk.at('/datav/asset?play=37')
  } finally {
    vi.restoreAllMocks()
  }
})

test('a board starts with its last figures while the server does not answer, and says how old they are', async () => {
  const desk = await open(admin, 'energy', '能耗看板')
  desk.answer(() => Promise.reject(new TypeError('fetch failed')))
  load(desk, '/datav/energy')
  await until(() => byRole('status')?.textContent?.includes('网络中断'), 'the age of the figures')
  expect(rowsOf('科室用电量（kWh）')).toEqual(['骨科 99', '内科 1'])
})

test('[SERVICE-ROUTE-2] [SERVICE-DASH-7] [SERVICE-API-9] the monitoring board shows the seven answers and follows the one stream of changes', async () => {
  followLive()
  const desk = await open(admin, 'monitor', '监控看板')
  expect([text('已绑定传感器'), text('在线传感器')]).toEqual(['1 个 已装在设备上', '1 个 按上报间隔判断'])
  expect(rowsOf('已绑定传感器的设备')).toEqual([expect.stringMatching(/^磁共振 用电 · PM-1 在线 \d+ 分钟前$/)])
  expect([rowsOf('传感器总数'), rowsOf('传感器楼栋分布')]).toEqual([['用电 1 1 0'], ['一号楼 1 1 0']])
  expect(text('未开机设备')).toBe('0 台 近 30 天')
  expect(rowsOf('使用评价')).toEqual(['医用诊察和监护器械 66.7%', '未填分类 66.7%'])
  expect([rowsOf('重点分类'), rowsOf('设备状态')]).toEqual([
    ['未填写 2', '急救 1'],
    ['在用 2', '维修中 1'],
  ])
  expect(text('未确认的传感器告警')).toBe('1 条 告警规则')
  const streams = desk.requests.filter(({ path }) => path === '/sse/realtime-data')
  expect(streams.map(({ method }) => method)).toEqual(['GET'])
  const quiet = await lab.sensor({ sensorCode: 'PM-2' })
  await lab.bind(quiet.id, await lab.device({ deviceName: '除颤仪' }))
  await until(() => text('已绑定传感器').startsWith('2 个'), 'the sensor that was bound')
})
