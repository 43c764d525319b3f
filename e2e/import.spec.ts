import { readFile } from 'node:fs/promises'
import { type APIResponse, expect, type Page } from '@playwright/test'
import { parseCsv } from 'hucre/csv'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { gb18030 } from '#tests/harness/gb18030.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const newDept = '日间手术病房'
const good = 200
/** With the two whose optional cells cannot be read. */
const written = good + 2
const lines = [
  '品类叫法,归口病房,出厂编号,购置日期,原值,叫法二',
  ...Array.from({ length: good }, (_, at) => `导入泵,${at % 2 ? '重症医学科' : newDept},E2E-${at},31/01/2020,"12,500.50",乙型`),
  '导入泵,重症医学科,E2E-B1,31/02/2020,9800,乙型',
  '导入泵,重症医学科,E2E-B2,2021-03-04,很多,乙型',
  ',重症医学科,E2E-B3,2021-03-04,1,乙型',
]
const table = { name: '设备台账.csv', mimeType: 'text/csv', buffer: gb18030(`${lines.join('\r\n')}\r\n`) }

const figure = (page: Page, title: string) =>
  page.locator('.eam-record:visible .ant-statistic').filter({ hasText: title }).locator('.ant-statistic-content')
const send = async (page: Page): Promise<void> => {
  await page.goto('/eam/imports')
  await page.getByRole('region', { name: '新建导入' }).locator('input[type=file]').setInputFiles(table)
  await expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)
}
/** A verification that ends before the page asks for its state, but not before the list of problems is refetched. */
const hurriedCheck = async (page: Page): Promise<void> => {
  let former: APIResponse | undefined
  let isChecking = false
  await page.route('**/import-verify', (route) => {
    isChecking = former !== undefined
    return route.continue()
  })
  await page.route('**/import-job/problems**', async (route) => {
    const response = isChecking && former ? former : await route.fetch()
    isChecking = false
    former = response
    await route.fulfill({ response })
  })
  await page.route('**/import-job/detail**', async (route) => {
    let response = await route.fetch()
    for (let tries = 0; tries < 100 && (await response.json()).data?.status === 'verifying'; tries++) response = await route.fetch()
    await route.fulfill({ response })
  })
}
const saved = async (page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) }
}

