import { expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { fillRegions } from '#server/db/first/new-regions.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  byText,
  click,
  dialog,
  escapeUntil,
  field,
  type OpenDesk,
  openDesk,
  pick,
  rows,
  shownText,
  type,
  until,
  visitDesk,
} from '#tests/harness/desk.tsx'
import { isShown } from '#tests/harness/screen.ts'

const app = await appForFile()
// As every start of the program does.
await addNewMenus(app.pool)
await fillRegions(app.pool)
const boss = await app.signIn('100001', 'admin')
const platform = await app.signIn('000000', 'admin', 'admin')

const main = () => byRole('main')!
const menu = () => byRole('navigation', '菜单')
const inMenu = (name: string) => until(() => menu() && byText(name, menu()!), `${name} in the menu`)
const rowOf = (text: string, within: ParentNode = document) =>
  until(() => byRoleAll('row', undefined, within).find((row) => row.textContent?.includes(text)), `the row of ${text}`)
/** Opens the form of a new row. */
const add = async (desk: OpenDesk): Promise<HTMLElement> => {
  click(await desk.find('button', '新增', main()))
  return until(() => dialog(), 'the form')
}
const fill = async (form: Element, label: string, text: string) => type(await until(() => field(label, form), `the field ${label}`), text)
/** Chooses from a list that is searched by what is typed. */
const choose = async (label: string, choice: string, within: ParentNode = document): Promise<void> => {
  type(await until(() => field(label, within), `the list ${label}`), choice)
  const list = () => [...document.querySelectorAll('.ant-select-dropdown')].find(isShown)
  click(await until(() => list() && byText(choice, list()!), `the choice ${choice}`))
}
const save = (form: Element) => click(byRole('button', '保存', form)!)

test('a person is given several roles, and has the menus of all of them', async () => {
  const desk = await openDesk(app, boss, '/system/user')
  const form = await add(desk)
  await fill(form, '登录账号', 'twohats')
  await fill(form, '姓名', '双岗')
  await pick('角色', '工程师', form)
  await pick('其他角色', '医院管理员', form)
  save(form)
  click(await desk.find('button', '设置密码'))
  const given = (await until(() => document.querySelector('.eam-first-password span')?.textContent, 'the first password'))!
  click(await until(() => byRoleAll('button', '关闭').at(-1), 'a way out'))
  await until(() => !document.querySelector('.eam-first-password'), 'no password')
  click(await until(() => rows().find((row) => row.textContent?.includes('双岗')), 'the person'))
  await until(() => dialog()?.textContent?.includes('医院管理员'), 'the other role')

  const theirs = await visitDesk(app, '/', { tenant: '100001', user: 'twohats', password: given })
  await theirs.see('您正在使用临时密码')
  await fill(document.body, '原密码', given)
  await fill(document.body, '新密码', 'Hats2026')
  await fill(document.body, '确认密码', 'Hats2026')
  save(document.body)
  // People are the administrator's, and not the engineer's.
  await until(() => byRole('menuitem', '用户', menu()), 'people in the menu')
})

test('the platform renames a menu item and adds a link to the outside; a hospital sees both', async () => {
  const desk = await openDesk(app, platform, `/system/menu?keyword=${encodeURIComponent('供应商管理')}`)
  click(await until(() => rows().find((row) => row.textContent?.includes('供应商管理')), 'the item'))
  click(await desk.find('button', '修改', await until(() => dialog(), 'its record')))
  const form = await until(() => document.querySelector('.eam-form')?.closest('[role="dialog"]'), 'its form')
  await fill(form, '菜单名称', '合作单位')
  save(form)
  await until(() => !document.querySelector('.eam-form'), 'no form')
  desk.load('/system/menu')
  const link = await add(desk)
  await fill(link, '菜单名称', '院内网')
  await fill(link, '英文名称', 'Intranet')
  await fill(link, '菜单编号', 'intranet')
  await fill(link, '路由地址', 'javascript:alert(1)')
  save(link)
  await desk.find('alert', undefined, link)
  await fill(link, '路由地址', 'https://intranet.test/')
  save(link)
  await until(() => !dialog(), 'no form')

  desk.load('/system/top-menu')
  const top = await add(desk)
  await fill(top, '菜单名称', '设备系统')
  await fill(top, '英文名称', 'Equipment')
  await fill(top, '菜单编号', 'equipment')
  await choose('菜单', '设备管理', top)
  save(top)
  await until(() => rows().some((row) => row.textContent?.includes('设备系统')), 'the top menu')

  await openDesk(app, await app.signIn('100001', 'manager'), '/')
  click(await inMenu('更多功能'))
  await inMenu('合作单位')
  await inMenu('院内网')
  expect(byText('供应商管理', menu()!)).toBeUndefined()
})

