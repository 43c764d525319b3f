import { expect, type Page } from '@playwright/test'
import { holdSession } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const main = (page: Page) => page.getByRole('main')
/** Leaves an input without typing, as a person does who goes on with Tab. */
const leave = async (page: Page, label: string): Promise<void> => {
  const input = page.getByRole('dialog').getByLabel(label)
  await input.focus()
  await input.blur()
}

test('a parameter asks for what is missing as each input is left [SHELL-VAL-PARAM-1] [SHELL-VAL-PARAM-2] [SHELL-VAL-PARAM-3] [SHELL-VAL-PARAM-4] [SHELL-VAL-PARAM-5] [SHELL-ENT-PARAM] [SHELL-TOOL-4]', async ({
  page,
}) => {
  await holdSession(page, 'admin')
  await page.goto('/system/param')
  const heads = main(page).locator('.ant-table-thead th .eam-head, .ant-table-thead th')
  await expect(heads.filter({ hasText: '参数名称' })).not.toHaveCount(0)
  for (const name of ['参数名称', '参数键名', '参数键值', '备注'])
    await expect(main(page).getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeVisible()
  // Parameters have no states, so no board; refresh is on every list.
  await expect(main(page).getByRole('button', { name: '看板视图' })).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: '刷新' })).toBeVisible()
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  const said = [
    ['参数名称', '请输入参数名称'],
    ['参数键名', '请输入参数键名'],
    ['参数键值', '请输入参数键值'],
  ] as const
  for (const [label, sentence] of said) {
    await expect(form.getByText(sentence)).toHaveCount(0)
    await leave(page, label)
    await expect(form.getByText(sentence)).toBeVisible()
  }
  await expect(form.locator('textarea#paramValue, textarea[id$=paramValue]')).toHaveCount(1)
  await form.getByLabel('参数名称').fill('登录页公告')
  await form.getByLabel('参数键名').fill('login.notice')
  await form.getByLabel('参数键值').fill('今晚 22 点维护\n预计半小时')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/system/param')
  await expect(main(page).getByText('login.notice')).toBeVisible()
})

test('a dictionary and its value ask for what is missing, on a page without the choices of a list [SHELL-VAL-DICT-1] [SHELL-VAL-DICT-2] [SHELL-VAL-DICT-3] [SHELL-VAL-DICT-5] [SHELL-TOOL-3] [SHELL-TOOL-5]', async ({
  page,
}) => {
  await holdSession(page, 'admin')
  // A list of rows has both.
  for (const [path, count] of [
    ['/system/param', 1],
    ['/system/dictbiz', 0],
  ] as const) {
    await page.goto(path)
    await expect(main(page).getByRole('table').first()).toBeVisible()
    for (const name of ['高级搜索', '显隐']) await expect(main(page).getByRole('button', { name })).toHaveCount(count)
  }
  await page.getByRole('button', { name: '新增字典' }).click()
  const form = page.getByRole('dialog')
  await leave(page, '字典编号')
  await expect(form.getByText('请输入字典编号')).toBeVisible()
  await leave(page, '字典名称')
  await expect(form.getByText('请输入字典名称')).toBeVisible()
  await form.getByLabel('字典排序').fill('')
  await leave(page, '字典排序')
  await expect(form.getByText('请输入字典排序')).toBeVisible()
  await expect(form.getByLabel('字典键值')).toHaveCount(0)
  await form.getByLabel('字典编号').fill('demo_kind')
  await form.getByLabel('字典名称').fill('演示类别')
  await form.getByLabel('字典排序').fill('5')
  await form.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByText('演示类别').click()
  await page.getByRole('button', { name: '新增字典值' }).click()
  await leave(page, '字典键值')
  await expect(form.getByText('请输入字典键值')).toBeVisible()
})
