// Script tasks of the flow designer while a large flow is edited: npx tsx bench/designer.ts [--nodes=200] [--rounds=3] (needs a build)
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { holdSession } from '../e2e/harness/desk-page.ts'
import { openDesk } from '../e2e/harness/office.ts'
import { startServer } from '../e2e/harness/program.ts'
import { chromiumFlags, findOrInstallChromium } from '../scripts/find-chromium.mjs'

const { values: asked } = parseArgs({ options: { nodes: { type: 'string', default: '200' }, rounds: { type: 'string', default: '3' } } })
const account = { tenant: '100001', user: 'manager', password: 'ward2026' }
const who = [{ by: 'head', of: 'applicant' }]

/** Groups of eight nodes, one of them a condition with two branches and a default: a flow as wide as it is long. */
const groups = Array.from({ length: Math.ceil(Number(asked.nodes) / 8) }, (_, group) => {
  const approve = (id: string) => ({ kind: 'approve', id: `${id}${group}`, name: `审批 ${id}${group}`, who, mode: 'one' })
  const branch = (id: string, value: string, nodes: object[]) => ({
    id: `${id}${group}`,
    when: [[{ fact: 'originalValue', is: 'ge', value }]],
    nodes,
  })
  const condition = {
    kind: 'condition',
    id: `c${group}`,
    branches: [branch('l', '100000', [approve('la'), approve('lb')]), branch('m', '10000', [approve('ma'), approve('mb')])],
    otherwise: { id: `o${group}`, nodes: [approve('oa')] },
  }
  return [approve('a'), { kind: 'copy', id: `k${group}`, who }, condition]
})

declare global {
  interface Window {
    longTasks: number[]
  }
}

/** The tasks over 50 ms that an act and what follows from it took, in ms. */
async function tasksOf(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => void window.longTasks.splice(0))
  await act()
  // What an act starts later, such as the names of people, belongs to it.
  await page.waitForTimeout(400)
  return page.evaluate(() => window.longTasks.splice(0).map(Math.round))
}

const server = await startServer({ LIVE_STREAMS: '0' })
const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: chromiumFlags })
try {
  const desk = await openDesk(server.url, account)
  const { id } = await desk.post<{ id: string }>('/flow/definition/submit', {
    definitionName: '大流程',
    approvalKind: 'deviceApply',
    draft: { nodes: groups.flat() },
  })
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  await holdSession(page, account)
  const item = (name: string | RegExp) => page.getByRole('treeitem', { name }).first()
  const opening = await (async () => {
    await page.goto(`/flow/definition/${id}`)
    await item(/审批 a0/).waitFor()
    await page.waitForTimeout(1000)
    return page.evaluate(() => window.longTasks.splice(0).map(Math.round))
  })()
  const cards = await page.getByRole('treeitem').count()
  await item(/审批 a0/).click()
  await page.waitForTimeout(1000)
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['open a node', () => item(/审批 la1/).click()],
    ['type a name', () => page.getByLabel('名称', { exact: true }).pressSequentially('设备科', { delay: 60 })],
    [
      'walk by arrows',
      () =>
        item(/审批 a1/)
          .press('ArrowDown')
          .then(() => page.keyboard.press('ArrowDown')),
    ],
    [
      'copy and paste',
      () =>
        item(/审批 a1/)
          .press('Control+c')
          .then(() => page.keyboard.press('Control+v')),
    ],
    ['move', () => item(/审批 a1/).press('Alt+ArrowDown')],
    ['remove', () => item(/审批 a1/).press('Delete')],
    ['undo', () => page.keyboard.press('Control+z')],
    ['zoom', () => page.getByRole('button', { name: '缩小' }).click()],
    ['zoom back', () => page.getByRole('button', { name: '放大' }).click()],
  ]
  console.log(`${cards} items on the drawing; tasks over 50 ms: opening ${opening.join(', ') || 'none'}`)
  for (let round = 1; round <= Number(asked.rounds); round++) {
    const told: string[] = []
    for (const [name, act] of acts) {
      const tasks = await tasksOf(page, act)
      told.push(`${name} ${tasks.join(', ') || 'none'}`)
    }
    console.log(`round ${round}: ${told.join('; ')}`)
  }
} finally {
  await browser.close()
  await server.stop()
}
