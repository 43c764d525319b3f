import { expect, test } from 'vitest'
import { appendLog } from '#src/data/error-log.ts'
import { keep } from '#src/data/stored.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  type Browser,
  byRole,
  byRoleAll,
  byText,
  click,
  clickRight,
  demoAccount,
  dialog,
  escapeUntil,
  field,
  fillLogin,
  openDesk,
  press,
  rows,
  tabNames,
  type,
  until,
  visitDesk,
} from '#tests/harness/desk.tsx'
import { isShown } from '#tests/harness/screen.ts'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const tab = (name: string) => byRole('tab', name)!
const cross = (name: string) => tab(name).querySelector('.eam-tab-close')
const tabsAre = (...names: string[]) => until(() => tabNames().join() === names.join(), `the tabs ${names}`)
const inMenu = (name: string) => until(() => byText(name, byRole('navigation', '菜单')!), `${name} in the menu`)
/** Chooses an entry of the menu that a right click on a tab opens. */
const chooseOn = async (name: string, entry: string): Promise<void> => {
  clickRight(tab(name))
  click(await until(() => byRoleAll('menuitem', entry).at(-1), `the entry ${entry}`))
}
const shownIn = (inputs: Iterable<Element>) => [...inputs].find(isShown) as HTMLInputElement | undefined

test('[SHELL-ROUTE-HOME-1] [SHELL-TAB-1] [SHELL-TAB-11] [SHELL-TAB-5] [SHELL-TAB-6] [SHELL-TAB-7] [SHELL-TAB-8] [SHELL-VAL-CACHE] [SHELL-TAB-10] [SHELL-TAB-12] [SHELL-TAB-13] [SHELL-MSG-5] pages open as tabs that stay alive', async () => {
  const desk = await openDesk(app, await as('manager'), '/')
  const homeAlone = async () => {
    await tabsAre('首页')
    expect(cross('首页')).toBeNull()
    press('Delete', tab('首页'))
    await desk.find('banner')
    expect(tabNames()).toEqual(['首页'])
  }
  await homeAlone()
  desk.load('/eam/device')
  await until(() => document.title === '设备卡', 'the title')
  const search = () => shownIn(document.querySelectorAll('input[placeholder="名称|规格型号|厂家|RFID|国资编码"]'))
  type(await until(search, 'the search'), '呼吸机')
  const kept = () => JSON.parse(sessionStorage.getItem('eam-tabs')!).content as Record<string, unknown>[]
  await until(() => String(kept()[1]?.query).includes('keyword='), 'the search in the tab')
  expect(location.search).toContain('keyword=')
  for (const name of ['更多功能', '设备管理', '设备配件']) click(await inMenu(name))
  await until(() => document.title === '设备配件', 'the title')
  click(await inMenu('设备卡'))
  await desk.at(/^\/eam\/device\?.*keyword=/)
  await tabsAre('首页', '设备卡', '设备配件')
  expect(kept().map((one) => Object.keys(one).sort())).toEqual(Array(3).fill(['group', 'label', 'meta', 'params', 'query', 'value']))
  expect(kept()[1]).toMatchObject({ value: '/eam/device', group: '/eam/device', query: expect.stringContaining('keyword='), params: {} })
  click(tab('设备配件'))
  await desk.at('/eam/deviceparts')
  click(tab('设备卡'))
  await desk.at(/keyword=/)
  await until(() => search()?.value === '呼吸机', 'the search as it was left')
  click(cross('设备卡')!)
  await tabsAre('首页', '设备配件')
  await desk.at('/eam/deviceparts')
  expect(cross('首页')).toBeNull()
  clickRight(tab('设备配件'))
  for (const entry of ['清除缓存', '关闭其他', '关闭全部']) await desk.find('menuitem', entry)
  click(byRoleAll('menuitem', '清除缓存').at(-1)!)
  const question = await until(() => dialog('是否需要清除缓存?'), 'the question')
  click(byRole('button', '确定', question)!)
  await desk.see('清除完毕')
  click(await inMenu('设备卡'))
  await tabsAre('首页', '设备配件', '设备卡')
  await chooseOn('设备配件', '关闭其他')
  await tabsAre('首页', '设备配件')
  await desk.at('/eam/deviceparts')
  await chooseOn('设备配件', '关闭全部')
  await homeAlone()
  await desk.at('/wel/dashboard')
})

test('[SHELL-TAB-4] [SHELL-TAB-9] a tab takes its name from the address; its list searches the menu', async () => {
  const desk = await openDesk(app, await as('manager'), `/eam/deviceparts?name=${encodeURIComponent('我的配件')}`)
  await tabsAre('首页', '我的配件')
  click(await desk.find('button', '标签页操作'))
  click(await desk.find('menuitem', '菜单搜索'))
  await desk.find('combobox', /菜单搜索/)
})

