import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const panel = (name: string) =>
  until(() => byRole('region', name, document.querySelector('.eam-home') ?? document.body), `the panel ${name}`)
const noPanel = (name: string) => until(() => document.querySelector('.eam-home-panel h2') && !byRole('region', name), `no panel ${name}`)
const inPanel = async (of: string, name: string | RegExp) => {
  const within = await panel(of)
  return until(
    () =>
      byRoleAll('link', undefined, within).find((link) =>
        typeof name === 'string' ? link.textContent?.includes(name) : name.test(link.textContent ?? ''),
      ),
    `${name} in ${of}`,
  )
}
const names = (): string[] => [...document.querySelectorAll('.eam-home-panel h2')].map((head) => head.textContent ?? '')
/** The number of a figure, by its name. */
const figureOf = async (of: string, name: string | RegExp): Promise<number> => {
  const link = await inPanel(of, name)
  return Number(link.querySelector('strong')!.textContent!.replaceAll(',', ''))
}
const total = (count: number) => until(() => shownText().includes(`共 ${count} 条`), `${count} rows`)
const firstOf = async (of: string) => {
  const within = await panel(of)
  return until(() => byRole('listitem', /\S/, within), `a line in ${of}`)
}

/** The rows of a chart's table, as `label value`. */
const chartRows = async (title: string): Promise<string[]> => {
  const table = await until(() => byRole('figure', title)?.querySelector('table'), `the values of ${title}`)
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
}
type Counts = { key: string | null; name: string; hint: string; count: number; amount: string }[]

test('[SERVICE-HOME-4] [SERVICE-HOME-5] [SERVICE-HOME-6] [SERVICE-HOME-7] [SERVICE-HOME-8] [SERVICE-HOME-9] the panels show what their calls answer', async () => {
  const client = await as('manager')
  const answerOf = async <T = Counts>(name: string) => (await client.get<T>(`/eam/home-page/${name}`)).data
  const desk = await openDesk(app, client, '/')
  for (const name of ['help', 'device-statistics', 'warn-statistics', 'status-distribution', 'ranking-categories', 'dept-device-count'])
    await desk.asked(`/eam/home-page/${name}`)

  const linesOf = async (of: string, part: string) =>
    [...(await panel(of)).querySelectorAll('li a')].map((link) => link.querySelector(`:scope > ${part}`)?.textContent)
  await firstOf('帮助')
  const help = await answerOf('help')
  expect(help.length).toBeGreaterThan(0)
  expect(await linesOf('帮助', 'strong')).toEqual(help.map(({ name }) => name))
  expect(await linesOf('帮助', 'span')).toEqual(help.map(({ hint }) => hint))

  const { count, amount, states } = await answerOf<{ count: number; amount: string; states: Counts }>('device-statistics')
  expect(await figureOf('设备概况', /^设备/)).toBe(count)
  expect(await figureOf('设备概况', '在用')).toBe(states.find(({ key }) => key === 'in_use')!.count)
  const value = await inPanel('设备概况', '原值')
  expect(Number(value.title.replace(/[^\d.]/g, ''))).toBe(Number(amount))

  await firstOf('预警')
  const warnings = (await answerOf('warn-statistics')).filter((one) => one.count > 0)
  expect(warnings.length).toBeGreaterThan(0)
  expect(await linesOf('预警', 'span')).toEqual(warnings.map(({ name }) => name))
  expect(await linesOf('预警', 'strong')).toEqual(warnings.map((one) => one.count.toLocaleString('zh-CN')))

  const counted = async (name: string) =>
    (await answerOf(name)).filter((one) => one.count > 0).map((one) => `${one.name ?? '未填写'} ${one.count} 台`)
  expect((await chartRows('设备状态')).sort()).toEqual((await counted('status-distribution')).sort())
  expect((await chartRows('各科室设备')).sort()).toEqual((await counted('dept-device-count')).sort())
  const ranked = (await answerOf('ranking-categories')).sort((one, other) => Number(other.amount) - Number(one.amount)).slice(0, 7)
  await firstOf('资产分类价值排行')
  expect(await linesOf('资产分类价值排行', '.eam-home-cut')).toEqual(ranked.map(({ name }) => name ?? '未填写'))
})

