import { expect, type Page, type Request } from '@playwright/test'
import { holdSession, rows } from './harness/desk-page.ts'
import { stillPage } from './harness/every-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }
const queryOf = (request: Request): Record<string, string> => Object.fromEntries(new URL(request.url()).searchParams)
/** The next request to a call, by the end of its path. */
const asked = (page: Page, path: string): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === `/api${path}`)
const form = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })

test('[SHELL-API-1] [SHELL-API-2] [SHELL-API-3] [SHELL-API-4] [SHELL-API-5] a page lists, adds, opens, changes and removes with the documented requests', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  const url = '/eam/deviceparts'
  let request = asked(page, `${url}/list`)
  await page.goto(`${url}?createTime_dategt=2020-01-01`)
  const list = await request
  expect([list.method(), queryOf(list)]).toEqual(['GET', expect.objectContaining({ current: '1', size: '10' })])
  expect(queryOf(list).createTime_dategt).toMatch(/^2020-01-01/)
  const { data } = (await (await list.response())!.json()) as { data: { records: { partName: string }[]; total: number } }
  await expect(rows(page)).toHaveCount(data.records.length)
  await expect(rows(page).first()).toContainText(data.records[0]!.partName)
  await expect(page.getByText(`共 ${data.total} 条`)).toBeVisible()

  const name = '请求测试探头'
  const made: string[] = []
  for (const at of [1, 2]) {
    await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
    await form(page).getByLabel('配件名称').fill(`${name}${at}`)
    await form(page).getByLabel('数量').fill('1')
    request = asked(page, `${url}/submit`)
    await form(page).getByRole('button', { name: '保存' }).click()
    const add = await request
    expect([add.method(), queryOf(add), add.postDataJSON()]).toEqual(['POST', {}, expect.objectContaining({ partName: `${name}${at}` })])
    expect(add.postDataJSON()).not.toHaveProperty('id')
    made.push(((await (await add.response())!.json()) as { data: { id: string } }).data.id)
    await expect(form(page)).toHaveCount(0)
    await page.goto(`${url}?keyword=${encodeURIComponent(name)}`)
    await expect(rows(page)).toHaveCount(at)
  }

  request = asked(page, `${url}/detail`)
  await rows(page)
    .filter({ hasText: `${name}1` })
    .click()
  const detail = await request
  expect([detail.method(), queryOf(detail)]).toEqual(['GET', { id: made[0] }])
  await page.getByRole('button', { name: '修改' }).last().click()
  await form(page).getByLabel('规格型号').fill('X-1')
  request = asked(page, `${url}/submit`)
  await form(page).getByRole('button', { name: '保存' }).click()
  expect((await request).postDataJSON()).toMatchObject({ id: made[0], partModel: 'X-1' })

  await page.goto(`${url}?keyword=${encodeURIComponent(name)}`)
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
  await page.locator('.eam-toolbar').getByRole('button', { name: '删除' }).click()
  request = asked(page, `${url}/remove`)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  const remove = await request
  expect([remove.method(), remove.postData()]).toEqual(['POST', null])
  expect(queryOf(remove).ids!.split(',').sort()).toEqual([...made].sort())
})

test('[ASSET-ST-DEV-1] [ASSET-ST-DEV-2] [ASSET-ST-DEV-3] cards are confirmed, and an attached device stands with its parent until it is detached', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  const add = async (deviceName: string): Promise<string> => (await office.post<{ id: string }>('/eam/device/submit', { deviceName })).id
  const [main, child] = [await add('证明用主机'), await add('证明用探头')]
  await office.post('/eam/device/submit-filing', { id: main })
  await holdSession(page, 'manager')
  await page.goto(`/eam/device/${main}`)
  const record = page.locator('.eam-record:visible')
  // A button that is drawn again between press and release takes no click.
  await stillPage(page)
  const sure = asked(page, '/eam/device/sureEam')
  await record.getByRole('button', { name: '确认建档' }).click()
  const { id, ids } = (await sure).postDataJSON() as { id?: string; ids?: string[] }
  expect(ids ?? [id]).toEqual([main])
  await expect(record.getByText('已建档').first()).toBeVisible()

  const attached = record.getByText('附属设备', { exact: true })
  /** The form of the child card, with its field for the main device. */
  const bind = async (change: (parent: ReturnType<Page['getByLabel']>) => Promise<void>): Promise<void> => {
    await page.goto(`/eam/device/${child}`)
    await record.getByRole('button', { name: '修改' }).first().click()
    await change(form(page).getByLabel('主设备'))
    await form(page).getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('更新成功')).toBeVisible()
    await page.goto(`/eam/device/${main}?tab=parts`)
    await expect(page.getByRole('heading', { name: '证明用主机' })).toBeVisible()
  }
  await bind(async (parent) => {
    await parent.click()
    await parent.fill('证明用主机')
    await page.locator('.ant-select-item-option:visible', { hasText: '证明用主机' }).click()
  })
  await expect(attached.first()).toBeVisible()
  await expect(record.getByText('证明用探头').first()).toBeVisible()
  await bind(async (parent) => {
    await parent.hover()
    await form(page).locator('.ant-form-item').filter({ hasText: '主设备' }).locator('.ant-select-clear').click()
  })
  await expect(attached).toHaveCount(0)
})

