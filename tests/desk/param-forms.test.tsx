import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, field, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, found, leave, load, noDialog } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const admin = () => app.signIn('100001', 'admin', 'ward2026')
const main = () => byRole('main')
const input = (label: string): Promise<HTMLElement> => until(() => dialog() && field(label, dialog()!), `the input ${label}`)
const fill = async (label: string, text: string) => type(await input(label), text)
const says = (sentence: string): boolean => shownText(dialog()!).includes(sentence)
/** An input says what is missing once it is left, and not before. */
const asksFor = async (label: string, sentence: string): Promise<void> => {
  const one = await input(label)
  expect(says(sentence)).toBe(false)
  leave(one)
  await until(() => says(sentence), sentence)
}

test('a parameter asks for what is missing as each input is left [SHELL-VAL-PARAM-1] [SHELL-VAL-PARAM-2] [SHELL-VAL-PARAM-3] [SHELL-VAL-PARAM-4] [SHELL-VAL-PARAM-5] [SHELL-ENT-PARAM] [SHELL-TOOL-4]', async () => {
  const desk = await openDesk(app, await admin(), '/system/param')
  for (const name of ['参数名称', '参数键名', '参数键值', '备注']) await found('columnheader', new RegExp(`^${name}`), main)
  // Parameters have no states, so no board; refresh is on every list.
  expect(byRole('button', '看板视图', main()!)).toBeUndefined()
  await found('button', '刷新', main)
  click(await found('button', '新增', main))
  await asksFor('参数名称', '请输入参数名称')
  await asksFor('参数键名', '请输入参数键名')
  await asksFor('参数键值', '请输入参数键值')
  expect((await input('参数键值')).tagName).toBe('TEXTAREA')
  await fill('参数名称', '登录页公告')
  await fill('参数键名', 'login.notice')
  await fill('参数键值', '今晚 22 点维护\n预计半小时')
  click(byRole('button', '保存', dialog())!)
  await noDialog()
  load(desk, '/system/param')
  await until(() => main() && shownText(main()).includes('login.notice'), 'the parameter in the list')
})

test('a dictionary and its value ask for what is missing, on a page without the choices of a list [SHELL-VAL-DICT-1] [SHELL-VAL-DICT-2] [SHELL-VAL-DICT-3] [SHELL-VAL-DICT-5] [SHELL-TOOL-3] [SHELL-TOOL-5]', async () => {
  const desk = await openDesk(app, await admin(), '/system/param')
  // A list of rows has both.
  for (const [path, count] of [
    ['/system/param', 1],
    ['/system/dictbiz', 0],
  ] as const) {
    load(desk, path)
    await until(() => main()?.querySelector('table') && (path === '/system/param' || byRole('button', '新增字典')), 'the table')
    for (const name of ['高级搜索', '显隐']) expect(byRoleAll('button', name, main())).toHaveLength(count)
  }
  click(await desk.find('button', '新增字典'))
  await asksFor('字典编号', '请输入字典编号')
  await asksFor('字典名称', '请输入字典名称')
  await fill('字典排序', '')
  await asksFor('字典排序', '请输入字典排序')
  expect(field('字典键值', dialog()!)).toBeUndefined()
  await fill('字典编号', 'demo_kind')
  await fill('字典名称', '演示类别')
  await fill('字典排序', '5')
  click(byRole('button', /确\s*定/, dialog())!)
  await noDialog()
  click(await until(() => byRoleAll('cell', /演示类别/, main())[0], 'the dictionary'))
  click(await desk.find('button', '新增字典值'))
  await asksFor('字典键值', '请输入字典键值')
})
