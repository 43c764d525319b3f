import { expect } from '@playwright/test'
import { rows, signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
interface Named {
  readonly id: string
}

test('a device is shared, reserved and seen in the calendar; a marked one is listed [ASSET-SCR-SHARE] [ASSET-SCR-MARKER]', async ({
  page,
  server,
}) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const depts = (await desk.get<Rows<Named>>('/blade-system/dept/list', { size: '2' })).records
  const { id } = await desk.post<Named>('/eam/device/submit', { deviceName: '共享输液泵', useDeptId: depts[0]!.id })
  await desk.post('/eam/marker/device/tag-submit', { ids: [id] })
  await signIn(page, 'manager', `/eam/device?keyword=${encodeURIComponent('共享输液泵')}`)
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '共享与标记' }).click()
  await page.getByRole('menuitem', { name: '加入共享' }).click()
  await page.getByRole('dialog').getByLabel('单价（元）').fill('12.5')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(
    page.getByText('“加入共享”完成').or(page.getByText('加入共享成功')).or(page.locator('.ant-message-success')).first(),
  ).toBeVisible()

  await page.goto('/eam/share')
  await expect(rows(page).filter({ hasText: '共享输液泵' })).toContainText('¥12.50')
  await expect(page.getByRole('region', { name: '空闲情况' })).toContainText('共享输液泵空闲 1 台')
  const [fromTime, toTime] = [1, 30].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await desk.post('/eam/deviceusemanage/shared-borrowing-save', { deviceId: id, borrowDeptId: depts[1]!.id, fromTime, toTime })
  await page.getByRole('button', { name: '共享日历' }).click()
  const bar = page.getByRole('link', { name: /已预约/ }).first()
  await expect(bar).toBeVisible()
  await bar.click()
  await expect(page.getByRole('button', { name: '借出' })).toBeVisible()

  await page.goto('/eam/marker')
  await expect(rows(page).filter({ hasText: '共享输液泵' })).toBeVisible()
})

test('a disposal is entered, declared and printed [ASSET-ROUTE-11] [ASSET-ROUTE-12] [ASSET-ROUTE-13]', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const dept = (await desk.get<Rows<Named>>('/blade-system/dept/list', { size: '1' })).records[0]!
  const devices: string[] = []
  for (let n = 1; n <= 20; n++) {
    const draft = { deviceName: `待报废监护仪${n}`, useDeptId: dept.id, originalValue: '1500.00', assetsCode: `GZ-E2E-${n}` }
    devices.push((await desk.post<Named>('/eam/device/submit', draft)).id)
  }
  const { id } = await desk.post<Named>('/eam/devicedisposal/submit', {
    disposalType: 'scrap',
    declareReasons: 'aged',
    reasonDetail: '已过使用年限',
    useDeptId: dept.id,
    lines: devices.map((deviceId) => ({ deviceId })),
  })
  await signIn(page, 'manager', `/form/eam/dev-disposal-edit?id=${id}`)
  await page.getByLabel('申请标题').fill('监护仪报废')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(new RegExp(`/eam/dev-disposal/${id}`))
  await page.goto(`/form/eam/dev-disposal-audit?id=${id}`)
  await page.getByRole('button', { name: '提交申报' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('待鉴定').first()).toBeVisible()
  await page.getByRole('button', { name: '打印' }).click()
  const sheet = page.locator('.eam-print-sheet')
  await expect(sheet.getByRole('heading', { name: '医疗设备处置申请表' })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /合计（20 台）/ })).toContainText('¥30,000.00')
  await expect(sheet).toContainText('技术鉴定人')
  // Paper has the form alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.eam-print-tools')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(sheet.getByRole('row', { name: /待报废监护仪20/ })).toBeVisible()
})
