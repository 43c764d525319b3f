import { expect, test, vi } from 'vitest'
import { markerCookie } from '#contract/sync/sync.ts'
import { lookEvery, tokenTime } from '#src/data/renewal.ts'
import { watchSession } from '#src/data/session.ts'
import { keep } from '#src/data/stored.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byText,
  click,
  demoAccount,
  dialog,
  field,
  fillLogin,
  rows,
  shownText,
  tabNames,
  type,
  until,
  type VisitedDesk,
  visitDesk,
} from '#tests/harness/desk.tsx'
import { digest } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const manager = demoAccount('manager')
const value = (label: string): string => (field(label) as HTMLInputElement).value
/** What the browser has stored under a name; undefined where there is nothing. */
const stored = (name: string, area = localStorage): unknown => JSON.parse(area.getItem(`eam-${name}`) ?? 'null')?.content
const menu = () => byRole('navigation', '菜单')

const openPersonalMenu = async (desk: VisitedDesk) => click(await desk.find('button', /打开个人菜单/))
const signOut = async (desk: VisitedDesk): Promise<void> => {
  await openPersonalMenu(desk)
  click(await desk.find('menuitem', '退出登录'))
  click(await desk.find('button', '确定', await until(dialog, 'the question')))
  await desk.at('/login')
}
/** Presses the lock button, and sets a lock password where it asks for one. */
const lock = async (desk: VisitedDesk): Promise<void> => {
  click(await desk.find('button', '锁屏'))
  const form = await until(() => dialog('设置锁屏密码'), 'the question for a lock password')
  type(field('锁屏密码', form)!, 'desk-1')
  click(byRole('button', '确定', form)!)
  await desk.at('/lock')
}
const unlock = async (word: string): Promise<void> => {
  type(await until(() => field('锁屏密码'), 'the lock page'), word)
  click(byRole('button', '解锁')!)
}

test('[SHELL-GUARD-5A] [SHELL-ROUTE-LOGIN-1] [SHELL-CONST-5] [SHELL-VAL-LOGIN-1] [SHELL-VAL-LOGIN-3] [SHELL-AUTH-3] [SHELL-AUTH-4] [SHELL-ERR-5] [SHELL-ERR-11] [SHELL-GUARD-2] [SHELL-ROUTE-LOGIN-2] [SHELL-ROUTE-LOGIN-3] [SHELL-CONST-3] a visitor is led to the log-in, which says itself why it failed (deviation), and from there to the page asked for', async () => {
  const desk = await visitDesk(app, '/eam/device')
  await desk.at('/login')
  await until(() => document.title === '登录', 'the title')
  expect(value('医院名称或编号')).toBe('')
  await fillLogin({ tenant: '', user: 'admin', password: 'wrong' })
  const byDefault = await desk.asked(/\/oauth\/token/)
  expect([byDefault.headers.get('tenant-id'), byDefault.body]).toMatchObject(['000000', { tenantId: '000000' }])
  await desk.find('alert', /账号或密码不正确/)
  await until(() => !document.querySelector('.ant-btn-loading'), 'an idle button')
  const { length } = desk.requests
  await fillLogin({ ...manager, password: 'wrong' })
  const request = await desk.asked(/\/oauth\/token/, length)
  expect(request.body).toMatchObject({ password: digest('wrong'), scope: 'all', platform: 'EAM' })
  expect(request.headers.get('tenant-id')).toBe('100001')
  // Proxies log addresses, so secrets must not be in them.
  expect(request.path).not.toContain('?')
  await desk.find('alert', /账号或密码不正确/)
  const refusal = { error: 'invalid_grant', error_description: '今日登录已满' }
  desk.answer(({ path }) => (path.endsWith('/oauth/token') ? Response.json(refusal, { status: 400 }) : undefined))
  type(field('密码')!, manager.password)
  click(byRole('button', '登录')!)
  await desk.find('alert', /今日登录已满/)
  await until(() => !document.querySelector('.ant-btn-loading'), 'an idle button')
  desk.answer(undefined)
  click(byRole('button', '登录')!)
  await desk.at('/eam/device')
  desk.load('/login')
  await desk.at('/wel/dashboard')
})

