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
  expect(await total()).toBe(String(stopped.values.count))
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