test('a package takes a menu and its pages from a hospital, and gives them back with no package', async () => {
  const manager = await app.signIn('100001', 'manager')
  const found = await platform.get<Page<Row & { code: string }>>('/blade-system/menu/list', { size: 200 })
  const items = found.data.records.filter(({ code }) => !/check|ambulance|inventory|scan/i.test(code)).map(({ id }) => id)
  await platform.post('/blade-system/tenant-package/submit', { packageName: '无盘点版', menuId: items.join() })
  await openDesk(app, manager, '/')
  await inMenu('盘点任务')
  const desk = await openDesk(app, platform, '/system/hospital')
  click(await desk.find('button', '租户产品包', await rowOf('100001')))
  const form = await until(() => dialog(), 'the choice of a package')
  await pick((await desk.find('combobox', undefined, form)).closest('.ant-select')!, '无盘点版')
  click(byRole('button', /确\s*定/, form)!)
  await until(() => !dialog(), 'no dialog')

  const hospital = await openDesk(app, manager, '/')
  await inMenu('设备卡')
  expect(byText('盘点任务', menu()!)).toBeUndefined()
  hospital.load('/eam/check')
  await hospital.see(/权限/)
  expect(rows()).toEqual([])
  await platform.post('/blade-system/tenant/package-setting', { tenantId: '100001', packageId: null })
  hospital.load('/')
  await inMenu('盘点任务')
})

test('an announcement reaches a colleague, who is counted as a reader', async () => {
  const desk = await openDesk(app, boss, '/desk/notice')
  const form = await add(desk)
  await fill(form, '标题', '周六停电')
  await pick('通知类型', '发布通知', form)
  await fill(form, '通知内容', '请提前关机')
  save(form)
  const notice = () => rows().find((row) => row.textContent?.includes('周六停电'))
  await until(notice, 'the announcement')
  const colleague = await openDesk(app, await app.signIn('100001', 'manager'), '/notice/task')
  click(await colleague.find('button', /周六停电/))
  await until(() => byRole('article')?.textContent?.includes('请提前关机'), 'what it says')
  const again = await openDesk(app, boss, '/desk/notice')
  click(await until(notice, 'the announcement'))
  await until(() => byRoleAll('table', undefined, dialog()).some((table) => table.textContent?.includes('已读')), 'its readers')
  expect(again.client).toBe(boss)
})

test('positions, divisions, clients and a department’s plan are there to be worked with', async () => {
  const desk = await openDesk(app, boss, '/system/post')
  const post = await add(desk)
  await fill(post, '岗位名称', '护士长')
  await fill(post, '岗位编号', 'head_nurse')
  await pick('岗位类型', '中层', post)
  save(post)
  await until(
    () =>
      rows()
        .find((row) => row.textContent?.includes('护士长'))
        ?.textContent?.includes('中层'),
    'the position',
  )

  desk.load('/system/dept')
  click(await until(() => rows()[0], 'departments'))
  click(await desk.find('button', '合并、移动、停办'))
  const plan = await until(() => dialog('并入其他科室'), 'the plan')
  await pick((await until(() => byText('并入其他科室', plan), 'what is planned')).closest('.ant-select')!, '停办')
  await desk.find('alert', /请先/, plan)
  expect(byRole('button', /确\s*定/, plan)!.matches(':disabled')).toBe(true)

  const office = await openDesk(app, platform, '/system/region')
  click(await office.find('button', '浙江省'))
  click(await office.find('button', '杭州市'))
  await office.find('cell', '西湖区', main())
  office.load('/system/client')
  const client = await add(office)
  await fill(client, '客户端编号', 'gateway')
  await pick('授权类型', '密码', client)
  save(client)
  await until(() => /^[\w-]{32}$/.test(document.querySelector('.eam-first-password span')?.textContent ?? ''), 'its secret')
})