test('[SERVICE-HOME-1] a manager sees what waits, what warns and how it stands; a figure opens exactly its rows', async () => {
  const desk = await openDesk(app, await as('manager'), '/')
  await panel('预警')
  await firstOf('未完工维修')
  for (const chart of ['设备状态', '各科室设备', '每周报修', '每周响应时间（中位数）'])
    await until(() => byRole('figure', chart)?.querySelector('canvas'), `the chart ${chart}`)
  // The most valuable category is first.
  const ranking = await panel('资产分类价值排行')
  await until(() => ranking.querySelectorAll('a').length > 3, 'categories')
  const titles = [...ranking.querySelectorAll('a')].map((link) => link.getAttribute('title') ?? '')
  const amounts = titles.filter((title) => /\d/.test(title)).map((title) => Number(title.replace(/[^\d.]/g, '')))
  expect(amounts.length).toBeGreaterThan(3)
  expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
  const count = await figureOf('待我处理', '待受理报修')
  expect(count).toBeGreaterThan(0)
  click(await inPanel('待我处理', '待受理报修'))
  await until(() => location.pathname === '/eam/repair', 'the orders')
  expect(location.search).toBe('?repairStatus=reported')
  await total(count)
  await desk.settled()
})

test('[SERVICE-HOME-2] [SERVICE-HOME-3] an engineer sees the orders by urgency, and a keeper those of the department', async () => {
  await openDesk(app, await as('engineer'), '/')
  const first = await firstOf('未完工维修')
  expect(first.textContent).toContain('特急')
  click(byRole('link', undefined, first)!)
  await until(() => /^\/eam\/repair\/[0-9a-f-]{36}$/.test(location.pathname), 'the order')
  await openDesk(app, await as('keeper'), '/')
  expect((await firstOf('科室在修设备')).textContent).toContain('重症医学科')
  await inPanel('进行中的盘点', /台未盘/)
  const reported = await figureOf('我发起的', '我的报修')
  click(await inPanel('我发起的', '我的报修'))
  await total(reported)
})

test('the platform sees organisations and no menus of hospitals; an auditor sees changes of rights', async () => {
  const desk = await openDesk(app, await app.signIn('000000', 'admin', 'admin'), '/')
  await panel('平台概况')
  expect(document.querySelector('.eam-home > header')!.textContent).toContain('平台管理员')
  await inPanel('各机构', '江城市第一人民医院')
  const menu = await desk.find('navigation', '菜单')
  expect(shownText(menu)).toContain('租户产品包')
  expect(shownText(menu)).not.toContain('设备卡')
  await openDesk(app, await as('auditor'), '/')
  await panel('权限变更')
  expect(names().slice(0, 2)).toEqual(['权限变更', '数据导出'])
  await noPanel('我发起的')
})

test('panels are hidden and moved, on the next computer too; one that fails leaves the others alone', async () => {
  const head = await as('head')
  const desk = await openDesk(app, head, '/')
  await panel('科室在修设备')
  click(await desk.find('button', '调整首页'))
  const drawer = await desk.find('dialog')
  click(await desk.find('switch', /帮助/, drawer))
  click(await desk.find('button', '上移“预警”', drawer))
  click(await desk.find('button', '保存', drawer))
  await until(() => !byRole('dialog'), 'no dialog')
  await noPanel('帮助')
  const next = await openDesk(app, head, '/wel/index')
  next.answer(({ path }) =>
    path.startsWith('/eam/home-page/processed')
      ? Response.json({ code: 500, success: false, msg: '服务器出错了' }, { status: 500 })
      : undefined,
  )
  const retry = await next.find('button', '重试', await panel('待我处理'))
  await noPanel('帮助')
  expect(names().slice(0, 3)).toEqual(['上手五分钟', '预警', '待我处理'])
  next.answer(undefined)
  click(retry)
  await inPanel('待我处理', '待验收')
})
