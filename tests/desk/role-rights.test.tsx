import { expect, test } from 'vitest'
import { writeApiScopes } from '#server/db/first/new-api-scopes.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byRoleAll,
  byText,
  click,
  dialog,
  field,
  type OpenDesk,
  openDesk,
  pick,
  rows,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
// As every start of the program does.
await writeApiScopes(app.pool)
const boss = await app.signIn('100001', 'admin')

const rowOf = (text: string, within: ParentNode = document) =>
  until(() => byRoleAll('row', undefined, within).find((row) => row.textContent?.includes(text)), `the row of ${text}`)
const addRole = async (roleName: string, roleAlias: string, reach: string) =>
  (await boss.post('/blade-system/role/submit', { roleName, roleAlias, reach })).data
/** Opens the rights of a role at its page. */
const openRights = async (desk: OpenDesk, name: string): Promise<HTMLElement> => {
  await until(() => rows().length === 1 && rows()[0]!.textContent?.includes(name), `the row of ${name}`)
  click(rows()[0]!)
  click(await desk.find('button', '权限'))
  return until(() => document.querySelector<HTMLElement>('.eam-rights'), 'the rights')
}
const rolePage = (name: string): string => `/system/role?keyword=${encodeURIComponent(name)}`

test('a role is granted menus, data scopes and API scopes in one dialog [SHELL-PERM-3] [SHELL-ENT-GRANT]', async () => {
  const role = await addRole('接口角色', 'by_calls', 'chosen')
  const desk = await openDesk(app, boss, rolePage('接口角色'))
  const rights = await openRights(desk, '接口角色')
  const tree = await desk.find('tree', undefined, rights)
  click(await desk.find('checkbox', undefined, tree))
  click(await desk.find('tab', '数据范围', rights))
  await until(() => byText('指定科室', rights), 'the departments')
  await desk.find('region', '各类数据的范围', rights)
  click(await desk.find('tab', '接口范围', rights))
  const scopes = await desk.find('tree', '接口范围', rights)
  const box = async (name: string) => {
    const item = await until(() => byRoleAll('treeitem', new RegExp(name), scopes)[0], `the scope ${name}`)
    return desk.find('checkbox', undefined, item)
  }
  const all = await box('全部接口')
  await until(() => all.getAttribute('aria-checked') === 'true', 'every call')
  click(all)
  await until(() => all.getAttribute('aria-checked') === 'false', 'no call')
  const repair = await box('维修管理')
  click(repair)
  await until(() => repair.getAttribute('aria-checked') === 'true', 'the calls of repairs')
  click(await desk.find('button', '保存', rights))
  const body = (await desk.asked(/\/role\/grant/)).body as Record<string, unknown>
  expect(body).toMatchObject({ roleIds: [role.id], menuIds: expect.stringMatching(/./), dataScopeIds: [] })
  expect(body.apiScopeIds).toHaveLength(1)
  await until(() => !document.querySelector('.eam-rights'), 'no rights')
  const held = (await boss.get<{ menuIds: string[]; apiScopeIds: string[] }>('/blade-system/menu/role-tree-keys', { roleIds: role.id }))
    .data
  const known = (await boss.get<{ id: string; name: string }[]>('/blade-system/api-scope/list')).data
  expect(held.menuIds.length).toBeGreaterThan(0)
  expect(known.filter(({ id }) => held.apiScopeIds.includes(id))).toMatchObject([{ name: '维修管理' }])
})

test('who holds the role sees its scopes and changes nothing', async () => {
  const desk = await openDesk(app, boss, rolePage('医院管理员'))
  const rights = await openRights(desk, '医院管理员')
  click(await desk.find('tab', '接口范围', rights))
  const scopes = await desk.find('tree', '接口范围', rights)
  expect((await desk.find('checkbox', undefined, scopes)).getAttribute('aria-disabled')).toBe('true')
  expect((await desk.find('button', '保存', rights)).matches(':disabled')).toBe(true)
})

test('a rule of the role dialog limits what its people see, and its conditions are there when it is opened again', async () => {
  const role = await addRole('条件角色', 'by_condition', 'all')
  const desk = await openDesk(app, boss, rolePage('条件角色'))
  const rights = await openRights(desk, '条件角色')
  click(await desk.find('tab', '数据范围', rights))
  const rules = await desk.find('region', '各类数据的范围', rights)
  const title = '“设备卡”的数据范围'
  const open = async (): Promise<HTMLElement> => {
    click(await desk.find('button', title, rules))
    return until(() => byRole('dialog', title), 'the rule')
  }
  const form = await open()
  await pick('数据范围', '自定义条件', form)
  click(await desk.find('button', '保存', form))
  await desk.find('alert', /条件/, form)
  click(await desk.find('button', '添加条件', form))
  await pick('字段', '管理类别', form)
  const condition = await desk.find('group', '条件 1', form)
  const value = await until(() => byRoleAll('combobox', undefined, condition)[2], 'the value')
  await pick(value.closest('.ant-select')!, 'Ⅲ类')
  click(byRole('button', '保存', form)!)
  await until(() => !byRole('dialog', title), 'no rule')
  await rowOf('自定义条件', rules)
  expect(byRoleAll('row', undefined, rules).filter((row) => row.textContent?.includes('自定义条件'))).toHaveLength(1)
  await open()
  await until(() => byRole('group', '条件 1')?.textContent?.includes('Ⅲ类'), 'the condition')
  await boss.post('/blade-system/role/grant', { roleIds: [role.id], menuIds: 'device.list' })
  const found = await boss.get<{ records: object[] }>('/blade-system/data-scope/list')
  expect(found.data.records).toMatchObject([{ entity: 'device', reach: 'custom' }])
})

test('an administrator reads why a person may do something, and marks a role as reviewed', async () => {
  const review = await boss.get<{ records: { realName: string; roleName: string }[] }>('/blade-log/access-review/list', {
    size: 1,
    keyword: 'keeper',
  })
  const [{ realName, roleName }] = review.data.records as [{ realName: string; roleName: string }]
  const desk = await openDesk(app, boss, '/system/access-review')
  type(await until(() => field('姓名或账号'), 'the search'), 'keeper')
  await desk.asked(/access-review\/list\?.*keyword=keeper/)
  const row = await rowOf(realName, byRole('main')!)
  click(await desk.find('button', realName, row))
  const why = await until(() => dialog(), 'the reasons')
  await until(() => new RegExp(`${roleName}，.*，自 .*，授予人`).test(shownText(why)), 'the reason')
  click(await desk.find('button', '关闭', why))
  await until(() => !dialog(), 'no reasons')
  click(await desk.find('checkbox', undefined, row))
  click(await desk.find('button', '标记为已复核', byRole('main')!))
  await until(() => !row.textContent?.includes('未复核'), 'a reviewed role')
})

test('an auditor asks who may do something, by the words of the right', async () => {
  const desk = await openDesk(app, boss, '/system/access-review')
  const main = await desk.find('main')
  await rowOf('keeper', main)
  const right = await until(() => field('谁有此权限'), 'the choice of a right')
  type(right, '授予角色')
  click(await desk.find('option', '授予角色'))
  await desk.asked(/[?&]right=user\.grant/)
  const shows = (account: string) => byRoleAll('row', undefined, main).some((row) => row.textContent?.includes(account))
  await until(() => !shows('keeper') && shows('admin'), 'those who may')
})
