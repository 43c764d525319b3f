import { afterEach, expect, test, vi } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, dialog, openDesk, pick, rows, until } from '#tests/harness/desk.tsx'

const app = await appForFile()

afterEach(() => void vi.useRealTimers())

// No changes of others arrive here, and no answer grows old: what is asked again is asked because of the change.
test('after a change of orders the cards are asked again, and the checks are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const desk = await openDesk(app, await app.signIn('100001', 'manager'), '/eam/check')
  const check = (await until(() => rows()[0] && byRoleAll('cell', undefined, rows()[0])[1]?.textContent, 'checks'))!
  await desk.go('/eam/device')
  await desk.asked(/^\/eam\/device\/list\?/)
  await until(() => rows().length > 0, 'cards')
  await desk.go('/eam/repair?repairStatus=reported')
  const order = await until(() => rows().find((row) => /WX-/.test(row.textContent ?? '')), 'orders')
  click(byRole('checkbox', undefined, order)!)
  click(await desk.find('button', '批量修改工单'))
  const form = await until(() => dialog('批量修改工单'), 'the form')
  await pick('紧急程度', /特急/, form)
  click(byRole('button', '确定', form)!)
  await until(() => !dialog(), 'no form')
  const { length } = desk.requests
  await desk.go('/eam/check')
  await until(() => rows()[0]?.textContent?.includes(check), 'the checks as they were')
  await desk.go('/eam/device')
  await desk.asked(/^\/eam\/device\/list\?/, length)
  expect(desk.requests.slice(length).filter(({ path }) => path.startsWith('/eam/check/list'))).toEqual([])
})
