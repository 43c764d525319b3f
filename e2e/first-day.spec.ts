import { readFile } from 'node:fs/promises'
import { expect, type Page as Screen } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { signIn, signOut } from './harness/desk-page.ts'
import { makeCheck } from './harness/new-check.ts'
import { openDesk, type Page } from './harness/office.ts'
import { openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

// Its thousand cards and three people are used by no other test.
test.use({ hospital: 'on its first day' })

const tenant = '100001'
const ownPassword = 'mine2026two'
const devices = 1000
const wards = [...'一二三四五六七八九十'].map((number) => `东院${number}病区`)
const people = ['周一鸣', '吴双', '郑重']
const title = '首日盘点'

/** The hospital's own list: a title, its own headings, places that were not entered, days as Excel keeps them. */
const inventory = (): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: '在用设备',
        rows: [
          ['市第一人民医院医疗设备台账'],
          ['序号', '仪器名称', '型号规格', '生产厂家', '出厂编号', '使用科室', '存放地点', '购置日期', '原值'],
          ...Array.from({ length: devices }, (_, at) => [
            at + 1,
            ['输液泵', '监护仪', '注射泵', '除颤仪'][at % 4] ?? '',
            `FD-${at % 40}`,
            '迈瑞',
            `FD2020-${String(at).padStart(5, '0')}`,
            wards[at % wards.length] ?? '',
            `住院楼/${1 + (at % wards.length)}层/${101 + (at % wards.length) * 100}`,
            new Date(Date.UTC(2015 + (at % 10), at % 12, 1 + (at % 28))),
            1000 + at,
          ]),
        ],
      },
    ],
  })

const staff = `登录账号,姓名,科室,角色\n${people.map((name, at) => `fd0${at + 1},${name},${wards[at]},科室资产管理员`).join('\n')}\n`

/** Imports a table by the page of imports; ends on the result. */
async function bringIn(page: Screen, target: string, name: string, bytes: Uint8Array | string, count: number): Promise<void> {
  await page.goto('/eam/imports')
  const fresh = page.getByRole('region', { name: '新建导入' })
  await fresh.getByText(target, { exact: true }).click()
  await fresh.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
  await expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)
  const create = page.getByRole('checkbox', { name: '随导入新建以下没有的名称' })
  const go = page.getByRole('button', { name: `导入 ${count} 行` })
  await expect(create.or(go).first()).toBeVisible({ timeout: 20_000 })
  // Missing entries are created unless the person switches it off.
  if (await create.isVisible()) await expect(create).toBeChecked()
  await go.click()
  // During the import the button shows the number of rows.
  await expect(page.locator('.eam-record:visible')).toContainText('已导入', { timeout: 30_000 })
  await expect(page.locator('.eam-record:visible')).toContainText(`导入 ${count} 行`)
}

/** Downloads the list that the import made: account and first password. */
async function takePasswords(page: Screen): Promise<ReadonlyMap<string, string>> {
  await page.getByRole('button', { name: '下载初始密码' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('.ant-popconfirm:visible')
      .getByRole('button', { name: /确\s*定/ })
      .click(),
  ])
  await expect(page.getByRole('button', { name: '初始密码已下载' })).toBeDisabled()
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  return new Map(sheets[0]!.rows.slice(1).map(([account, , password]) => [String(account), String(password)]))
}

test('the first day: a list of 1,000 devices, the people of the wards, a check, three phones that count without a signal', async ({
  browser,
  page,
  server,
}) => {
  test.setTimeout(180_000)
  // People first, as README says: the keepers whom the list of devices names are there by then.
  await signIn(page, 'admin')
  await bringIn(page, '用户', '科室人员.csv', staff, people.length)
  const firstPasswords = await takePasswords(page)
  expect(new Set(firstPasswords.values()).size).toBe(people.length)
  await signOut(page)
  await signIn(page, 'manager')
  await bringIn(page, '设备卡', '医院设备台账.xlsx', await inventory(), devices)
  await expect(page.locator('.eam-record:visible')).toContainText('新建科室、位置等')
  const checkId = await makeCheck(page, { title, depts: wards.slice(0, 3), people })

  const desk = await openDesk(server.url, { tenant, user: 'manager', password: 'ward2026' })
  const lines = (query: Record<string, string>) =>
    desk.get<Page<{ deviceCode: string; deptTitle: string }>>('/eam/deviceapplylist/list', { checkId, size: '200', ...query })
  const { records: users } = await desk.get<Page<{ account: string; deptId: string }>>('/blade/user/list', { size: '200' })
  expect((await lines({})).total).toBe(3 * (devices / wards.length))

  const phones: { page: Screen; codes: string[] }[] = []
  for (const at of people.keys()) {
    const user = `fd0${at + 1}`
    const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const phone = await context.newPage()
    await phone.goto('/m/')
    await signInPhone(phone, { tenant, user, password: firstPasswords.get(user)!, ownPassword }, 20_000)
    await openTab(phone, '盘点')
    await phone.getByRole('link', { name: title }).click()
    await phone.getByRole('link', { name: '扫码盘点' }).click()
    await expect(phone.getByLabel('输入编码')).toBeVisible()
    await context.setOffline(true)
    await phone.getByRole('heading', { name: title }).click()
    const bookDeptId = users.find(({ account }) => account === user)?.deptId ?? ''
    phones.push({ page: phone, codes: (await lines({ bookDeptId })).records.slice(0, 20).map(({ deviceCode }) => deviceCode) })
  }
  for (const { page: phone, codes } of phones) {
    for (const code of codes) await reads(phone, code)
    await expect(phone.getByText(`本次 ${codes.length} 台`)).toBeVisible()
  }
  for (const { page: phone } of phones) await phone.context().setOffline(false)
  await expect.poll(async () => (await lines({ result: 'match' })).total, { timeout: 2 * SETTLE_MS }).toBe(60)
  await page.reload()
  await expect(page.getByRole('tabpanel').filter({ visible: true }).locator('.ant-table-row').filter({ hasText: wards[0] })).toBeVisible()
  for (const { page: phone } of phones) await phone.context().close()
})
