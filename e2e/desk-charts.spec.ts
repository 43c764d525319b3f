import { expect, type Locator, type Page } from '@playwright/test'
import type { Measure, Measured, MeasureGroup } from '#contract/kit/figures/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { holdSession } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const chartOf = (page: Page, name: string): Locator => page.getByRole('figure', { name, exact: true })
const path = (of: Measure): string => `/api${of.path}`

/** Opens a page; answers the figures that it gets for a measure. */
const told = async (page: Page, address: string, of: Measure, asked: Readonly<Record<string, string>>): Promise<Measured> => {
  const [response] = await Promise.all([
    page.waitForResponse((one) => {
      const { pathname, searchParams } = new URL(one.url())
      return pathname === path(of) && Object.entries(asked).every(([name, value]) => searchParams.get(name) === value)
    }),
    page.goto(address),
  ])
  return ((await response.json()) as { data: Measured }).data
}

/** The groups of a measure, or their parts where it is split, with the addresses of the lists of their rows. */
const groupsOf = (of: Measure, figure: string, { rows, split }: Measured): { group: MeasureGroup; address: string | undefined }[] =>
  (split === null ? rows : rows.flatMap(({ parts = [] }) => parts)).map((group) => ({
    group,
    address: listAddress(of, of.figures[figure]!, group.filter),
  }))

/** The open list is that of one of the groups and has as many rows as its count says; answers the group. */
const expectRows = async (page: Page, of: Measure, found: Measured, figure = 'count'): Promise<MeasureGroup> => {
  await expect(page).toHaveURL(new RegExp(`${of.page}\\?`))
  const { pathname, search } = new URL(page.url())
  const open = groupsOf(of, figure, found).find(({ address }) => address === pathname + search)
  expect(open, pathname + search).toBeDefined()
  await expect(page.locator('.eam-list:visible').getByText(/共 [\d,]+ 条/)).toHaveText(`共 ${open!.group.values.count} 条`)
  return open!.group
}

type Place = readonly [x: number, y: number]
/** From the left to the right, at a height that is a share of the drawing. */
const across = (y: number): Place[] => Array.from({ length: 80 }, (_, at) => [(at + 1) / 81, y])
/** Where the middle of a bar from the left lies, of so many below `top` pixels and above `bottom` pixels. */
const barAt = (height: number, at: number, all: number, top = 20, bottom = 4): number =>
  (top + ((height - top - bottom) * (at + 0.5)) / all) / height

/** Clicks the first place of a way over the drawing where the pointer says that it can be clicked. Places are shares of width and height. */
const clickAlong = async (page: Page, chart: Locator, way: readonly Place[]): Promise<void> => {
  const canvas = chart.locator('canvas')
  await expect(canvas).toBeVisible()
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox())!
  for (const [x, y] of way) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
    if ((await canvas.evaluate((one) => getComputedStyle(one).cursor)) !== 'pointer') continue
    await page.mouse.down()
    await page.mouse.up()
    return
  }
  throw new Error('Nothing on the way can be clicked')
}

/** What loads above a chart of the first page would move it. */
const still = async (page: Page, name: string): Promise<Locator> => {
  await expect(chartOf(page, name).locator('canvas')).toBeVisible()
  await expect(page.locator('.eam-home .ant-skeleton')).toHaveCount(0)
  return chartOf(page, name)
}

const homeChart = async (page: Page, name: string, of: Measure, group: string): Promise<{ chart: Locator; found: Measured }> => {
  const found = await told(page, '/wel/dashboard', of, { group, figures: 'count' })
  return { chart: await still(page, name), found }
}

interface Counted {
  readonly key: string
  readonly count: number
}

/** A chart of the first page that shows the counts of a call, with those that are not zero. */
const homeCounts = async (page: Page, name: string, call: string): Promise<{ chart: Locator; found: Counted[] }> => {
  const [response] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === `/api/eam/home-page/${call}`),
    page.goto('/wel/dashboard'),
  ])
  const { data } = (await response.json()) as { data: Counted[] }
  return { chart: await still(page, name), found: data.filter(({ count }) => count > 0) }
}

