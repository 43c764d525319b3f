import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

// What the platform arranges here reaches every hospital of its program.
test.use({ hospital: 'arranged' })

const platform = { tenant: '000000', user: 'admin', password: 'admin' }
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const sent = (page: Page, path: string) => page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(path))
/** Ticks items in the tree that opens below a field of a form. */
const tick = async (page: Page, label: string, items: readonly string[]): Promise<void> => {
  await dialog(page).getByLabel(label, { exact: true }).last().click()
  for (const item of items) {
    await dialog(page).getByLabel(label, { exact: true }).last().fill(item)
    await page.locator('.ant-select-tree-title').getByText(item, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
}

test('[SHELL-TPKG-1] [SHELL-TPKG-2] [SHELL-TPKG-3] [SHELL-TPKG-4] [SHELL-TPKG-5] [SHELL-TPKG-6] [SHELL-VAL-TPKG-1] [SHELL-VAL-TPKG-2] a package is added in a form of 600 pixels with a tree of the menu, changed and removed', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, platform)
  const { records } = await office.get<Rows<{ id: string }>>('/blade-system/menu/list', { size: '2' })
  await office.post('/blade-system/tenant-package/submit', { packageName: '基础版', menuId: records.map(({ id }) => id), remark: '两项' })
  await holdSession(page, platform)
  await openList(page, '/system/tenant-package')
  for (const name of ['产品包名', '菜单列表', '备注'])
    await expect(main(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page)
  await expect(form).toBeVisible()
  await expect.poll(async () => (await page.locator('.ant-drawer-content-wrapper').boundingBox())?.width).toBe(600)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.locator('.ant-form-item-explain-error')).toHaveText(['请输入产品包名称', '请选择菜单'])
  await form.getByLabel('产品包名').fill('巡检版')
  await tick(page, '菜单列表', ['盘点任务'])
  await form.getByLabel('备注').fill('只有盘点')
  const saving = sent(page, '/tenant-package/submit')
  await form.getByRole('button', { name: '保存' }).click()
  const body = (await saving).postDataJSON() as { menuId: string[] }
  expect(Object.keys(body).sort()).toEqual(['menuId', 'packageName', 'remark'])
  // The page and the group above it.
  expect(body.menuId).toHaveLength(2)
  const row = rows(page).filter({ hasText: '巡检版' })
  await expect(row).toContainText('盘点任务')
  const acts = page.locator('.ant-dropdown:visible').getByRole('menuitem')
  await row.getByRole('button', { name: /操作/ }).click()
  await expect(acts).toHaveText(['修改', '删除'])
  await acts.filter({ hasText: '修改' }).click()
  await expect(form.getByLabel('产品包名')).toHaveValue('巡检版')
  await form.getByLabel('备注').fill('巡检专用')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(row).toContainText('巡检专用')
  await row.getByRole('button', { name: /操作/ }).click()
  await acts.filter({ hasText: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
})

test('[SHELL-PERM-4] chosen top menus are granted items of the menu', async ({ page, server }) => {
  const office = await openDesk(server.url, platform)
  const { id } = await office.post<{ id: string }>('/blade-system/topmenu/submit', { name: '库房系统', nameEn: 'Stores', code: 'stores' })
  await holdSession(page, platform)
  await openList(page, '/system/top-menu')
  await rows(page).filter({ hasText: '库房系统' }).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: '顶部菜单授权' }).click()
  await tick(page, '菜单', ['系统管理'])
  const granting = sent(page, '/topmenu/grant')
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  const body = (await granting).postDataJSON() as { topMenuIds: string[]; menuIds: string[] }
  expect(body.topMenuIds).toEqual([id])
  const tree = await office.get<{ id: string; name: string; children: object[] }[]>('/blade-system/menu/grant-top-tree')
  const system = tree.find(({ name }) => name === '系统管理')!
  expect(body.menuIds).toContain(system.id)
  await expect(dialog(page)).toHaveCount(0)
  await office.post(`/blade-system/topmenu/remove?ids=${id}`, {})
})

