import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoSensors } from '#server/features/iot/demo-iot.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()

test('the operation tab of a device says what it used and cost, when it ran in the week, and which days have no tariff', async () => {
  const ground = await demoGround(app)
  await writeAs(app.pool, demoTenant, (tx) => demoSensors(tx, ground))
  const manager = await app.signIn(demoTenant, 'manager', 'ward2026')
  const [tariff] = (await manager.get<Page<Row>>('/eam/energy-tariff/list')).data.records
  const { records } = (await manager.get<Page<Row>>('/eam/device-sec-day/list', { size: 200, descs: 'kwh' })).data
  const deviceId = String(records[0]!.deviceId)
  expect(Number(records[0]!.energyCost)).toBeGreaterThan(0)
  const desk = await openDesk(app, manager, `/eam/device/${deviceId}?tab=operation`)
  const panel = await until(() => byRole('region', '近 30 天用电与电费'), 'the costs')
  for (const said of ['电费', '谷电占比', '碳排放量']) expect(shownText(panel)).toContain(said)
  expect(shownText(panel)).not.toContain('不计电费')
  await until(() => byRole('figure', '各时段电费', panel), 'the bands')
  const amounts = (row: Element): number[] =>
    [...row.querySelectorAll('td')].slice(1).map((one) => Number(one.textContent?.replaceAll(',', '')))
  const [line] = await until(() => {
    const found = [...panel.querySelectorAll('tbody tr.ant-table-row')]
    return found.length > 0 && found
  }, 'the table of bands')
  // Energy and cost of sharp, peak, flat, valley and the whole.
  const [sharp, sharpCost, peak, peakCost, flat, flatCost, valley, valleyCost, kwh, cost] = amounts(line!) as [number, ...number[]]
  expect(cost).toBeGreaterThan(0)
  expect(sharpCost! + peakCost! + flatCost! + valleyCost!).toBeCloseTo(cost!, 4)
  expect(sharp + peak! + flat! + valley!).toBeCloseTo(kwh!, 3)
  expect(byRole('link', '按月、科室、设备查看分时电费', panel)?.getAttribute('href')).toContain('/eam/energy-bands')
  const figure = await until(() => byRole('figure', '一周运行热力图'), 'the week')
  const rows = await until(() => byRoleAll('row', undefined, figure).length > 20 && byRoleAll('row', undefined, figure), 'its table')
  expect(rows.length).toBe(25)
  expect(figure.textContent).toMatch(/\d%/)
  click(byRole('button', '前 7 天', figure)!)
  await until(() => byRole('button', '后 7 天', figure)?.hasAttribute('disabled') === false, 'the week before')
  // Of the days, those before the tariff have no cost, and the page says so.
  const from = homeDay(new Date())
  const moved = await manager.post('/eam/energy-tariff/submit', { id: tariff!.id, version: tariff!.version, validFrom: from })
  expect(moved.msg).toBe('操作成功')
  await app.sql(
    `update device_sec_day set energy_cost = null, sharp_cost = null, peak_cost = null, flat_cost = null, valley_cost = null where device_id = $1 and day < $2`,
    [deviceId, from],
  )
  // Not by a link: answers of the last ten seconds are shown again.
  desk.load(`/eam/device/${deviceId}?tab=operation`)
  await until(() => byRole('region', '近 30 天用电与电费')?.textContent?.includes('早于首个电价'), 'the days without cost')
  // A cost that the hospital hides leaves the energy.
  const show = (isShow: 0 | 1) =>
    manager.post('/osm/industry-config/tenant-update', { entity: 'deviceSecDay', fields: [{ fieldCode: 'energyCost', isShow }] })
  expect((await show(0)).success).toBe(true)
  desk.load(`/eam/device/${deviceId}?tab=operation`)
  const bare = await until(() => byRole('region', '近 30 天用电与电费'), 'the energy alone')
  expect(bare.textContent).toContain('碳排放量')
  expect(bare.textContent).not.toContain('早于首个电价')
  expect((await show(1)).success).toBe(true)
  // A failed answer is said, and asked for again.
  desk.answer(({ path }) => (path.startsWith('/eam/measure/energy?') ? Promise.reject(new TypeError('fetch failed')) : undefined))
  desk.load(`/eam/device/${deviceId}?tab=operation`)
  const failed = await until(() => byRole('region', '近 30 天用电与电费'), 'the failure')
  desk.answer(undefined)
  click(byRole('button', /重\s*试/, failed)!)
  await until(() => byRole('region', '近 30 天用电与电费')?.textContent?.includes('碳排放量'), 'the energy again')
})

test('energy and cost by band stand by month, department and device, with one total', async () => {
  const manager = await app.signIn(demoTenant, 'manager', 'ward2026')
  await openDesk(app, manager, '/eam/energy-bands')
  const total = async (): Promise<string> =>
    (await until(() => document.body.querySelector('tfoot tr, .ant-table-summary tr'), 'the total')).textContent!
  const heading = (text: string) =>
    until(() => byRoleAll('columnheader', undefined, document.body).find((one) => one.textContent === text), text)
  await heading('用电月份')
  const months = await total()
  expect(months).toMatch(/[1-9]/)
  for (const [choice, column] of [
    ['按科室', '使用科室'],
    ['按设备', '设备'],
  ] as const) {
    click(
      await until(() => byRoleAll('radio', undefined, document.body).find((one) => one.closest('label')?.textContent === choice), choice),
    )
    await heading(column)
    expect(document.querySelector('.ant-table-row td')?.textContent).not.toMatch(/^\d{4}-\d{2}$/)
    expect(await total()).toBe(months)
  }
})
