import { expect } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
interface Named {
  readonly id: string
}

test('on paper there is the sheet of a disposal alone', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const dept = (await desk.get<Rows<Named>>('/blade-system/dept/list', { size: '1' })).records[0]!
  const { id: deviceId } = await desk.post<Named>('/eam/device/submit', { deviceName: '待报废监护仪', useDeptId: dept.id })
  const { id } = await desk.post<Named>('/eam/devicedisposal/submit', {
    disposalType: 'scrap',
    declareReasons: 'aged',
    reasonDetail: '已过使用年限',
    useDeptId: dept.id,
    lines: [{ deviceId }],
  })
  await signIn(page, 'manager', `/eam/dev-disposal/${id}`)
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('.eam-print-tools')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.eam-print-tools')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.locator('.eam-print-sheet').getByRole('row', { name: /待报废监护仪/ })).toBeVisible()
})