test('[ASSET-LIST-10] a hospital’s table is imported: template, columns, errors, departments, writing, undo; a second time nothing changes', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: /导入$/ }).click()
  await expect(page).toHaveURL(/\/eam\/imports/)
  await expect(page.getByText('把表格拖到这里')).toBeVisible()
  const template = await saved(page, () => page.getByRole('button', { name: '导入模板' }).click())
  expect(template.name).toMatch(/设备卡.*\.xlsx$/)
  expect((await readXlsx(template.bytes)).sheets[0]?.rows[0]).toEqual(expect.arrayContaining(['设备名称 *', '使用科室', '出厂编号']))

  await hurriedCheck(page)

  // Headings are known by what their cells hold; one that is not is assigned to its field by hand.
  const checked = page.waitForRequest((request) => request.url().includes('/eam/device/import-verify'))
  await send(page)
  await checked
  await page.getByRole('button', { name: '字段映射' }).click()
  const columns = page.getByRole('region', { name: '字段映射' })
  await expect(columns).toContainText('导入泵')
  await columns.getByLabel('对应字段 叫法二').fill('规格型号')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '规格型号' }).click()
  await columns.getByRole('button', { name: '按此映射校验' }).click()
  await expect(figure(page, '数据行')).toHaveText(String(good + 3))
  await expect(figure(page, '有错误的行')).toHaveText('1')
  // Missing entries are created unless the person switches it off, and stay listed either way.
  const create = page.getByRole('checkbox', { name: '随导入新建以下没有的名称' })
  await expect(create).toBeChecked()
  await expect(page.getByText('科室中没有的 1 个')).toBeVisible()
  await create.click()
  await expect(figure(page, '提醒')).toHaveText(String(good / 2 + 2))
  await expect(page.getByText('科室中没有的 1 个')).toBeVisible()
  await create.click()
  await expect(figure(page, '提醒')).toHaveText('2')
  const problems = page.getByRole('region', { name: '问题清单' })
  await expect(problems.locator('.ant-table-row')).toHaveCount(3)
  await expect(problems).toContainText(`D${good + 2}`)
  await expect(problems).toContainText('购置日期应为日期')
  await expect(problems).toContainText('原值应为金额')
  // One line for each cause; a value is replaced everywhere.
  const groups = page.getByRole('region', { name: '问题汇总' })
  await expect(groups.locator('.ant-table-row')).toHaveCount(3)
  await groups.locator('.ant-table-row').filter({ hasText: '原值应为金额' }).locator('.ant-table-row-expand-icon').click()
  await groups.getByLabel('替换为 很多').fill('9800')
  await groups.getByRole('button', { name: '替换 1 个值并重新校验' }).click()
  await expect(figure(page, '提醒')).toHaveText('1')

  // The same file comes back with its faulty cells named.
  const marked = await saved(page, () => page.getByRole('button', { name: '下载错误明细' }).click())
  expect(marked.name).toBe('设备台账-标出问题.csv')
  const back = parseCsv(new TextDecoder().decode(marked.bytes))
  expect(back).toHaveLength(lines.length)
  expect(back[good + 1]?.at(-1)).toContain('购置日期')
  expect(back[1]?.at(-1)).toBe('')

  // It is written without them, while the person is on another page; the bell links back.
  const skip = page.getByRole('checkbox', { name: /不导入有错误的 1 行/ })
  await expect(skip).toBeChecked()
  await skip.uncheck()
  await expect(page.getByRole('button', { name: `导入 ${written} 行` })).toBeDisabled()
  await skip.check()
  await page.getByRole('button', { name: `导入 ${written} 行` }).click()
  await expect(page.getByRole('button', { name: `导入 ${written} 行` })).toHaveCount(0)
  // The notice is written when the job has ended.
  await expect
    .poll(async () => (await page.request.get('/api/osm/notice/list?size=20', { headers: { 'x-eam-client': 'web' } })).text())
    .toMatch(/"kind":"import_ended"[^}]*设备台账\.csv|设备台账\.csv[^}]*"kind":"import_ended"/)
  await page.goto('/notice/task')
  const notice = page.getByRole('listitem').filter({ hasText: '导入结束' }).filter({ hasText: '设备台账.csv' }).first()
  await expect(notice).toContainText(`导入 ${written} 行，新建科室、位置等 1 项；有错误的 1 行未导入`)
  await notice.getByRole('button').click()
  await expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)
  const first = page.url()
  await expect(page.locator('.eam-record:visible')).toContainText('已导入')
  await page.getByRole('link', { name: '查看设备卡' }).click()
  await page.getByPlaceholder('名称|规格型号|厂家|RFID|国资编码').fill('导入泵')
  await expect(page.getByText(`共 ${written} 条`)).toBeVisible()
  await expect(rows(page).filter({ hasText: newDept }).first()).toBeVisible()

  // A second time the columns are known and nothing is new.
  await send(page)
  await expect(figure(page, '已存在')).toHaveText(String(written))
  await expect(figure(page, '可导入')).toHaveText('0')
  await page.getByRole('button', { name: '导入 0 行' }).click()
  await expect(page.getByText('除有错误的 1 行外，所有行都已在系统中，没有改动')).toBeVisible()

  await page.goto(first)
  await page.getByRole('button', { name: '撤销导入' }).click()
  await page
    .getByRole('button', { name: '确 定' })
    .or(page.getByRole('button', { name: '确定' }))
    .click()
  await expect(page.getByText(`已撤销 ${written + 1} 条记录`)).toBeVisible()
  await page.goto('/eam/device?keyword=导入泵')
  await expect(page.locator('.eam-list:visible')).toContainText('暂无数据')
})

test('sheets that are called like departments fill the department, until the person leaves that out', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/imports')
  const sheets = ['重症医学科', '科签病区'].map((name, at) => ({
    name,
    rows: [
      ['设备名称', '出厂编号'],
      ['科签泵', `E2E-KQ-${at}`],
    ],
  }))
  const buffer = Buffer.from(await writeXlsx({ sheets }))
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.getByRole('region', { name: '新建导入' }).locator('input[type=file]').setInputFiles({ name: '各科.xlsx', mimeType, buffer })
  const line = page.getByRole('region', { name: '问题汇总' }).locator('.ant-table-row').filter({ hasText: '使用科室取自工作表名称' })
  await expect(line).toContainText('重症医学科')
  await expect(page.getByText('科室中没有的 1 个')).toBeVisible()
  await line.getByRole('button', { name: '此列不导入 工作表名称' }).click()
  await expect(line).toHaveCount(0)
  await expect(figure(page, '可导入')).toHaveText('2')
  await expect(page.getByText(/科室中没有的/)).toHaveCount(0)
})