test('the logs of calls and of page errors are searched at the desk, and what a call changed is shown', async () => {
  const { id } = (await boss.post('/blade-system/post/submit', { postName: '日志岗', postCode: 'log_post', category: 1 })).data
  await boss.post('/blade-system/post/submit', { id, postName: '日志岗二' })
  const fault = { type: 'error', message: '日志里的错误', stack: 'at logs.ts:7', url: '/eam/device' }
  const other = await app.signIn('100001', 'admin')
  await other.post('/blade-auth/oauth/logout', { logs: [fault] })
  const desk = await openDesk(app, boss, '/system/log')
  const lines = () => byRoleAll('row', undefined, main()).filter((row) => row.matches('.ant-table-row'))
  await choose('对象', '岗位')
  await choose('操作', '修改')
  await until(() => lines().length === 1, 'one call')
  click(byRole('button', '修改', lines()[0]!)!)
  await until(() => dialog()?.textContent?.includes('日志岗 → 日志岗二'), 'the change')
  await escapeUntil(() => !dialog(), 'no dialog')
  click(await desk.find('tab', '页面错误'))
  await fill(document.body, '错误或页面', '日志里的错误')
  await until(() => lines().length === 1 && lines()[0]!.textContent?.includes('日志里的错误'), 'one fault')
  click(byRole('button', '日志里的错误', lines()[0]!)!)
  await until(() => dialog()?.textContent?.includes('at logs.ts:7'), 'where it arose')
  await escapeUntil(() => !dialog(), 'no dialog')
  await fill(document.body, '错误或页面', '没有这样的错误')
  await desk.see('没有符合条件的')
})

test('an empty input shows the example of its field', async () => {
  const desk = await openDesk(app, platform, '/system/identity-provider')
  const form = await add(desk)
  const code = await until(() => field('身份源编号', form), 'its field')
  expect(code.getAttribute('placeholder')).toBe('例如 hospital-sso')
})