test('a form left open keeps what was typed while another page is shown; clearing a tab resets that tab and no other', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/device')
  const leaveFor = async (name: string, address: string) => {
    press('k', document.body, { ctrlKey: true })
    const box = await desk.find('combobox', /菜单搜索/)
    type(box, name)
    await until(() => byRole('option', name)?.getAttribute('aria-selected') === 'true', `${name} as the first found`)
    press('Enter', box)
    await desk.at(address)
  }
  const start = async (label: string, typed: string): Promise<HTMLInputElement> => {
    await until(() => rows().length > 0, 'rows')
    click(byRole('button', '新增', shownIn(document.querySelectorAll('.eam-toolbar')))!)
    const input = await until(() => field(label, dialog()), `the field ${label}`)
    type(input, typed)
    return input as HTMLInputElement
  }
  const device = await start('设备名称', '半成品')
  await leaveFor('设备配件', '/eam/deviceparts')
  await until(() => !isShown(device), 'no form of a device')
  const part = await start('配件名称', '半个配件')
  await leaveFor('设备卡', '/eam/device')
  await until(() => isShown(device), 'the form of a device')
  expect(device.value).toBe('半成品')
  await leaveFor('首页', '/wel/dashboard')
  await chooseOn('设备卡', '清除缓存')
  const question = await until(() => dialog('是否需要清除缓存?'), 'the question')
  const { length } = desk.requests
  click(byRole('button', '确定', question)!)
  await desk.see('清除完毕')
  click(tab('设备卡'))
  await until(() => rows().length > 0, 'cards')
  expect(dialog()).toBeUndefined()
  // Its answers went along with what was typed.
  await desk.asked(/^\/eam\/device\/list\?/, length)
  click(tab('设备配件'))
  await until(() => isShown(part), 'the form of a part')
  expect(part.value).toBe('半个配件')
})

const openLog = async (desk: Browser) => {
  click(await desk.find('button', '错误日志'))
  return until(() => dialog('错误日志'), 'the log')
}
const badge = () => document.querySelector('.ant-badge:has([aria-label="错误日志"])')?.textContent

test('[SHELL-TOP-3] [SHELL-TOP-4] [SHELL-DLG-LOGS-1] [SHELL-DLG-LOGS-2] [SHELL-DLG-LOGS-3] [SHELL-AUTH-9] [SHELL-CONF-1] [SHELL-CONF-2] [SHELL-MSG-6] [SHELL-MSG-7] the error log shows to administrators while debug is on', async () => {
  const desk = await visitDesk(app, '/', demoAccount('admin'))
  for (const message of ['Boom', 'Crash']) appendLog(Object.assign(new Error(message), { stack: 's' }), 'i')
  desk.reload()
  // Beside the other buttons of the bar, which are there by then.
  await desk.find('button', /打开个人菜单/)
  expect(byRole('button', '错误日志')).toBeUndefined()
  keep('debug', true)
  desk.reload()
  await desk.find('button', '错误日志')
  expect(badge()).toBe('2')
  // The badge counts them as they come.
  appendLog(new RangeError('Fault of a page'), 'i')
  await until(() => badge() === '3', 'three faults')
  const log = await openLog(desk)
  for (const name of [/Boom/, /Crash/, /Fault of a page/]) await desk.find('row', name, log)
  // Two of one moment are two.
  click(byRole('button', undefined, byRole('row', /Boom/, log))!)
  const stacks = () => [...log.querySelectorAll('.eam-stack')].map((stack) => stack.textContent)
  await until(() => stacks().length > 0, 'a stack')
  expect(stacks()).toEqual(['s\ni'])
  click(byRole('button', '上传到服务器', log)!)
  const ask = await until(() => dialog('确定上传本地日志到服务器?'), 'the question')
  click(byRole('button', '确定', ask)!)
  const sent = await desk.asked(/logout/)
  expect(sent).toMatchObject({ method: 'POST', body: [{ message: 'Boom' }, { message: 'Crash' }, {}] })
  await desk.see('发送成功!')
  click(byRole('button', '清空本地日志', log)!)
  const clear = await until(() => dialog('确定清空本地日志记录?'), 'the question')
  click(byRole('button', '确定', clear)!)
  await desk.see('清空成功!')
  await desk.see('暂无错误日志')
  await until(() => badge() === '', 'no number')
  // The mark of debugging stays on this computer; another role does not get the button by it.
  await escapeUntil(() => !dialog(), 'no log')
  click(await desk.find('button', /打开个人菜单/))
  click(await desk.find('menuitem', '退出登录'))
  click(await desk.find('button', '确定', await until(dialog, 'the question')))
  await desk.at('/login')
  await fillLogin(demoAccount('manager'))
  await desk.find('button', /陈科长/)
  expect(localStorage.getItem('eam-debug')).toContain('true')
  expect(byRole('button', '错误日志')).toBeUndefined()
})

