import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
const [applyAt, useAt] = ['/eam/deviceapply', '/eam/deviceusemanage']
interface Named {
  readonly id: string
}

/** Takes a step on the page of a record; ends when the call of that address has answered. */
async function act(
  page: Page,
  button: string,
  call: string,
  fields: Readonly<Record<string, string>> = {},
  choices: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(call))
  const shown = page.getByRole('button', { name: button, exact: true }).locator('visible=true').first()
  const more = page.getByRole('button', { name: '更多', exact: true }).locator('visible=true').first()
  await expect(shown.or(more).first()).toBeVisible()
  if (await shown.isVisible()) await shown.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: button, exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  // A step without input or question is taken at once.
  if (await Promise.race([dialog.waitFor().then(() => true), answered.then(() => false)])) {
    for (const [label, value] of Object.entries(fields)) {
      await dialog.getByLabel(label).first().fill(value)
      await dialog.getByLabel(label).first().press('Enter')
    }
    for (const [label, option] of Object.entries(choices)) {
      await dialog.getByLabel(label).first().click()
      await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
    }
    await dialog.getByRole('button', { name: /^(确定|同意)$/ }).click()
  }
  expect((await answered).status()).toBe(200)
  await expect(dialog).toBeHidden()
}

test('an application is submitted, withdrawn and ended by its buttons, and shows its state in words [ASSET-ST-APPLY-1] [ASSET-ST-APPLY-2] [ASSET-ST-APPLY-3] [ASSET-ST-APPR] [ASSET-ST-USE-1] [ASSET-ST-USE-2] [ASSET-ST-USE-3] [ASSET-ST-USE-4] [ASSET-ST-USE-6] [ASSET-CAP-5]', async ({
  page,
  server,
}) => {
  const [manager, admin] = await Promise.all(['manager', 'admin'].map((user) => openDesk(server.url, { ...hospital, user })))
  const [from, to] = (await manager!.get<Rows<Named>>('/blade-system/dept/list', { size: '2' })).records as [Named, Named]
  const draft = async (title: string, by = manager): Promise<string> => {
    const device = await manager!.post<Named>('/eam/device/submit', { deviceName: `${title}设备`, useDeptId: from.id })
    const [borrowTime, returnTime] = [0, 86_400_000].map((later) => new Date(Date.now() + later).toISOString())
    const said = {
      applyTitle: title,
      type: 'borrow',
      deptId: to.id,
      useDeptId: to.id,
      borrowTime,
      returnTime,
      lines: [{ deviceId: device.id }],
    }
    return (await by!.post<Named>(`${applyAt}/submit`, said)).id
  }
  const lentBy = async (applyId: string): Promise<string> =>
    (await manager!.get<Rows<Named>>(`${useAt}/list`, { applyId, size: '1' })).records[0]!.id
  const [first, second] = [await draft('夜班借用'), await draft('周末借用')]

  await signIn(page, 'manager', '/eam/apply')
  const kinds = page.getByRole('radiogroup', { name: '申请类型' })
  for (const kind of ['领用', '借用', '调拨', '退库', '申购', '入库', '盘点', '维修', '保养', '计量'])
    await expect(kinds.getByText(kind, { exact: true })).toBeVisible()
  for (const kind of ['处置', '共享']) await expect(page.getByRole('link', { name: kind, exact: true })).toBeVisible()
  const row = page.locator('.eam-list:visible .ant-table-row').filter({ hasText: '夜班借用' })
  await expect(row).toContainText('草稿')

  await page.goto(`/eam/apply/${first}`)
  await act(page, '提交申请', `${applyAt}/eventSubmit`)
  await expect(page.getByText('审批中').locator('visible=true').first()).toBeVisible()
  await act(page, '撤销申请', `${applyAt}/cancel-check`)
  await expect(page.getByText('已撤销').locator('visible=true').first()).toBeVisible()
  await page.goto(`/eam/apply/${second}`)
  await act(page, '提交申请', `${applyAt}/eventSubmit`)
  await admin!.post(`${applyAt}/approve`, { id: second })
  await page.reload()
  await act(page, '终止申请', `${applyAt}/applyEnd`, { 原因: '不再需要' })
  await expect(page.getByText('已终止').locator('visible=true').first()).toBeVisible()

  // A loan that the manager asked for: received and given back here.
  const third = await draft('手术借用')
  await manager!.post(`${applyAt}/eventSubmit`, { id: third })
  await admin!.post(`${applyAt}/approve`, { id: third })
  const use = await lentBy(third)
  await admin!.post(`${useAt}/submit`, { id: use })
  await page.goto(`/eam/device-use/${use}`)
  await act(page, '确认接收', `${useAt}/confirm`)
  await act(page, '归还', `${useAt}/give-back`)
  await expect(page.getByText('待收回').locator('visible=true').first()).toBeVisible()

  // One that another person asked for: handed out, extended and taken back here.
  const fourth = await draft('陪护借用', admin)
  await admin!.post(`${applyAt}/eventSubmit`, { id: fourth })
  await manager!.post(`${applyAt}/approve`, { id: fourth })
  const lent = await lentBy(fourth)
  await page.goto(`/eam/device-use/${lent}`)
  await act(page, '确认交出', `${useAt}/submit`)
  await admin!.post(`${useAt}/confirm`, { id: lent })
  const extendTo = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await admin!.post(`${useAt}/extend`, { id: lent, extendTo, reason: '手术推迟' })
  await page.reload()
  await act(page, '审批续借', `${useAt}/audit`, {}, { 审批结果: '同意' })
  await admin!.post(`${useAt}/give-back`, { id: lent })
  await page.reload()
  await act(page, '收回', `${useAt}/takeBack`, {}, { 归还状况: '完好' })
  await expect(page.getByText('已归还').locator('visible=true').first()).toBeVisible()
})