test('[SHELL-USER-2] [SHELL-USERADM-2] [SHELL-PERM-9] a person is stopped by a switch, another program’s name for them is changed, and a department names its heads', async ({
  page,
}) => {
  await holdSession(page, 'admin')
  await openList(page, '/system/user?keyword=engineer')
  const row = rows(page).first()
  const isActive = row.getByRole('switch')
  await expect(isActive).toBeChecked()
  const stopping = sent(page, '/osm/user/update-user-active')
  await isActive.click()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  const stopped = (await stopping).postDataJSON() as { userId: string; isActive: number }
  expect(stopped).toEqual({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/), isActive: 0 })
  await expect(isActive).not.toBeChecked()
  const starting = sent(page, '/osm/user/update-user-active')
  await isActive.click()
  expect((await starting).postDataJSON()).toEqual({ ...stopped, isActive: 1 })
  await expect(isActive).toBeChecked()
  await row.getByRole('cell').nth(2).click()
  await page.getByRole('button', { name: '用户平台信息' }).click()
  const asked = dialog(page).filter({ has: page.getByLabel('拓展信息') })
  await asked.getByLabel('拓展信息').fill('{"openId":"o1"}')
  const changing = sent(page, '/blade-user/update-platform')
  await asked
    .getByRole('button', { name: /确\s*定/ })
    .last()
    .click()
  expect((await changing).postDataJSON()).toEqual({ userId: stopped.userId, userType: '1', userExt: '{"openId":"o1"}' })

  const looking = page.waitForRequest('**/blade-user/dept-admin?*')
  await openList(page, '/system/dept')
  await rows(page).first().click()
  const lookup = new URL((await looking).url()).searchParams
  expect([...lookup.keys()]).toEqual(['deptId'])
  await expect(dialog(page).getByRole('region', { name: '科室负责人' })).toBeVisible()
})

test('[SHELL-DICT-3] the form of a value offers its places from the tree of dictionaries, and moves it there', async ({ page, server }) => {
  const office = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const put = async (more: object) =>
    (await office.post<{ id: string }>('/blade-system/dict-biz/submit', { sort: 1, isSealed: 0, code: 'walk_places', ...more })).id
  const head = await put({ dictValue: '楼宇' })
  const floor = await put({ parentId: head, dictKey: 'floor', dictValue: '一楼' })
  const room = await put({ parentId: head, dictKey: 'room', dictValue: '机房' })
  await holdSession(page, 'admin')
  await page.goto('/system/dictbiz')
  await main(page).getByLabel('字典名称').fill('楼宇')
  await main(page).getByText('楼宇').click()
  const asked = page.waitForRequest((request) => request.url().endsWith('/dict-biz/tree?code=DICT'))
  await main(page).getByRole('row').filter({ hasText: '机房' }).getByRole('button', { name: '修改' }).click()
  await asked
  await dialog(page).getByLabel('上级字典').click()
  await page.locator('.ant-select-tree-title').getByText('一楼', { exact: true }).click()
  const moving = sent(page, '/dict-biz/submit')
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  expect((await moving).postDataJSON()).toMatchObject({ id: room, parentId: floor })
  await expect(dialog(page)).toHaveCount(0)
  await office.post(`/blade-system/dict-biz/remove?ids=${head},${floor},${room}`, {})
})

test('[SHELL-DICT-4] business dictionaries are worked with by the same calls as those of the system, and sealed by 1', async ({
  page,
  browser,
  server,
}) => {
  const told = async (page: Page, path: string, base: string): Promise<Set<string>> => {
    const calls = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith(`/api/blade-system/${base}/`)) calls.add(`${request.method()} ${pathname.split('/').at(-1)}`)
    })
    await page.goto(path)
    await main(page).getByRole('button', { name: '新增字典' }).click()
    await dialog(page)
      .getByLabel('字典编号')
      .fill(`walk_${base.replace('-', '_')}`)
    await dialog(page).getByLabel('字典名称').fill('一遍')
    await dialog(page)
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('dictValue') === '一遍')
    await main(page).getByLabel('字典名称').fill('一遍')
    await searched
    const row = main(page).getByRole('row').filter({ hasText: '一遍' })
    await row.getByText('一遍').click()
    // Its values are shown below it: a button that still moves loses a click.
    await expect(main(page).getByText('“一遍”的字典值')).toBeVisible()
    const sealing = sent(page, `/${base}/submit`)
    await row.getByRole('button', { name: '封存' }).click()
    expect((await sealing).postDataJSON()).toMatchObject({ isSealed: 1 })
    await row.getByRole('button', { name: '删除' }).click()
    await dialog(page).getByRole('button', { name: '确定' }).click()
    await expect(row).toHaveCount(0)
    return calls
  }
  await holdSession(page, platform)
  const hospital = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await holdSession(hospital, 'admin')
  const system = await told(page, '/system/dict', 'dict')
  expect([...system].sort()).toEqual(expect.arrayContaining(['GET child-list', 'GET parent-list', 'POST remove', 'POST submit']))
  expect([...(await told(hospital, '/system/dictbiz', 'dict-biz'))].sort()).toEqual([...system].sort())
})