test('[SHELL-BADGE-1] the mark of the error log ends at 99', async () => {
  const desk = await openDesk(app, await as('admin'), '/')
  for (let at = 0; at < 150; at++) appendLog(new Error('Boom'), 'i')
  keep('debug', true)
  desk.reload()
  await desk.find('button', '错误日志')
  expect(badge()).toBe('99+')
})

test('[SHELL-PROFILE-3] [SHELL-VAL-PWD-1] [SHELL-VAL-PWD-2] [SHELL-VAL-PWD-4] [SHELL-VAL-PWD-9] [SHELL-VAL-PWD-10] [SHELL-VAL-PHONE-1] [SHELL-VAL-PHONE-2] the password form has its three fields, and what is wrong with each stands beside it, too short by the rule of the hospital (deviation); so it does beside the phone', async () => {
  const desk = await openDesk(app, await as('manager'), '/info/index')
  const sent = () => desk.requests.filter(({ path }) => /update-(password|info)/.test(path))
  const form = () => byRole('tabpanel')!
  const input = (label: string) => field(label, form()) as HTMLInputElement
  const said = (label: string) => input(label).closest('.ant-form-item')!.querySelector('.ant-form-item-explain-error')?.textContent
  const says = (label: string, sentence: string | undefined) => until(() => said(label) === sentence, `${sentence} beside ${label}`)
  const save = () => click(byRole('button', '保存', form())!)
  await until(() => byRole('tabpanel') && field('手机号码', form()), 'the form')
  for (const [phone, sentence] of [
    ['', '手机号码不能为空'],
    ['1380000000', '手机号码长度不为11位'],
    ['138000000001', '手机号码长度不为11位'],
  ] as const) {
    type(input('手机号码'), phone)
    save()
    await says('手机号码', sentence)
  }
  click(await desk.find('tab', '修改密码'))
  const labels = ['原密码', '新密码', '确认密码'] as const
  await until(() => field('原密码', form()), 'the form of the password')
  for (const label of labels) expect(input(label).type).toBe('password')
  const allSay = async (...sentences: [string, string, string]) => {
    for (const [at, label] of labels.entries()) await says(label, sentences[at]!)
  }
  save()
  await allSay('原密码不能为空', '新密码不能为空', '确认密码不能为空')
  type(input('确认密码'), 'Harbour2027')
  for (const [weak, sentence] of [
    ['aB1!x', '密码长度不能少于8位'],
    ['abcdefgh', '密码较弱'],
    ['12345678', '密码较弱'],
  ] as const) {
    type(input('新密码'), weak)
    input('新密码').blur()
    await says('新密码', sentence)
    save()
    await allSay('原密码不能为空', sentence, '两次密码输入不一致')
  }
  expect(sent()).toEqual([])
  // What the server alone can know stands beside its field too, and nothing that was typed is lost.
  type(input('原密码'), 'Not-it-2026')
  type(input('新密码'), 'Harbour2027')
  save()
  await says('原密码', '原密码不正确')
  expect(said('新密码')).toBeUndefined()
  expect(input('新密码').value).toBe('Harbour2027')
  expect(sent()).toHaveLength(1)
})

test('unsaved rights are not discarded without asking', async () => {
  const desk = await openDesk(app, await as('admin'), '/system/role')
  await until(() => rows().length > 0, 'roles')
  click(rows().at(-1)!)
  click(await desk.find('button', '权限'))
  const rights = await until(() => shownIn(document.querySelectorAll('.eam-rights')), 'the rights')
  const tick = await desk.find('checkbox', undefined, rights)
  const before = tick.getAttribute('aria-checked')
  click(tick)
  await until(() => tick.getAttribute('aria-checked') !== before, 'another tick')
  const ask = () => dialog('内容尚未保存')
  click(byRole('button', '取消', rights)!)
  click(byRole('button', '继续编辑', await until(ask, 'the question'))!)
  await until(() => !ask(), 'no question')
  await escapeUntil(ask, 'the question')
  click(byRole('button', '放弃', await until(ask, 'the question'))!)
  await until(() => !document.querySelector('.eam-rights'), 'no rights')
  // Discarded content stays discarded: the tab closes without asking again.
  await escapeUntil(() => !dialog(), 'no record')
  click(cross('角色')!)
  await tabsAre('首页')
})
