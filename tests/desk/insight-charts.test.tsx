import { afterEach, expect, test, vi } from 'vitest'
import type { Measure, Measured } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoHistory } from '#server/features/service/demo-history.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Query, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { found } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const ground = await demoGround(app)
await writeAs(app.pool, demoTenant, (tx) => demoHistory(tx, ground))
const manager = await app.signIn('100001', 'manager', 'ward2026')
const measured = async (of: Measure, query: Query): Promise<Measured> => (await manager.get<Measured>(of.path, query)).data
const total = () => until(() => /共 ([\d,]+) 条/.exec(shownText())?.[1]?.replaceAll(',', ''), 'the number of rows')
const at = (page: string) => until(() => location.pathname === page && location.search !== '', `the list of ${page}`)
/** A chart by its name, once its table can be seen. */
const chart = async (name: string | undefined): Promise<HTMLElement> => {
  const figure = await until(() => byRole('figure', name), `the chart ${name ?? ''}`)
  click(
    await until(
      () => byRoleAll('button', /^查看表格/, figure).find((button) => !(button as HTMLButtonElement).disabled),
      'the button of the table',
    ),
  )
  await until(() => byRoleAll('row', undefined, figure).length > 1, 'the table of the chart')
  return figure
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a month of the table opens the repairs of that month', async () => {
  await openDesk(app, manager, '/eam/report?measure=repairs&group=month&figure=count')
  const figure = await until(() => document.querySelector<HTMLElement>('.eam-measure .ant-table-tbody a'), 'a figure of the table')
  const count = figure.textContent!.replace(/\D/g, '')
  click(figure)
  await at('/eam/repair')
  expect(location.search).toMatch(/[?&]reportedAt_ge=\d{4}-\d\d-01&reportedAt_le=\d{4}-\d\d-\d\d$/)
  expect(await total()).toBe(count)
})