/** The open list has the filter of a count and as many rows. */
const expectCounted = async (page: Page, filter: string, { key, count }: Counted): Promise<void> => {
  const { figures, usually } = deviceCards
  await expect(page).toHaveURL(new RegExp(`${deviceCards.page}\\?`))
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(listAddress(deviceCards, figures.count, { ...usually, [filter]: key }))
  await expect(page.locator('.eam-list:visible').getByText(/共 [\d,]+ 条/)).toHaveText(`共 ${count} 条`)
}

test.beforeEach(async ({ page }) => {
  await holdSession(page, 'manager')
})

test('the first page: a slice opens the devices of its state', async ({ page }) => {
  const { chart, found } = await homeCounts(page, '设备状态', 'status-distribution')
  const counts = found.map(({ count }) => count)
  const at = counts.indexOf(Math.max(...counts))
  const sum = (all: readonly number[]): number => all.reduce((whole, one) => whole + one, 0)
  // Slices begin at the top and run clockwise; 0.6 of half the height lies in the ring. Beside the names of more than five it stands on the left.
  const angle = (2 * Math.PI * (sum(counts.slice(0, at)) + counts[at]! / 2)) / sum(counts)
  const box = (await chart.locator('canvas').boundingBox())!
  const radius = (0.6 * Math.min(box.width, box.height)) / 2
  const middle = counts.length > 5 ? 0.29 : 0.5
  await clickAlong(page, chart, [[middle + (radius * Math.sin(angle)) / box.width, 0.5 - (radius * Math.cos(angle)) / box.height]])
  await expectCounted(page, 'eamStatus', found[at]!)
})

test('the first page: a bar and its name open the devices of the department', async ({ page }) => {
  const shown = 10
  for (const [at, way] of [
    [1, (y: number) => across(y).toReversed()],
    [shown - 1, across],
  ] as const) {
    const { chart, found } = await homeCounts(page, '各科室设备', 'dept-device-count')
    const ranked = found.toSorted((one, other) => other.count - one.count)
    await clickAlong(page, chart, way(barAt(256, at, shown)))
    await expectCounted(page, 'useDeptId', ranked[at]!)
  }
})

test('the first page: a column and the name below it open the repairs of the week', async ({ page }) => {
  for (const y of [0.87, 0.955]) {
    const { chart, found } = await homeChart(page, '每周报修', repairs, 'week')
    await clickAlong(page, chart, across(y))
    await expectRows(page, repairs, found)
  }
})

for (const [kind, what, group, split, way] of [
  ['stacked', 'a part of a bar', 'useDept', 'eamStatus', across(barAt(380, 0, 15, 36, 28))],
  ['treemap', 'a tile', 'assetsCategory', undefined, across(0.3)],
  ['donut', 'a slice', 'riskLevel', undefined, across(0.5)],
  ['column', 'a column', 'value', undefined, across(0.92)],
] as const)
  test(`the report: ${what} of a ${kind} chart opens exactly its rows`, async ({ page }) => {
    const address = `/eam/report?measure=deviceCards&group=${group}&figure=count&kind=${kind}${split ? `&split=${split}` : ''}`
    const found = await told(page, address, deviceCards, split ? { group, split } : { group })
    await clickAlong(page, page.getByRole('figure').first(), way)
    const open = await expectRows(page, deviceCards, found)
    expect(Number(open.values.count)).toBeGreaterThan(0)
  })

test('the page of a device: columns of its years open the repairs of the year', async ({ page, server }) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const query = { repairStatus: 'done', isStopped: '1', size: '50', columns: 'deviceId,totalCost' }
  const { records } = await desk.get<Rows<{ deviceId: string; totalCost: string | null }>>('/eam/eventtyperepair/list', query)
  const { deviceId } = records.find(({ totalCost }) => Number(totalCost) > 0)!
  const open = (): Promise<Measured> => told(page, `/eam/device/${deviceId}?tab=repairs`, repairs, { deviceId, group: 'year' })
  const found = await open()
  await clickAlong(page, chartOf(page, '每年维修费用'), across(0.75))
  await expectRows(page, repairs, found, 'cost')
})
