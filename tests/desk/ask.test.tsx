import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, press, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { noDialog, parametersOf } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const person = (account: string) => app.signIn('100001', account, 'ward2026')

const lastYear = Number(homeDay(new Date()).slice(0, 4)) - 1
const box = () => byRole('combobox', /全局搜索|Search everything, menu search included/)
const asked = () => {
  const group = byRole('group', /^(按您的话理解|Understood as)$/)
  return group ? byRoleAll('option', undefined, group) : []
}
const tags = () => byRoleAll('button', /^(去掉“|Remove “)/)
const tag = (label: RegExp) => tags().find((one) => label.test(one.textContent ?? ''))
const banner = () => until(() => document.querySelector('.eam-logo'), 'the shell')
const openSearch = async (): Promise<HTMLElement> => {
  await banner()
  press('k', document.body, { ctrlKey: true })
  return until(() => document.activeElement === box() && box(), 'the field of the search')
}
/** A department of the demo hospital whose name is part of no other's. */
async function someDept(client: Client): Promise<{ id: string; name: string }> {
  const { data } = await client.get<{ id: string; name: string }[]>('/blade-system/dept/select', { keyword: '急诊科' })
  return data.find(({ name }) => name === '急诊科')!
}
const search = () => Object.fromEntries(new URLSearchParams(location.search))

test('Ctrl+K reads a sentence, shows it as tags, and opens the measure with the same filters', async () => {
  const client = await person('manager')
  const dept = await someDept(client)
  const desk = await openDesk(app, client, '/wel/dashboard')
  const field = await openSearch()
  type(field, '急诊科去年维修费按月')
  await until(() => asked()[0]?.textContent?.includes('急诊科'), 'the department in the reading')
  expect(tags().map((one) => one.textContent?.trim())).toEqual(
    expect.arrayContaining(['急诊科', `报修时间：${lastYear}-01-01 ~ ${lastYear}-12-31`, '维修统计：维修费用', '按报修月份']),
  )
  expect(byRole('dialog')!.textContent).not.toContain('未理解')
  press('Enter', field)
  await noDialog()
  await until(() => location.pathname === '/eam/report', 'the page of the measures')
  expect(search()).toEqual({
    measure: 'repairs',
    figure: 'cost',
    group: 'month',
    reportedAt_ge: `${lastYear}-01-01`,
    reportedAt_le: `${lastYear}-12-31`,
    useDeptId: dept.id,
  })
  const request = await desk.asked(/^\/eam\/measure\/repairs\?.*useDeptId=/)
  expect(Object.fromEntries(parametersOf(request))).toMatchObject({
    group: 'month',
    useDeptId: dept.id,
    reportedAt_ge: `${lastYear}-01-01`,
  })
})

test('a tag is removed by click and by keyboard, with its words; the rest is opened', async () => {
  await openDesk(app, await person('manager'), '/wel/dashboard')
  const field = (await openSearch()) as HTMLInputElement
  type(field, '去年维修费 按月 按科室 天气')
  await until(() => tags().length === 4, 'the tags')
  await until(() => byRole('dialog')?.textContent?.includes('未理解：天气'), 'what was not understood')
  click(tag(/按使用科室/)!)
  await until(() => tags().length === 3, 'one tag less')
  expect(field.value).toBe('去年维修费 按月 天气')
  const month = tag(/按报修月份/)!
  month.focus()
  press('Delete', month)
  await until(() => tags().length === 2, 'another tag less')
  expect(field.value).toBe('去年维修费 天气')
  await until(() => tags().includes(document.activeElement as HTMLElement), 'the focus on the next tag')
  press('ArrowLeft', document.activeElement!)
  press('Backspace', document.activeElement!)
  await until(() => tags().length === 1, 'one tag')
  expect(field.value).toBe('维修费 天气')
  click(await until(() => asked()[0], 'the reading'))
  await until(() => location.pathname === '/eam/report', 'the page of the measures')
})

test('a list opens with its filters, a word of the register as its search', async () => {
  const client = await person('manager')
  await openDesk(app, client, '/wel/dashboard', 'en')
  const field = await openSearch()
  type(field, 'ventilators in use over 100,000 yuan')
  await until(() => asked()[0]?.textContent?.includes('呼吸机'), 'the word of the register')
  press('Enter', field)
  await until(() => location.pathname === '/eam/device', 'the list')
  expect(search()).toEqual({ eamStatus: 'in_use', originalValue_ge: '100000.01', keyword: '呼吸机' })
  await until(() => rows().length > 0, 'rows')
  const { total } = (await client.get<Page<unknown>>('/eam/device/list', { ...search(), size: '1' })).data
  expect(total).toBeGreaterThan(0)
})

test('a reader without the right to a measure is not offered it', async () => {
  await openDesk(app, await person('provider'), '/wel/dashboard')
  const field = await openSearch()
  type(field, '去年维修费按月')
  await until(
    () =>
      byRole('dialog')
        ?.querySelector('[role="status"]')
        ?.textContent?.match(/没有找到|条结果/),
    'the answer',
  )
  expect(asked()).toEqual([])
  expect(tags()).toEqual([])
})

test('a sentence that is too long is said to be, and a word without a question is searched as before', async () => {
  await openDesk(app, await person('manager'), '/wel/dashboard')
  const field = await openSearch()
  type(field, `维修费${'去年'.repeat(100)}`)
  await until(() => shownText().includes('一句话最多 200 个字'), 'that it is too long')
  type(field, '呼吸机')
  await until(() => byRole('group', '设备卡'), 'the devices')
  expect(asked()).toEqual([])
})

test('the field of the first page opens the same, and says when it understands nothing', async () => {
  const desk = await openDesk(app, await person('manager'), '/wel/dashboard')
  const field = await desk.find('textbox', '用一句话查')
  expect(field.getAttribute('placeholder')).toContain('三病区去年维修费按月')
  type(field, '今天天气怎么样')
  press('Enter', field)
  await desk.see('没有理解这句话')
  expect(location.pathname).toBe('/wel/dashboard')
  type(field, '闲置的进口设备')
  press('Enter', field)
  await until(() => location.pathname === '/eam/device', 'the list')
  expect(search()).toEqual({ eamStatus: 'idle', origin: 'imported' })
  // The first page is kept alive with its sentence: who comes back to it stays there.
  await desk.see('资产编号')
  await desk.go('/wel/dashboard')
  type(await desk.find('textbox', '用一句话查'), '盘亏的设备')
  await desk.see(/回车打开：.*盘亏/)
  expect(location.pathname).toBe('/wel/dashboard')
})