test('[SHELL-CONF-3] [SHELL-TOP-8] [SHELL-TOP-11] the personal menu says who is signed in; signing out asks first', async () => {
  const desk = await visitDesk(app, '/', demoAccount('keeper'))
  await openPersonalMenu(desk)
  const facts = await until(() => document.querySelector('.eam-who'), 'the facts')
  for (const fact of ['王护士', '科室资产管理员', '江城市第一人民医院']) expect(facts.textContent).toContain(fact)
  click(await desk.find('menuitem', '退出登录'))
  const question = await until(() => dialog('退出系统, 是否继续?'), 'the question')
  click(byRole('button', '取消', question)!)
  await until(() => !dialog(), 'no dialog')
  expect(byRole('banner')).toBeDefined()
  await signOut(desk)
})

test('[SHELL-GUARD-1] [SHELL-GUARD-ORDER] [SHELL-TOP-5] [SHELL-LOCK-1] [SHELL-LOCK-3] a locked screen stays locked on every address, the log-in too, until the server takes the password (deviation)', async () => {
  const desk = await visitDesk(app, '/', demoAccount('head'))
  await lock(desk)
  expect([stored('isLock', sessionStorage), localStorage.getItem('eam-isLock')]).toEqual([true, null])
  for (const address of ['/login', '/eam/device']) {
    desk.load(address)
    await desk.at('/lock')
  }
  await unlock('nonsense')
  await desk.find('alert')
  await unlock('desk-1')
  await until(() => rows().length > 0, 'the page behind the lock')
  expect(location.pathname).toBe('/eam/device')
})

test('[SHELL-LOCK-2] [SHELL-DLG-LOCK] [SHELL-VAL-LOCK] locking asks for a lock password first; the server holds it (deviation), over reloads, other addresses and a cleared storage', async () => {
  const desk = await visitDesk(app, '/', demoAccount('head'))
  const sent = () => desk.requests.filter(({ path }) => path.includes('/session/lock'))
  click(await desk.find('button', '锁屏'))
  const form = await until(() => dialog('设置锁屏密码'), 'the question for a lock password')
  click(byRole('button', '确定', form)!)
  await desk.see('锁屏密码不能为空')
  expect([location.pathname, sent()]).toEqual(['/wel/dashboard', []])
  type(field('锁屏密码', form)!, 'desk-1')
  click(byRole('button', '确定', form)!)
  await desk.at('/lock')
  await desk.see('请输入锁屏密码解锁')
  // Nothing on this computer opens the lock.
  expect(sent()).toHaveLength(1)
  expect(JSON.stringify([sent(), { ...localStorage }, { ...sessionStorage }])).not.toContain('desk-1')
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (/lock/i.test(key)) storage.removeItem(key)
  expect(sessionStorage.getItem('eam-isLock')).toBeNull()
  desk.load('/eam/device')
  await desk.at('/lock')
  expect(document.querySelector('.ant-table-row')).toBeNull()
  await unlock('ward2026')
  await desk.find('alert', /锁屏密码不正确/)
  await unlock('desk-1')
  await desk.find('banner')
  // From now on the button locks at once.
  click(await desk.find('button', '锁屏'))
  await desk.at('/lock')
  desk.reload()
  await unlock('desk-1')
  await desk.find('banner')
})

test('[SHELL-ERR-2] [SHELL-ERR-3] a session that ended and cannot be renewed (deviation) leads to the log-in and back to the same place', async () => {
  const desk = await visitDesk(app, '/eam/deviceparts', manager)
  await until(() => tabNames().join() === '首页,设备配件', 'two tabs')
  desk.load('/eam/device?deviceModel=iMEC8')
  await until(() => tabNames().join() === '首页,设备配件,设备卡', 'three tabs')
  await until(() => rows().length > 0, 'cards')
  desk.cookies.drop()
  click(await desk.find('button', '刷新'))
  await desk.at('/login')
  expect(menu()).toBeUndefined()
  await fillLogin(manager)
  await desk.at('/eam/device?deviceModel=iMEC8')
  await until(() => tabNames().join() === '首页,设备卡', 'the page and home')
})

