import { expect, test } from 'vitest'
import { knownHospitals } from '#src/data/hospitals.ts'
import { enterAs, loadPerson } from '#src/data/session.ts'
import { forget, forgetAll, keep } from '#src/data/stored.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byRoleAll,
  click,
  demoAccount,
  dialog,
  field,
  fillLogin,
  pick,
  type,
  until,
  type VisitedDesk,
  visitDesk,
} from '#tests/harness/desk.tsx'
import { personOfTwo, personWith } from '#tests/harness/own-person.ts'

const app = await appForFile()
const two = await personOfTwo(app)

const person = () => JSON.parse(localStorage.getItem('eam-person') ?? 'null')?.content as { tenantId: string; rights: string[] } | undefined
const logo = (name: string) => until(() => document.querySelector('.eam-logo')?.textContent?.includes(name), `the logo of ${name}`)
const openFacts = () => document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden) .eam-who')
/** The facts in the personal menu, which is opened where it is not open. */
const facts = async (desk: VisitedDesk): Promise<Element> => {
  if (!openFacts()) click(await desk.find('button', /打开个人菜单/))
  return until(openFacts, 'the facts of the person')
}
/** The choice of an organisation, with the second one chosen. */
const chooseSecond = async (desk: VisitedDesk): Promise<HTMLElement> => {
  click(await desk.find('button', two.home.name, await facts(desk)))
  const form = await until(() => dialog('切换机构'), 'the choice of an organisation')
  const select = await until(() => field('选择机构', form), 'its list')
  select.closest('.ant-select')!.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await desk.find('option', two.second.name)
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)
  expect(offered).toEqual([two.home.name, two.second.name])
  click(byRole('option', two.second.name)!)
  return form
}

test('[SHELL-LOGINQ-1] a refresh token in the address leads into the named tenant, is spent, and leaves the address', async () => {
  const { refreshToken } = await app.signIn(two.home.tenant, two.account.user, two.account.password)
  const link = `/login?tenantId=${two.second.tenant}&refreshToken=${refreshToken}`
  const desk = await visitDesk(app, link)
  const { body } = await desk.asked(/\/oauth\/token/)
  expect(body).toMatchObject({ tenantId: two.second.tenant, grant_type: 'switch_token' })
  await desk.at('/wel/dashboard')
  await desk.see(`您已以“同一人”的身份进入“${two.second.name}”`)
  await logo(two.second.name)
  const again = await visitDesk(app, link)
  await again.find('alert')
  expect(location.pathname + location.search).toBe('/login')
})

test('[SHELL-TOP-9] [SHELL-DLG-ORG-1] [SHELL-DLG-ORG-2] [SHELL-SES-8] [SHELL-SES-9] [SHELL-SES-10] the organisation opens the choice of one’s own; going there takes new tokens, its facts, and a fresh page', async () => {
  const alone = await facts(await visitDesk(app, '/', demoAccount('keeper')))
  expect(alone.textContent).toContain('江城市第一人民医院')
  expect(byRoleAll('button', undefined, alone)).toEqual([])
  const desk = await visitDesk(app, '/', two.account)
  const tokens = () => ['eam-access', 'eam-refresh'].map((name) => desk.cookies.find(name)!.value)
  const before = tokens()
  const asked = () => desk.requests.filter(({ path }) => path.includes('switch_token'))
  click(byRole('button', '取消', await chooseSecond(desk))!)
  await until(() => !dialog(), 'no dialog')
  expect([asked(), desk.loads]).toEqual([[], 0])
  click(byRole('button', '确定', await chooseSecond(desk))!)
  await until(() => person()?.tenantId === two.second.tenant, 'the facts of the other organisation')
  await until(() => desk.loads === 1, 'a fresh page')
  await logo(two.second.name)
  expect(asked()).toHaveLength(1)
  const after = tokens()
  for (const at of [0, 1]) expect(after[at]).not.toBe(before[at])
})

test('[SHELL-SES-11] [SHELL-ROUTE-JUMPPAGE] a jump to a hospital does the same, and without a fresh page where that is said', async () => {
  const desk = await visitDesk(app, '/', two.account)
  await logo(two.home.name)
  const before = desk.cookies.find('eam-refresh')!.value
  await desk.go(`/jumppage?tenantId=${two.second.tenant}&to=/info/index&reload=false`)
  await desk.at('/info/index')
  await logo(two.second.name)
  expect(desk.cookies.find('eam-refresh')!.value).not.toBe(before)
  expect(desk.loads).toBe(0)
  await desk.go(`/jumppage?tenantId=${two.home.tenant}&to=/info/index`)
  await until(() => desk.loads === 1, 'a fresh page')
  await desk.at('/info/index')
  await logo(two.home.name)
})

test('a jump that comes before the page of the jump before it is drawn leads on', async () => {
  const desk = await visitDesk(app, '/', two.account)
  await logo(two.home.name)
  const { replaceState } = history
  history.replaceState = (...given) => {
    replaceState.apply(history, given)
    if (!String(given[2]).endsWith('/info/index')) return
    history.replaceState = replaceState
    queueMicrotask(() => desk.go(`/jumppage?tenantId=${two.home.tenant}&to=/eam/device&reload=false`))
  }
  await desk.go(`/jumppage?tenantId=${two.second.tenant}&to=/info/index&reload=false`)
  await desk.at('/eam/device')
  await logo(two.home.name)
})