test('the table and the data of a chart say what it draws', async () => {
  const { rows } = await measured(deviceCards, { group: 'useDept', figures: 'count' })
  const most = rows.toSorted((one, other) => Number(other.values.count) - Number(one.values.count))[0]!
  await openDesk(app, manager, '/eam/report?measure=deviceCards&group=useDept&figure=count&kind=bar')
  const figure = await chart(undefined)
  const row = await found('row', new RegExp(`^${most.name}`), () => figure)
  expect(row.textContent).toContain(String(most.values.count))
  const files: Blob[] = []
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${files.push(blob as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  click(await found('button', /^下载数据/, () => figure))
  await until(() => address.mock.calls.length > 0, 'the data')
  expect(await files[0]!.text()).toContain(`${most.name},${most.values.count}\r\n`)
})

test('what repairs of a department cost this year: two clicks on the page of reports', async () => {
  const desk = await openDesk(app, manager, '/eam/report')
  click(await found('link', '维修费用报表', () => byRole('navigation', '现成报表')!))
  await until(() => location.search.includes('figure=cost'), 'the report')
  const year = homeDay(new Date()).slice(0, 4)
  expect(location.search).toContain(`reportedAt_ge=${year}-01-01&reportedAt_le=${year}-12-31`)
  // Days are shown as days, though the field is a moment.
  const tags = await until(() => document.querySelector('.eam-measure .eam-tags'), 'the chosen period')
  expect(tags.textContent).toContain(`${year}-01-01 ~ ${year}-12-31`)
  const rows = (): string[] =>
    [...document.querySelectorAll('.eam-measure .ant-table-tbody tr.ant-table-row')].map((row) => row.querySelector('td')!.textContent!)
  const drawn = (): string[] => [...document.querySelectorAll('.eam-measure .eam-unseen tbody th')].map((name) => name.textContent!)
  await until(() => drawn().length > 1 && rows().slice(0, drawn().length).join() === drawn().slice(0, 20).join(), 'one order')
  click(byRole('button', '只看本科室')!)
  await until(() => location.search.includes('useDeptId='), 'the department')
  const own = new URLSearchParams(location.search).get('useDeptId')!
  const one = await measured(repairs, {
    group: 'useDept',
    figures: 'cost',
    reportedAt_ge: `${year}-01-01`,
    reportedAt_le: `${year}-12-31`,
    useDeptId: own,
  })
  await until(() => rows().join() === one.rows.map(({ name }) => name).join(), 'the rows of the department')
  click(await found('link', '工程师完成的维修', () => byRole('navigation', '现成报表')!))
  const opened = (): string[] => [...document.querySelectorAll('.eam-reports [aria-current]')].map((link) => link.textContent!)
  await until(() => opened().join() === '工程师完成的维修', 'one open report')
  await desk.go('/eam/report?measure=repairs&group=useDept&figure=response')
  const cells = await until(() => {
    const at = byRoleAll('columnheader').findIndex((head) => head.textContent === '响应时间')
    const all = [...document.querySelectorAll('.eam-measure .ant-table-tbody tr.ant-table-row')].map(
      (row) => row.children[at]?.textContent ?? '',
    )
    return all.length > 1 && all
  }, 'the response times')
  expect(new Set(cells.filter((text) => text !== '—').map((text) => text.replace(/[\d.,\s]/g, ''))).size).toBe(1)
})

test('the first page: the number of a department in the table opens its devices', async () => {
  await openDesk(app, manager, '/wel/dashboard')
  const figure = await chart('各科室设备')
  const row = byRoleAll('row', undefined, figure)[3]!
  const name = row.querySelector('th')!.textContent
  click(byRole('button', undefined, row)!)
  await at('/eam/device')
  const { rows } = await measured(deviceCards, { group: 'useDept', figures: 'count' })
  const open = rows.find(
    ({ filter }) => listAddress(deviceCards, deviceCards.figures.count!, filter) === location.pathname + location.search,
  )
  expect(open?.name).toBe(name)
  expect(await total()).toBe(String(open!.values.count))
})

test('the page of a device: the downtime of a year opens the orders whose device could not be used', async () => {
  const query = { repairStatus: 'done', isStopped: '1', size: '50', columns: 'deviceId,totalCost' }
  const { records } = (await manager.get<Page<Row>>('/eam/eventtyperepair/list', query)).data
  const deviceId = String(records.find(({ totalCost }) => Number(totalCost) > 0)!.deviceId)
  await openDesk(app, manager, `/eam/device/${deviceId}?tab=repairs`)
  await until(() => byRole('figure', '每年维修费用'), 'the costs of its years')
  const downtime = await chart('每年停用时长')
  click(await found('button', undefined, () => downtime.querySelector('tbody')))
  await at('/eam/repair')
  expect(location.search).toContain('isStopped=1')
  const year = new URLSearchParams(location.search).get('reportedAt_ge')!.slice(0, 4)
  const parts = await measured(repairs, { deviceId, group: 'year', split: 'isStopped', figures: 'count' })
  const stopped = parts.rows.find(({ key }) => key === year)!.parts!.find(({ filter }) => filter.isStopped === '1')!
  // The repairs of the device have a number of their own until the list is drawn.
  await until(() => shownText().includes(`共 ${stopped.values.count} 条`), 'the number of rows')
})

test('a chart without data says so and offers nothing to download', async () => {
  const desk = await openDesk(app, manager, '/wel/dashboard')
  desk.answer(({ path }, ask) =>
    path.startsWith(repairs.path)
      ? ask().then(async (answer) => {
          const body = (await answer.json()) as { data: Measured }
          return Response.json({ ...body, data: { ...body.data, rows: [] } })
        })
      : undefined,
  )
  await desk.go('/eam/report?measure=repairs&group=month&figure=count&kind=column')
  const figure = await until(() => byRoleAll('figure').find((one) => one.textContent?.includes('暂无数据')), 'a chart without data')
  expect(figure.querySelector('canvas')).toBeNull()
  for (const name of [/^查看表格/, /^下载图片/, /^下载数据/])
    expect((byRole('button', name, figure) as HTMLButtonElement).disabled).toBe(true)
})

const reportOf = (group: string) => `/eam/report?measure=deviceCards&group=${group}&figure=count`
const summed = (within: Element): string[] => [...within.querySelectorAll('tfoot td')].map((cell) => shownText(cell).trim())

test('[SERVICE-CAP-7] [SERVICE-CAP-9] [SERVICE-API-2] [SERVICE-API-3] [SERVICE-API-4] reports by department, class, location and asset category: a row opens the page with its devices', async () => {
  // The demo hospital has classes and categories of its own; one card has both.
  const made = async (path: string, draft: object) => String((await manager.post<Row>(path, draft)).data.id)
  const { records } = (
    await manager.get<Page<Row>>('/eam/device/list', { eamStatus: 'in_use', size: '1', columns: 'useDeptId,locationId' })
  ).data
  const { useDeptId, locationId } = records[0]!
  const classifyId = await made('/eam/device-class/submit', { className: '报表分类', classCode: '99-01-01' })
  const assetsCategoryId = await made('/eam/assets-category/submit', { categoryName: '报表资产' })
  await made('/eam/device/submit', { deviceName: '报表机', useDeptId, locationId, classifyId, assetsCategoryId, originalValue: '0.00' })
  const desk = await openDesk(app, manager, '/wel/dashboard')
  for (const [group, parameter, call, key] of [
    ['useDept', 'useDepartmentId', '/eam/report/deptDetailPage', useDeptId],
    ['classify', 'categoryId', '/eam/report/categoryDetailPage', classifyId],
    ['location', 'locationId', '/eam/report/categoryDetailPage', locationId],
    ['assetsCategory', 'assetsId', '/eam/report/assetsDetailPage', assetsCategoryId],
  ] as const) {
    const { rows } = await measured(deviceCards, { group, figures: 'count,amount' })
    const row = rows.find((one) => one.key === key)!
    await desk.go(`${reportOf(group)}&${group}Id=${key}`)
    const name = await until(
      () => byRoleAll('link', row.name!).find((one) => one.getAttribute('href')?.includes(`${parameter}=${key}`)),
      `the row of ${group}`,
    )
    const before = desk.requests.length
    click(name)
    const { path } = await desk.asked(new RegExp(`^${call}\\?`), before)
    expect(Object.fromEntries(new URL(path, 'http://desk').searchParams)).toMatchObject({ [parameter]: key, current: '1', size: '10' })
    await desk.see(`共 ${row.values.count} 条`)
    await desk.find('heading', new RegExp(row.name!))
  }
  await desk.see('¥0.00')
  await desk.go('/form/eam/report-detail?assetsId=01900000-0000-7000-9000-000000000000')
  await desk.see('找不到“资产分类”')
})

test('[SERVICE-CAP-10] the report of use statistics shows rows, and says so where there are none', async () => {
  const cards = (await manager.get<Page<Row>>('/eam/device/list', { eamStatus: 'in_use', size: '3' })).data.records
  await app.sql(`delete from device_use where tenant_id = $1`, [demoTenant])
  const desk = await openDesk(app, manager, '/eam/report?measure=deviceUses&group=toDept&figure=count')
  await desk.see('没有数据')
  for (const { id } of cards)
    await app.sql(
      `insert into device_use (tenant_id, id, event_type, status, card_id, to_dept_id, received_at, use_no)
       select tenant_id, gen_random_uuid(), 'borrow', 'received', id, use_dept_id, now(), 'T' || id from device where id = $1`,
      [id],
    )
  await openDesk(app, manager, '/eam/report?measure=deviceUses&group=toDept&figure=count')
  const total = await until(() => document.querySelector('.eam-measure-table tfoot'), 'the total')
  await until(() => shownText(total).includes('3 条'), 'three hand-overs')
  expect(document.querySelectorAll('.eam-measure-table tbody tr.ant-table-row').length).toBeGreaterThan(0)
})

test('a report prints with the head of the hospital, the chosen period, signature lines and the sums of its table', async () => {
  const year = homeDay(new Date()).slice(0, 4)
  const asked = `measure=repairs&group=useDept&split=urgency&figure=count&reportedAt_ge=${year}-01-01&reportedAt_le=${year}-12-31`
  const desk = await openDesk(app, manager, `/eam/report?${asked}`)
  const table = await until(() => document.querySelector('.eam-measure-table'), 'the table')
  // Each department ends with its subtotal.
  await until(() => table.querySelector('tr.eam-subtotal')?.textContent?.includes('本组合计'), 'a subtotal')
  const sums = summed(table).slice(1)
  click(await desk.find('button', '打印'))
  await desk.at(/^\/form\/eam\/report-print\?measure=repairs/)
  const sheet = await until(() => document.querySelector('.eam-print-sheet'), 'the form')
  expect(summed(sheet)).toEqual(sums)
  expect(sheet.querySelector('header')!.textContent).toContain('江城市第一人民医院')
  expect(shownText(sheet)).toContain(homeDay(new Date()))
  expect(shownText(sheet)).toContain(`${year}-01-01 – ${year}-12-31`)
  for (const signer of ['制表人', '复核人']) expect(shownText(sheet.querySelector('footer')!)).toContain(signer)
  const print = vi.fn()
  window.print = print
  click(byRole('button', '打印')!)
  expect(print).toHaveBeenCalledOnce()
})

test('a period is compared with the same days a year ago; one that ends before it begins asks nothing and can be turned round', async () => {
  const desk = await openDesk(
    app,
    manager,
    '/eam/report?measure=repairs&group=useDept&figure=count&reportedAt_ge=2026-06-30&reportedAt_le=2026-01-01',
  )
  await desk.see('开始日期晚于结束日期')
  await desk.settled()
  expect(desk.requests.filter(({ path }) => path.startsWith('/eam/measure/repairs'))).toEqual([])
  click(await desk.find('button', '对调日期'))
  await desk.at(/reportedAt_ge=2026-01-01&reportedAt_le=2026-06-30/)
  await desk.go('/eam/report?measure=repairs&group=useDept&figure=count&compare=yearAgo&reportedAt_ge=2026-01-01&reportedAt_le=2026-06-30')
  await desk.asked(/reportedAt_ge=2025-01-01&reportedAt_le=2025-06-30/)
  await desk.find('columnheader', /2025-01-01 – 2025-06-30/)
  await desk.find('columnheader', '变化')
})
