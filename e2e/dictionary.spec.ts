import { expect } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { holdSession } from './harness/desk-page.ts'
import { openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

// A hospital with a dictionary of its own offers its values alone, to every later test too.
test.use({ hospital: 'arranged' })

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }

test('a phone shows fields as the hospital sets them; a value made at the desk is chosen there without a network; sealed, it is no longer offered [SHELL-DICT-1] [SHELL-DICT-2]', async ({
  page,
  browser,
  server,
}) => {
  await holdSession(page, 'manager')
  await page.goto('/system/dictbiz')
  await page.getByRole('button', { name: '新增字典' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('字典编号').fill('fault_kind')
  await dialog.getByLabel('字典名称').fill('本院故障类别')
  const made = page.waitForResponse((response) => response.url().endsWith('/dict-biz/submit'))
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const { data: head } = (await (await made).json()) as { data: { id: string } }
  const asked = page.waitForRequest((request) => request.url().includes('/dict-biz/child-list?'))
  await page.getByText('本院故障类别').click()
  expect(new URL((await asked).url()).searchParams.get('parentId')).toBe(head.id)
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(2)
  await page.getByRole('button', { name: '新增字典值' }).click()
  await dialog.getByLabel('字典键值').fill('leak')
  await dialog.getByLabel('字典名称').fill('漏液')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const row = page.getByRole('row', { name: /漏液/ })
  await expect(row).toContainText('使用中')

  const office = await openDesk(server.url, keeper)
  const { records } = await office.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '1' })
  const card = records[0]!
  const text = `底部漏液 ${Date.now()}`
  const manager = await openDesk(server.url, { ...keeper, user: 'manager' })
  await manager.post('/osm/industry-config/tenant-update', {
    entity: 'device',
    fields: [
      { fieldCode: 'location', isShow: 1, alias: '所在地' },
      { fieldCode: 'keeper', isShow: 0 },
    ],
  })
  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url })
  const phone = await context.newPage()
  await phone.goto('/m/')
  await signInPhone(phone, keeper)
  await phone.goto(`/m/device/${card.id}`)
  await expect(phone.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect(phone.getByText('所在地', { exact: true })).toBeVisible()
  await expect(phone.getByText('保管人', { exact: true })).toHaveCount(0)
  await phone.getByRole('main').getByRole('link', { name: '报修', exact: true }).click()
  await context.setOffline(true)
  await phone.getByRole('textbox', { name: '故障描述' }).fill(text)
  await phone.getByRole('button', { name: '漏液' }).click()
  await expect(phone.getByRole('button', { name: '电源/不开机' })).toHaveCount(0)

  await row.getByRole('button', { name: '封存' }).click()
  await expect(row).toContainText('已封存')
  await phone.getByRole('button', { name: '提交报修' }).click()
  await context.setOffline(false)
  await expectQueueEmpty(phone)
  const orders = () => office.get<Page<{ faultKindValue: string }>>('/eam/eventtyperepair/list', { keyword: text, size: '5' })
  await expect.poll(async () => (await orders()).records.map((order) => order.faultKindValue), { timeout: SETTLE_MS }).toEqual(['漏液'])
  await context.close()
})
