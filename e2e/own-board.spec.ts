import { expect } from '@playwright/test'
import { holdSession, signIn } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'
import { withoutPolls } from './harness/without-polls.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

const demo = { tenant: '100001', password: 'ward2026' }

test('a board is built, moved by mouse and keys, shared with a role, and a report moves its figure on the screen of a head without a poll', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, 'manager', '/eam/own-board')
  await page.locator('.eam-toolbar:visible').getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('看板名称').fill('科室早会')
  await form.getByLabel('共享给角色').click()
  await page.getByTitle('科主任', { exact: true }).click()
  // The open list lies over the buttons of the form until something else is clicked.
  await form.getByLabel('看板名称').click()
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page).toHaveURL(/\/eam\/own-board\/[0-9a-f-]{36}$/)

  await page.getByRole('button', { name: '添加面板' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('统计对象').click()
  await page.keyboard.type('维修统计')
  await page.getByTitle('维修统计', { exact: true }).click()
  await panel.getByLabel('标题').fill('本年报修')
  await panel.getByRole('button', { name: /确\s*定/ }).click()
  const item = page.getByRole('group', { name: /^本年报修/ })
  await expect(item).toHaveAccessibleName('本年报修 · 第 1 列，第 1 行，宽 6 列，高 3 行')
  await item.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(item).toHaveAccessibleName(/宽 6 列，高 4 行$/)
  const box = (await item.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 1.5, box.y + box.height / 2, { steps: 12 })
  await page.mouse.up()
  await expect(item).toHaveAccessibleName(/第 7 列，第 1 行，宽 6 列，高 4 行$/)
  await page.getByRole('button', { name: '保存看板' }).click()
  await expect(page.getByText('看板已保存')).toBeVisible()
  const id = page.url().split('/').at(-1)!

  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, baseURL: server.url, locale: 'zh-CN' })
  const wall = await context.newPage()
  await withoutPolls(wall)
  await holdSession(wall, 'head')
  const stream = wall.waitForResponse((response) => response.url().includes('/sse/realtime-data') && response.status() === 200)
  await wall.goto(`/datav/own/${id}`)
  await expect(wall.getByRole('main', { name: '科室早会' })).toBeVisible()
  await stream
  const figure = wall.getByRole('region', { name: '本年报修' }).locator('strong')
  await expect(figure).toHaveText(/^[\d,]+ 单$/)
  const before = Number((await figure.textContent())!.replace(/\D/g, ''))
  // The head sees the own department and those below; the keeper of the demo belongs to another one.
  const ward = await openDesk(server.url, { ...demo, user: 'head' })
  await ward.post('/eam/eventtyperepair/submit', {
    deviceId: (await freeCards(() => ward)()).id,
    faultDescription: '屏幕不亮',
    urgency: 'normal',
  })
  await expect(figure).toHaveText(`${new Intl.NumberFormat('zh-CN').format(before + 1)} 单`)
  // No scroll bars, at twice the size either.
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 3840, height: 2160 },
  ]) {
    await wall.setViewportSize(size)
    const inside = await wall.evaluate(
      () => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight,
    )
    expect(inside).toBe(true)
  }
  await context.close()
})