test('[SHELL-SES-1] [SHELL-SES-2] [SHELL-SES-3] [SHELL-SES-6] [SHELL-SES-7] a log-in sets both tokens out of reach of scripts (deviation) and the tenant, and clears tabs and lock', async () => {
  const desk = await visitDesk(app, '/login')
  const tab = (to: string) => ({ label: '', value: to, params: {}, query: '', group: to, meta: { usedAt: 1, generation: 0 } })
  keep('tabs', [tab('/eam/device'), tab('/eam/deviceparts')], true)
  keep('isLock', true, true)
  desk.reload()
  await fillLogin(manager)
  await desk.at('/wel/dashboard')
  await until(() => tabNames().join() === '首页', 'home alone')
  expect(stored('isLock', sessionStorage)).toBe(false)
  const { tenant } = await app.signIn('100001', 'manager', 'ward2026')
  expect([tenant, stored('tenantId')]).toEqual(['100001', '100001'])
  for (const name of ['eam-access', 'eam-refresh']) expect(desk.cookies.find(name)).toMatchObject({ isHttpOnly: true, sameSite: 'Strict' })
  expect(document.cookie).toContain(markerCookie)
  expect(document.cookie).not.toMatch(/eam-(access|refresh)/)
})

test('[SHELL-GUARD-3] [SHELL-GUARD-5B] [SHELL-ROUTE-LOCK-2] without a token the first call ends the session (deviation) and the log-in shows; public pages stay', async () => {
  const desk = await visitDesk(app, '/wel/dashboard', manager)
  await desk.find('banner')
  expect(stored('person')).toMatchObject({ account: 'manager' })
  desk.cookies.drop()
  desk.load('/eam/device')
  await desk.at('/login')
  expect(stored('person')).toBeUndefined()
  for (const path of ['/404', '/500']) {
    desk.load(path)
    await desk.find('heading', path.slice(1))
    expect(location.pathname).toBe(path)
    expect([byRole('banner'), menu()]).toEqual([undefined, undefined])
  }
  desk.load('/lock')
  await desk.see('您尚未登录，没有需要解锁的屏幕')
  expect(location.pathname).toBe('/lock')
  click(await desk.find('button', '去登录'))
  await desk.at('/login')
})

test('[SHELL-PERM-10] the check of a token grown old finds no refresh token: logged out', async () => {
  const desk = await visitDesk(app, '/wel/dashboard', manager)
  await desk.find('banner')
  desk.cookies.drop('eam-refresh')
  keep('tokenAt', { at: Date.now() - (tokenTime + 1) * 1000, tokens: desk.cookies.find(markerCookie)!.value })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    watchSession()
    expect(desk.requests.filter(({ path }) => path.includes('/oauth/token/refresh'))).toEqual([])
    vi.advanceTimersByTime(lookEvery)
    await desk.asked(/\/oauth\/token\/refresh/)
  } finally {
    vi.useRealTimers()
  }
  await desk.at('/login')
  expect(stored('person')).toBeUndefined()
})

test('[SHELL-LOGINQ-2] a page to jump to is kept over the log-in; [SHELL-LOGINQ-3] a client id signs no one in (deviation)', async () => {
  const desk = await visitDesk(app, '/eam/device?tenantId=100001&clientId=web')
  await desk.at('/login')
  desk.load('/404')
  desk.load('/login?jumpRouter=https%3A%2F%2Fother.invalid%2F')
  await desk.at('/login')
  expect(stored('jumpRouter', sessionStorage)).toBeUndefined()
  desk.load('/login?tenantId=100001&clientId=web&jumpRouter=%2Feam%2Fdeviceparts')
  await desk.at('/login')
  expect(value('医院名称或编号')).toBe('100001')
  desk.reload()
  expect(stored('jumpRouter', sessionStorage)).toBe('/eam/deviceparts')
  expect(desk.requests.filter(({ path }) => path.includes('/oauth/token'))).toEqual([])
  await fillLogin(manager)
  await desk.at('/eam/deviceparts')
})

test('[SHELL-SES-12] [SHELL-SES-13] signing out clears token, menus, roles, tabs and lock; one way for every kind of log-in, also when the call is lost (deviation)', async () => {
  for (const isLost of [false, true]) {
    const desk = await visitDesk(app, '/login')
    await fillLogin(manager)
    await desk.at('/wel/dashboard')
    click(await until(() => byText('维修工单', menu()), 'an item of the menu'))
    await until(() => tabNames().join() === '首页,维修工单', 'two tabs')
    if (isLost) {
      desk.answer(({ path }) => (path.includes('/oauth/logout') ? Promise.reject(new TypeError('lost')) : undefined))
      await signOut(desk)
    } else {
      await lock(desk)
      expect(stored('isLock', sessionStorage)).toBe(true)
      click(await desk.find('button', '退出登录'))
      click(await desk.find('button', '确定', await until(dialog, 'the question')))
      await desk.at('/login')
    }
    await desk.asked(/\/blade-auth\/oauth\/logout/)
    expect(stored('person')).toBeUndefined()
    expect(stored('tabs', sessionStorage)).toEqual([])
    expect(stored('isLock', sessionStorage)).toBeUndefined()
    expect(menu()).toBeUndefined()
    // The log-in offers the hospital that was worked in.
    desk.load('/login')
    await until(() => field('医院名称或编号'), 'the log-in')
    expect(value('医院名称或编号')).toBe('江城市第一人民医院')
    if (!isLost) for (const name of ['eam-access', 'eam-refresh', markerCookie]) expect(desk.cookies.find(name)).toBeUndefined()
  }
})

