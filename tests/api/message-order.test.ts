import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, password } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const platform = await app.signIn('000000', 'admin', 'admin')
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const [head] = (await platform.get<Page>('/blade-system/dict/parent-list')).data.records

const guest = async (path: string, body: object) =>
  answerOf(
    await fetch(`${app.url}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  )
const asPlatform = (path: string, body: object) => platform.post<Row>(path, body)
const asAdmin = (path: string, body: object) => admin.post<Row>(path, body)
const asKeeper = (path: string, body: object) => keeper.post<Row>(path, body)

const register = '/blade-user/register-guest'
const packages = '/blade-system/tenant-package/submit'
const params = '/blade-system/param/submit'
const dictionary = '/blade-system/dict/submit'
const ownPassword = '/osm/user/update-password'
const ownInfo = '/blade-user/update-info'
const role = '/osm/session/switch-role'

/** Forms of sections 5 and 8, each sent with several faults at once; the sentence names them as the document orders them. */
const forms = [
  // A registration warns of one thing at a time.
  [guest, register, {}, ['请先输入租户编号']],
  [guest, register, { account: '', password: 'a', password2: 'b' }, ['请先输入租户编号']],
  [guest, register, { tenantId: home.tenant, password: 'a', password2: 'b' }, ['请先输入账号名称']],
  [guest, register, { tenantId: home.tenant, account: 'new', password: '', password2: 'b' }, ['请先输入密码']],
  [guest, register, { tenantId: home.tenant, account: 'new', password: 'a', password2: '' }, ['请先输入密码']],
  [guest, register, { tenantId: '999999', account: 'new', password: 'a', password2: 'b' }, ['两次密码输入不一致']],
  [asPlatform, packages, {}, ['请输入产品包名称', '请选择菜单']],
  [asPlatform, packages, { menuId: '', packageName: ' ' }, ['请输入产品包名称', '请选择菜单']],
  [asPlatform, packages, { menuId: [], packageName: 'x'.repeat(61) }, ['产品包名不能超过 60 个字', '请选择菜单']],
  [asAdmin, params, {}, ['请输入参数名称', '请输入参数键名', '请输入参数键值']],
  [asAdmin, params, { paramValue: '', paramKey: '' }, ['请输入参数名称', '请输入参数键名', '请输入参数键值']],
  [asAdmin, params, { paramValue: ' ', paramName: '公告' }, ['请输入参数键名', '请输入参数键值']],
  [asPlatform, dictionary, {}, ['请输入字典编号', '请输入字典名称', '请输入字典排序', '请选择封存']],
  [asPlatform, dictionary, { isSealed: '', sort: '', code: 'x' }, ['请输入字典名称', '请输入字典排序', '请选择封存']],
  // A value takes its code from the dictionary.
  [
    asPlatform,
    dictionary,
    { parentId: head!.id, isSealed: '', dictKey: '' },
    ['请输入字典名称', '请输入字典键值', '请输入字典排序', '请选择封存'],
  ],
  [asKeeper, ownPassword, {}, ['原密码不能为空', '新密码不能为空', '确认密码不能为空']],
  [asKeeper, ownPassword, { newPassword1: '', newPassword: 'abc' }, ['原密码不能为空', '密码长度不能少于6位', '确认密码不能为空']],
  [asKeeper, ownPassword, { oldPassword: 'wrong', newPassword: 'abcdef', newPassword1: 'abcdeg' }, ['密码较弱', '两次密码输入不一致']],
  // What is typed is looked at before the old password is compared, and counted as a guess.
  [asKeeper, ownPassword, { oldPassword: 'wrong', newPassword: 'Own2026', newPassword1: 'Own2027' }, ['两次密码输入不一致']],
  [asKeeper, ownInfo, { email: 'no address', phone: '' }, ['手机号码不能为空', '邮箱格式不正确，应如 name@hospital.cn']],
  [asKeeper, ownInfo, { email: 'no address', phone: '123' }, ['手机号码长度不为11位', '邮箱格式不正确，应如 name@hospital.cn']],
  [asKeeper, ownInfo, { phone: '123', realName: '' }, ['姓名不能为空', '手机号码长度不为11位']],
  [asKeeper, role, {}, ['请选择部门']],
  [asKeeper, role, { roleId: 'x' }, ['请选择部门']],
] as const

test.each(forms)('%o %s with %j names the faults in the order of the document', async (send, path, body, said) => {
  const answer = await send(path, body)
  expect(answer.status).toBe(400)
  expect(answer.msg.split('；')).toEqual(said)
})

test('a form that was refused has written nothing', async () => {
  const rows = await app.sql(
    `select (select count(*)::int from registration) as registrations, (select count(*)::int from tenant_package) as packages,
      (select count(*)::int from access_log where event = 'wrongPassword') as guesses`,
  )
  expect(rows).toEqual([{ registrations: 0, packages: 0, guesses: 0 }])
  expect((await keeper.post('/osm/session/lock', { password: digest(password) })).status).toBe(200)
  // A locked screen says that it is locked before it looks at anything else.
  expect(await keeper.post(ownPassword, {})).toMatchObject({ status: 403, msg: '屏幕已锁定，请先解锁' })
})
