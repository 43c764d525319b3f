import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, until } from '#tests/harness/desk.tsx'
import { found, load } from '#tests/harness/desk-acts.ts'
import { listBehind } from '#tests/harness/desk-paths.ts'

const app = await appForFile()
const person = (account: string) => app.signIn('100001', account, 'ward2026')
/** Starts a check of a department and answers its id and its first line. */
const checkOf = async (client: Client, deptName: string): Promise<{ id: string; line: Row }> => {
  const depts = (await client.get<Page<Row>>('/blade-system/dept/list', { size: 200 })).data.records
  const scopeDepts = depts.filter((one) => one.deptName === deptName).map((one) => one.id)
  const draft = { checkTitle: `${deptName}看板抽查`, beginDate: '2026-11-01', mode: 'open', scopeDepts }
  const { id } = (await client.post('/eam/check/submit', draft)).data
  await client.post('/eam/check/start', { id })
  const query = { checkId: id, size: 1, columns: 'bookLocationId' }
  return { id, line: (await client.get<Page<Row>>('/eam/deviceapplylist/list', query)).data.records[0]! }
}
const scan = (client: Client, { id, line }: { id: string; line: Row }) =>
  client.post('/eam/check/scan', { checkId: id, lineId: line.id, locationId: line.bookLocationId })

/** A check that has ended, with one device counted. */
const endedCheck = async (client: Client): Promise<void> => {
  const check = await checkOf(client, '骨科')
  await scan(client, check)
  const parts = (await client.get<Page<Row>>('/eam/check-dept/list', { checkId: check.id })).data.records
  await client.post('/eam/check/real-submit', { ids: parts.map((part) => part.id) })
  await client.post('/eam/check/close', { id: check.id })
}

test('who may not see the boards learns that there', async () => {
  await openDesk(app, await person('keeper'), '/datav/device')
  await until(() => location.pathname === '/403', 'the refusal')
})

/** Lists that are on no menu. */
const offMenu: Readonly<Record<string, string>> = {
  '/eam/check-line': '/eam/deviceapplylist/list',
  '/eam/check-dept': '/eam/check-dept/list',
}

/** How many rows the list has that a link opens. A last day of moments is asked for by its end, as the page does. */
const rowsBehind = async (client: Client, href: string): Promise<number> => {
  const { pathname, search } = new URL(href, 'http://desk')
  const list = offMenu[pathname] ?? listBehind(`${pathname}/:id`)?.slice('/api'.length)
  const filters = [...new URLSearchParams(search)].map(([name, value]) => [name, /At_le$/.test(name) ? `${value} 23:59:59.999` : value])
  return (await client.get<Page>(list ?? pathname, { ...Object.fromEntries(filters), size: '1' })).data.total
}

/** Figures that count something else than the rows they lead to: departments, devices, places and people. */
const ofOthers = ['用械科室', '已盘完科室', '今日盘到设备', '今日盘点位置', '今日盘点人数']

test('each count of a manager’s boards leads to a list of as many rows, and no figure leads nowhere', async () => {
  const client = await person('manager')
  await endedCheck(client)
  await scan(client, await checkOf(client, '儿科'))
  const others = new Set<string>()
  const desk = await openDesk(app, client, '/wel/dashboard')
  for (const board of ['dept', 'device', 'inventory', 'dept/pda']) {
    load(desk, `/datav/${board}`)
    await until(() => document.querySelector('.eam-board-hero'), `the board ${board}`)
    await desk.settled()
    for (const figure of ['.eam-board-hero', '.eam-board-bars li', '.eam-board-checks li'])
      expect([board, figure, [...document.querySelectorAll(figure)].filter((one) => !one.querySelector('a'))]).toEqual([board, figure, []])
    const figures = [...document.querySelectorAll<HTMLElement>('.eam-board a[href*="?"]')].map((link) => ({
      panel: link.closest('section')?.getAttribute('aria-label') ?? '',
      text: (link.querySelector('strong, em') ?? link).textContent ?? '',
      unit: link.querySelector('strong + span')?.textContent ?? '',
      href: link.getAttribute('href') ?? '',
    }))
    expect([board, figures.length > 3]).toEqual([board, true])
    for (const { panel, text, unit, href } of figures) {
      // Shares and money are no counts of rows.
      if (unit === '%' || panel.endsWith('费用') || !/^[\d,]+$/.test(text)) continue
      if (ofOthers.includes(panel)) others.add(panel)
      else expect([board, panel, href, await rowsBehind(client, href)]).toEqual([board, panel, href, Number(text.replaceAll(',', ''))])
    }
  }
  expect([...others].sort()).toEqual([...ofOthers].sort())
})

test('the boards of checks stand outside the frame, say in both languages when a check ended, and show what was scanned [ASSET-ROUTE-18] [ASSET-ROUTE-19]', async () => {
  const client = await person('manager')
  await endedCheck(client)
  const check = await checkOf(client, '手术室')
  const desk = await openDesk(app, client, '/datav/inventory')
  await desk.find('main', '盘点看板')
  expect(byRole('navigation', '菜单')).toBeUndefined()
  const share = () => {
    const row = byRole('row', /手术室/)
    return row && byRoleAll('cell', undefined, row).at(-1)!.textContent
  }
  await until(() => share() === '0%', 'nothing counted')
  await scan(client, check)
  load(desk, '/datav/inventory')
  await desk.find('main', '盘点看板')
  await until(() => share() !== undefined && share() !== '0%', 'what was counted')
  // When a check ended is a day in both languages, not the moment as it is stored.
  const ended = async (name: string) => (await found('listitem', undefined, () => byRole('region', name))).textContent
  expect(await ended('最近结束的盘点')).toMatch(/\d{4}-\d{2}-\d{2} ·/)
  click(await desk.find('button', 'English'))
  expect(await ended('Recently closed checks')).toMatch(/\d{1,2} [A-Z][a-z]{2} \d{4} ·/)
  click(await desk.find('button', '中文'))
  click(await desk.find('button', '切换到物联盘点看板'))
  await until(() => location.pathname === '/datav/dept/pda', 'the other board')
  await desk.find('main', '物联盘点看板')
  expect(byRole('navigation', '菜单')).toBeUndefined()
  const scanned = await found('listitem', undefined, () => byRole('region', '最新扫描'))
  expect(scanned.textContent).toContain(String(check.line.deviceName))
})