test('[SHELL-DLG-REG] [SHELL-ENT-REG] [SHELL-VAL-REG-1] [SHELL-VAL-REG-2] [SHELL-VAL-REG-3] [SHELL-VAL-REG-4] [SHELL-VAL-REG-5] [SHELL-ERR-12] [SHELL-ERR-13] [SHELL-CONF-4] [SHELL-REG-1] [SHELL-REG-2] [SHELL-REG-3] a registration says what is missing, one thing at a time, and ends at the log-in', async () => {
  const platform = await app.signIn('000000', 'admin', 'admin')
  await platform.post('/blade-system/tenant/setting', { id: '100001', takesRegistrations: 1 })
  const desk = await visitDesk(app, '/login')
  const sent = () => desk.requests.filter(({ path }) => path.includes('/register-guest')).map(({ body }) => body)
  click(await desk.find('button', '账号注册'))
  const form = await until(() => dialog('账号注册'), 'the dialog')
  expect(form.querySelector('.ant-modal-title')!.textContent).toBe('账号注册')
  const submit = () => click(byRole('button', '提交', form)!)
  const warnings = () => [...document.querySelectorAll('.ant-message-warning')]
  /** Submits, and sees this warning and no other. */
  const warned = async (text: string) => {
    const before = warnings()
    const fresh = () => warnings().flatMap((one) => (before.includes(one) ? [] : [one.textContent]))
    submit()
    await until(() => fresh().length > 0, text)
    expect(fresh()).toEqual([text])
  }
  const fill = (label: string, text: string) => type(field(label, form)!, text)
  fill('租户编号', '')
  await warned('请先输入租户编号')
  fill('租户编号', '100001')
  await warned('请先输入账号名称')
  fill('登录账号', 'newcomer')
  fill('确认密码', 'Harbour2026')
  await warned('请先输入密码')
  fill('确认密码', '')
  fill('密码', 'Harbour2026')
  await warned('请先输入密码')
  fill('确认密码', 'Harbour2027')
  await warned('两次密码输入不一致')
  expect(sent()).toEqual([])
  fill('确认密码', 'Harbour2026')
  fill('姓名', '新来')
  const refuse = (json: object) =>
    desk.answer(({ path }) => (path.includes('/register-guest') ? Response.json(json, { status: 400 }) : undefined))
  refuse({ code: 400, success: false, msg: '今天不收新人', data: null })
  submit()
  await desk.see('今天不收新人')
  refuse({ code: 400, success: false })
  submit()
  await desk.see('提交失败')
  expect((field('登录账号', form) as HTMLInputElement).value).toBe('newcomer')
  desk.answer(undefined)
  submit()
  const alert = await until(() => dialog('注册申请已提交,请耐心等待管理员通过!'), 'the alert')
  expect(alert.querySelector('.ant-modal-confirm-title')!.textContent).toBe('注册提示')
  expect(sent().at(-1)).toEqual({
    tenantId: '100001',
    name: '新来',
    account: 'newcomer',
    password: 'Harbour2026',
    password2: 'Harbour2026',
  })
  click(byRole('button', '确定', alert)!)
  await desk.asked(/\/blade-auth\/oauth\/logout/)
  await until(() => !dialog(), 'no dialog')
  expect(location.pathname).toBe('/login')
  const admin = await app.signIn('100001', 'admin', 'ward2026')
  const waiting = await admin.get<{ records: object[] }>('/blade-user/registration/list', { account: 'newcomer' })
  expect(waiting.data.records).toMatchObject([{ account: 'newcomer', state: 'waiting' }])
  expect(shownText()).toContain('登录')
})
