import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
const at = '/eam/devicedisposal'
interface Named {
  readonly id: string
}
interface Person extends Named {
  readonly account: string
}

/** Presses a button of the record and fills the dialog that it opens; ends when the call has answered. */
async function act(page: Page, button: string, call: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(call) && response.request().method() === 'POST')
  await page.getByRole('button', { name: button, exact: true }).locator('visible=true').first().click()
  const dialog = page.getByRole('dialog')
  // A step without input or question is taken at once.
  if (await Promise.race([dialog.waitFor().then(() => true), answered.then(() => false)])) {
    for (const [label, value] of Object.entries(fields)) {
      await dialog.getByLabel(label).first().fill(value)
      await dialog.getByLabel(label).first().press('Tab')
    }
    await dialog.getByRole('button', { name: /^(确定|同意)$/ }).click()
  }
  expect((await answered).status()).toBe(200)
  await expect(dialog).toBeHidden()
}

test('20 devices are disposed of with three signatures, written off in the right month, and printed [ASSET-ST-DISP-1] [ASSET-ST-DISP-2] [ASSET-ST-DISP-3]', async ({
  page,
  server,
}) => {
  const [manager, admin, engineer, head] = await Promise.all(
    ['manager', 'admin', 'engineer', 'head'].map((user) => openDesk(server.url, { ...hospital, user })),
  )
  const people = (await manager!.get<Rows<Person>>('/blade/user/list', { size: '50' })).records
  const dept = (await manager!.get<Rows<Named>>('/blade-system/dept/list', { size: '1' })).records[0]!
  const who = (account: string) => [{ by: 'user', ids: [people.find((one) => one.account === account)!.id] }]
  const nodes = [
    { kind: 'approve', id: 'technical', name: '技术负责人', who: who('engineer'), mode: 'one' },
    { kind: 'approve', id: 'equipment', name: '设备科长', who: who('manager'), mode: 'one' },
    { kind: 'approve', id: 'hospital', name: '院领导', who: who('head'), mode: 'one' },
  ]
  const definition = { definitionName: '处置三级审批', approvalKind: 'disposal', draft: { nodes } }
  const { id: definitionId } = await admin!.post<Named>('/flow/definition/submit', definition)
  await admin!.post('/flow/definition/publish', { id: definitionId })
  const rule = await admin!.post<Named>('/eam/flow/submit', { flowName: '处置三级审批', approvalKind: 'disposal', definitionId })
  await admin!.post('/eam/flow/flow-start-and-stop', { id: rule.id })

  const devices: string[] = []
  for (let n = 1; n <= 20; n++) {
    const draft = {
      deviceName: `报废呼吸机${n}`,
      useDeptId: dept.id,
      originalValue: '12000.00',
      acceptanceDate: '2026-01-05',
      usefulLifeMonths: 120,
    }
    devices.push((await manager!.post<Named>('/eam/device/submit', draft)).id)
  }
  const { id } = await admin!.post<Named>(`${at}/submit`, {
    applyTitle: '呼吸机二十台报废',
    disposalType: 'scrap',
    declareReasons: 'aged',
    reasonDetail: '已过使用年限',
    useDeptId: dept.id,
    lines: devices.map((deviceId) => ({ deviceId })),
  })
  await signIn(page, 'manager', `/eam/dev-disposal/${id}`)
  // Declared, undone and declared again.
  await act(page, '提交申报', `${at}/declare`)
  await page.getByRole('button', { name: '更多' }).locator('visible=true').first().click()
  await page.getByRole('menuitem', { name: '撤销处置' }).click()
  const undone = page.waitForRequest((request) => request.url().includes(`${at}/undo`))
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await undone
  await expect(page.getByText('已撤销').locator('visible=true').first()).toBeVisible()
  await act(page, '提交申报', `${at}/declare`)
  await act(page, '技术鉴定', `${at}/appraise`, { 鉴定意见: '无维修价值' })
  await act(page, '处置决定', `${at}/yesOrNo`)
  const instances = await manager!.get<Rows<Named>>('/flow/process-new/list', { documentId: id })
  await engineer!.post('/flow/process-new/audit', { id: instances.records[0]!.id, type: 'agree', opinion: '同意报废' })
  await page.reload()
  await act(page, '同意', `${at}/`, { 意见: '科里同意' })
  await expect(page.getByText('审批中').locator('visible=true').first()).toBeVisible()
  await head!.post('/flow/process-new/audit', { id: instances.records[0]!.id, type: 'agree', opinion: '同意上报' })
  await page.reload()
  await expect(page.getByText('已批准').locator('visible=true').first()).toBeVisible()
  // The first month that the book has not closed.
  const { closedOn } = await manager!.get<{ closedOn: string }>('/eam/depreciation-rule/detail')
  const month = new Date(Date.parse(closedOn) + 86_400_000).toISOString().slice(0, 7)
  await manager!.post(`${at}/write-off`, { id, writeOffMonth: `${month}-15`, writeOffVoucher: 'PZ-9' })
  expect(await manager!.get<object>(`${at}/detail`, { id })).toMatchObject({ writeOffMonth: `${month}-01` })
  await manager!.post(`${at}/execute`, { id, executedAt: '2026-11-20', receiver: '回收公司', proceeds: '300.00' })

  await page.goto(`/form/eam/dev-disposal-view?id=${id}`)
  const sheet = page.locator('.eam-print-sheet')
  await expect(sheet.getByRole('row', { name: /合计（20 台）/ })).toContainText('¥240,000.00')
  for (const [title, opinion] of [
    ['技术负责人', '同意报废'],
    ['设备科长', '科里同意'],
    ['院领导', '同意上报'],
  ] as const)
    await expect(sheet.locator('section').filter({ has: page.getByRole('heading', { name: title }), hasText: opinion })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.eam-print-tools')).toBeHidden()
  const paper = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper)!
  expect(Number(width)).toBeLessThan(Number(height))
})
