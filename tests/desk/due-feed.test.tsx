import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { found } from '#tests/harness/desk-acts.ts'
import { dialog } from '#tests/harness/screen.ts'

const app = await appForFile()
const address = (): string | undefined => document.querySelector('[data-testid="feed-address"]')?.textContent ?? undefined
const button = (name: string) => found('button', name, () => dialog())
const status = async (url: string): Promise<number> => (await fetch(`${app.url}${new URL(url).pathname}`)).status

test('a person makes, renews and ends the address of a calendar feed', async () => {
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const desk = await openDesk(app, manager, '/eam/due-calendar')
  click(await found('button', '日历订阅', () => byRole('main')))
  click(await button('生成订阅地址'))
  const first = await until(address, 'the address')
  expect(first).toMatch(/\/api\/eam\/due\/feed\/file\/100001\.[\w-]+\.[\w-]+\.ics$/)
  expect(await status(first)).toBe(200)
  await desk.see('地址只显示这一次')
  await desk.reload()
  click(await found('button', '日历订阅', () => byRole('main')))
  await until(() => shownText(dialog()!).includes('订阅地址已于'), 'since when')
  expect(address()).toBeUndefined()
  click(await button('重新生成'))
  click(await until(() => byRole('button', /^(确 ?定|OK)$/, dialog('原地址将立即失效')), 'the question'))
  const second = await until(address, 'the new address')
  expect([await status(first), await status(second)]).toEqual([404, 200])
  click(await found('button', '停止订阅', () => dialog('在自己的日历中')))
  await found('button', '生成订阅地址', () => dialog('在自己的日历中'))
  expect(await status(second)).toBe(404)
})