test('[SHELL-VAL-LOGIN-2] without a tenant the log-in offers those that fit, and goes on with the chosen one', async () => {
  const desk = await visitDesk(app, '/login')
  await fillLogin({ ...two.account, tenant: '' })
  const choice = await desk.find('group', '选择机构')
  expect(byRoleAll('button', undefined, choice).map((button) => button.textContent)).toEqual([two.home.name, two.second.name])
  const { length } = desk.requests
  click(byRole('button', two.second.name, choice)!)
  const { body } = await desk.asked(/\/oauth\/token/, length)
  expect(body).toMatchObject({ tenantId: two.second.tenant })
  await logo(two.second.name)
})

test('a hospital is typed by its name, is remembered on the device, and is offered beside the others of it', async () => {
  const desk = await visitDesk(app, '/login')
  await fillLogin({ ...two.account, tenant: two.second.name })
  const { body, headers } = await desk.asked(/\/oauth\/token/)
  expect([body, headers.get('tenant-id')]).toMatchObject([{ tenantName: two.second.name }, expect.not.stringContaining(two.second.name)])
  await logo(two.second.name)
  keep('hospitals', [...knownHospitals(), { tenantId: two.home.tenant, name: two.home.name }])
  forget('person')
  desk.load('/login')
  const known = await desk.find('group', '本机登录过的医院')
  expect((field('医院名称或编号') as HTMLInputElement).value).toBe(two.second.name)
  expect(byRoleAll('button', undefined, known).map((button) => button.textContent)).toEqual([two.second.name, two.home.name])
  click(byRole('button', two.home.name, known)!)
  const { length } = desk.requests
  type(field('账号')!, two.account.user)
  type(field('密码')!, two.account.password)
  click(byRole('button', '登录')!)
  expect((await desk.asked(/\/oauth\/token/, length)).body).toMatchObject({ tenantId: two.home.tenant })
  await logo(two.home.name)
})

test('who forgot a password reads whom to ask: general words, or those of the hospital that is typed', async () => {
  const facts = { paramName: '登录求助', paramKey: 'signIn.help', paramValue: '请致电设备科 8123' }
  expect((await (await app.signIn(two.home.tenant, 'admin')).post('/blade-system/param/submit', facts)).status).toBe(200)
  const desk = await visitDesk(app, '/login')
  click(await desk.find('button', '忘记密码'))
  await desk.find('status', /请联系本院的系统管理员/)
  type(field('医院名称或编号')!, two.home.name)
  await desk.find('status', /请致电设备科 8123/)
})

test('[SHELL-DLG-SWITCH-1] [SHELL-DLG-SWITCH-2] [SHELL-VAL-SWITCH-1] [SHELL-VAL-SWITCH-2] the own department (deviation) and a role are chosen, and the desk shows what that role may', async () => {
  const desk = await visitDesk(app, '/', await personWith(app, ['工程师', '审计']))
  const open = async (): Promise<HTMLElement> => {
    await facts(desk)
    click(await desk.find('menuitem', '用户信息选择'))
    return until(() => dialog('用户信息选择'), 'the choice of a role')
  }
  const rights = person()!.rights.length
  const form = await open()
  const submit = byRole('button', '切换', form)!
  expect(byRoleAll('combobox', undefined, form)).toHaveLength(2)
  click(submit)
  await desk.see('请选择部门')
  await desk.see('请选择角色')
  await pick('部门', /./, form)
  // There is no other: a person has one department.
  expect(document.querySelectorAll('.ant-select-dropdown .ant-select-item-option')).toHaveLength(1)
  await until(() => !form.textContent?.includes('请选择部门'), 'a chosen department')
  click(submit)
  await desk.see('请选择角色')
  await pick('角色', '审计', form)
  click(submit)
  const { body } = await desk.asked(/\/switch-role/)
  expect(Object.keys(body as object).sort()).toEqual(['deptId', 'roleId'])
  await until(() => !dialog(), 'no dialog')
  await until(() => person()!.rights.length < rights, 'fewer rights')
  const shown = await facts(desk)
  await until(() => shown.textContent?.includes('审计') && !shown.textContent.includes('工程师'), 'the chosen role alone')
  await desk.find('navigation', '菜单')
  const again = await open()
  await pick('部门', /./, again)
  await pick('角色', '全部角色', again)
  click(byRole('button', '切换', again)!)
  await until(() => !dialog(), 'no dialog')
  const all = await facts(desk)
  await until(() => all.textContent?.includes('工程师'), 'both roles')
})

test('[SHELL-GUARD-4C] what is forgotten at a sign-out stays so: reading the person again remembers no hospital, signing in does', async () => {
  await visitDesk(app, '/', demoAccount('keeper'))
  await until(() => person(), 'the person')
  forgetAll()
  await loadPerson()
  expect(knownHospitals()).toEqual([])
  const { tenantId } = person()!
  await enterAs(tenantId)
  expect(knownHospitals().map((one) => one.tenantId)).toEqual([tenantId])
})