test('[SHELL-PERM-7] [SHELL-USERADM-1] [SHELL-USER-1] people of a department are listed, one is granted roles, and one is stopped', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  const { records } = await office.get<{ records: { id: string; deptId: string; roleId: string; realName: string }[] }>(
    '/blade/user/list',
    {
      keyword: 'keeper',
    },
  )
  const person = records[0]!
  await holdSession(page, 'admin')
  const list = asked(page, '/blade/user/list')
  await page.goto(`/system/user?deptId=${person.deptId}`)
  expect(queryOf(await list).deptId).toBe(person.deptId)
  await rows(page).filter({ hasText: person.realName }).click()
  await page.getByRole('dialog', { name: person.realName }).getByRole('button', { name: '授予角色' }).click()
  const grant = asked(page, '/blade-user/grant')
  await page
    .getByRole('dialog', { name: '授予角色' })
    .getByRole('button', { name: /^(确 ?定|OK)$/ })
    .click()
  expect((await grant).postDataJSON()).toEqual({ userIds: [person.id], roleIds: expect.arrayContaining([person.roleId]) })

  const { roleId, deptId } = person
  const { id } = await office.post<{ id: string }>('/blade/user/save', { account: 'leaving', realName: '证明停用', roleId, deptId })
  await page.goto('/system/user?keyword=leaving')
  await rows(page).filter({ hasText: '证明停用' }).click()
  await page.getByRole('dialog', { name: '证明停用' }).getByRole('button', { name: '停用' }).click()
  const stop = asked(page, '/osm/user/update-user-status')
  await page
    .getByRole('dialog')
    .filter({ hasText: '立即退出，无法再登录' })
    .getByRole('button', { name: /^(确 ?定|OK)$/ })
    .click()
  expect((await stop).postDataJSON()).toEqual({ userIds: [id], status: 'stopped' })
})

test('[ASSET-ENT-TAG-1] [ASSET-ENT-TAG-2] [ASSET-ST-TAG-1] [ASSET-ST-TAG-2] [ASSET-ST-TAG-3] a tag is bound, taken off and locked with the documented requests', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  const [{ id: device }, { id: tag }] = [
    await office.post<{ id: string }>('/eam/device/submit', { deviceName: '证明用标签泵' }),
    await office.post<{ id: string }>('/eam/taginputting/submit', { tagCode: 'PROOF-TAG-1', tagKind: 'nfc' }),
  ]
  await holdSession(page, 'admin')
  await page.goto('/eam/taginputting?keyword=PROOF-TAG-1')
  await rows(page).filter({ hasText: 'PROOF-TAG-1' }).click()
  const acts = page.getByRole('dialog').first()
  await acts.getByRole('button', { name: /^绑 ?定$/ }).click()
  const choice = form(page).filter({ hasText: '设备' }).getByRole('combobox')
  await choice.fill('证明用标签泵')
  await page.locator('.ant-select-item-option:visible', { hasText: '证明用标签泵' }).click()
  const bound = asked(page, '/eam/taginputting/inputtingBind')
  await page
    .getByRole('dialog', { name: '绑定 · PROOF-TAG-1' })
    .getByRole('button', { name: /^绑 ?定$/ })
    .click()
  expect((await bound).postDataJSON()).toEqual({ id: device, tagInputtingId: tag })
  const freed = asked(page, '/eam/taginputting/unBundling')
  await acts.getByRole('button', { name: /^解 ?绑$/ }).click()
  expect((await freed).postDataJSON()).toEqual({ id: tag })
  // While a step is on its way no other one begins.
  await expect(acts.getByRole('button', { name: /^绑 ?定$/ })).toBeEnabled()
  const locked = asked(page, '/eam/taginputting/updateEditStatus')
  await acts.getByRole('button', { name: /^锁 ?定$/ }).click()
  expect((await locked).postDataJSON()).toEqual({ id: tag, value: 'locked' })
  await expect(acts.getByText('已锁定').first()).toBeVisible()
})