test('a department with 500 devices, 3 open checks and 20 people is merged at the desk, and nothing is lost', async () => {
  const deptId = (await boss.post('/blade-system/dept/submit', { deptName: '大库', category: 'warehouse' })).data.id
  const codes = (
    await app.sql(
      `insert into device (tenant_id, id, device_name, device_code, rfid_code, qr_token, assets_code, sn, use_dept_id, eam_status, filing_status, original_value)
        select '100001', gen_random_uuid(), '输液泵 ' || n, 'DK-' || lpad(n::text, 6, '0'), 'E2801160' || lpad(n::text, 12, '0'), substr(md5('dk' || n), 1, 12), 'GZ-' || lpad(n::text, 8, '0'), 'SN-DK-' || n, $1, 'in_use', 'filed', 1000
        from generate_series(1, 500) n
        returning rfid_code`,
      [deptId],
    )
  ).map((row) => row.rfid_code)
  const { id: toId } = (await boss.post('/blade-system/dept/submit', { deptName: '并入科', category: 'clinical' })).data
  const roles = (await boss.get<Page>('/blade-system/role/page', { size: 50 })).data.records
  const roleId = roles.find(({ roleName }) => roleName === '工程师')!.id
  for (let at = 0; at < 20; at++) await boss.post('/blade/user/save', { account: `moved${at}`, realName: `随迁${at}`, roleId, deptId })
  const checks: string[] = []
  for (let at = 1; at <= 3; at++) {
    const draft = {
      checkTitle: `合并前盘点${at}`,
      beginDate: '2026-11-01',
      mode: 'open',
      scopeDepts: [deptId],
      members: [{ userId: boss.userId }],
    }
    const { id } = (await boss.post('/eam/check/submit', draft)).data
    await boss.post('/eam/check/start', { id })
    checks.push(id)
  }
  await boss.post('/eam/check/scan', { checkId: checks[0], code: codes[0] })
  const all = async () => (await boss.get<Page>('/eam/device/list', { size: 1 })).data.total
  const devices = await all()

  const desk = await openDesk(app, boss, `/system/dept?open=${deptId}`)
  click(await desk.find('button', '合并、移动、停办'))
  const plan = await until(() => dialog('并入其他科室'), 'the plan')
  await choose('目标科室', '并入科', plan)
  for (const line of ['设备卡（使用科室）：500', '用户（所属科室）：20', '盘点任务（科室（含下级））：3'])
    await until(() => byText(line, plan), line)
  click(byRole('button', /确\s*定/, plan)!)
  await until(() => !dialog('并入其他科室'), 'no plan')

  desk.load(`/eam/device?useDeptId=${toId}`)
  await until(() => /共 500 条/.test(shownText(main())), 'its devices')
  desk.load(`/system/user?deptId=${toId}`)
  await until(() => /共 20 条/.test(shownText(main())), 'its people')
  expect(await all()).toBe(devices)
  // What was counted is counted; the rest is counted as before, and each check is ended as if nothing had been.
  await boss.post('/eam/check/scan', { checkId: checks[0], code: codes[1] })
  for (const [at, id] of checks.entries()) {
    desk.load(`/eam/check/${id}`)
    await desk.find('heading', `合并前盘点${at + 1}`)
    await desk.find('button', '结束盘点')
    const lines = (await boss.get<Page>('/eam/deviceapplylist/list', { checkId: id, size: 1 })).data
    const match = (await boss.get<Page>('/eam/deviceapplylist/list', { checkId: id, result: 'match', size: 1 })).data
    expect([lines.total, match.total]).toEqual([500, at === 0 ? 2 : 0])
  }
})

test('[SHELL-TOPMENU-1] [SHELL-TOP-2] the bar names the top menus, and the chosen one decides the side bar, after a reload too', async () => {
  const tree = (await platform.get<{ id: string; name: string }[]>('/blade-system/menu/grant-top-tree')).data
  const desk = await openDesk(app, boss, '/')
  const groups = () => [...(menu()?.querySelectorAll('.ant-menu-root > li') ?? [])].map((group) => group.textContent ?? '')
  const names = await desk.find('radiogroup', '顶部菜单')
  await until(() => groups().length > 2, 'the whole menu')
  const whole = groups()
  // The program begins with the top menus of its modules.
  expect(names.textContent).toContain('全部资产业务系统')
  click(byText('资产', names)!)
  await until(
    () => groups().some((group) => group.includes('设备管理')) && !groups().some((group) => group.includes('系统管理')),
    'one part',
  )
  click(byText('全部', names)!)
  await until(() => groups().length === whole.length, 'the whole menu')
  const made = (await platform.post('/blade-system/topmenu/submit', { name: '后台', nameEn: 'Back office', code: 'backoffice' })).data
  const system = tree.find(({ name }) => name === '系统管理')!
  await platform.post('/blade-system/topmenu/grant', { topMenuIds: [made.id], menuIds: [system.id] })
  desk.reload()
  const inBar = (name: string) => until(() => byText(name, byRole('radiogroup', '顶部菜单')!), `${name} in the bar`)
  await desk.find('radiogroup', '顶部菜单')
  click(await inBar('后台'))
  const isSystemAlone = () => groups().length === 1 && groups()[0]!.includes('系统管理')
  await until(isSystemAlone, 'the part of the new one')
  desk.reload()
  await until(isSystemAlone, 'the part of the new one after a reload')
  click(await inBar('全部'))
  await until(() => groups().length === whole.length, 'the whole menu')
  // A top menu that is gone leaves the whole menu.
  click(await inBar('后台'))
  await until(isSystemAlone, 'the part of the new one')
  await platform.post(`/blade-system/topmenu/remove?ids=${made.id}`)
  desk.reload()
  await until(() => groups().length === whole.length, 'the whole menu')
})
