import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  drawn,
  field,
  formDialog,
  openDesk,
  press,
  rows,
  search,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const inForm = (label: string) => until(() => field(label, formDialog()), `the field ${label}`)
const fill = async (label: string, text: string): Promise<void> => type(await inForm(label), text)
const save = () => click(byRole('button', '保存', formDialog())!)
const noForm = () => until(() => !formDialog(), 'no form')
const rowOf = (text: string, within?: ParentNode) =>
  until(
    () => [...(within ?? document).querySelectorAll<HTMLElement>('.ant-table-row')].find((row) => row.textContent?.includes(text)),
    text,
  )
/** The topmost dialog that holds a part of this name. */
const withPart = (name: string) => until(() => byRoleAll('dialog').findLast((one) => byRole('region', name, one)), `a dialog with ${name}`)

test('a plan is typed line by line with the keyboard: a wrong cell says so, the sum follows, the history tells each line', async () => {
  const desk = await openDesk(app, await manager(), '/eam/purchase-plan')
  click(await desk.find('button', '新增'))
  await fill('计划年度', '2027')
  await search(await inForm('申报科室'), '', document, /./)
  click(await until(() => byRole('button', '手工添加', formDialog()), 'the button for a line'))
  await fill('设备名称 1', '输液泵')
  await fill('数量 1', '0')
  await fill('预计单价 1', '4800')
  save()
  // The wrong cell says what is wrong, and what was typed stays.
  await until(() => byRole('alert', /数量/, formDialog()), 'what is wrong')
  expect((field('设备名称 1', formDialog()) as HTMLInputElement).value).toBe('输液泵')
  await fill('数量 1', '3')
  await until(() => shownText(formDialog()).includes('¥14,400.00'), 'the sum')
  await until(() => !byRole('alert', undefined, formDialog()), 'no alert')
  // Enter leads from cell to cell, and from the last one to a new line.
  press('Enter', await inForm('数量 1'))
  await until(() => document.activeElement === field('单位 1', formDialog()), 'the focus in the next cell')
  press('Enter', await inForm('用途 1'))
  await until(() => document.activeElement === field('设备名称 2', formDialog()), 'the focus in a new line')
  await fill('设备名称 2', '监护仪')
  await fill('数量 2', '2')
  await fill('预计单价 2', '15000')
  save()
  await noForm()
  click(await rowOf('¥44,400.00'))
  await withPart('计划明细')
  // The record is drawn again after each save.
  const record = () => byRoleAll('dialog').findLast((one) => byRole('region', '计划明细', one))
  const lines = () => byRole('region', '计划明细')!
  const count = () => lines().querySelectorAll('tbody .ant-table-row').length
  await until(() => count() === 2, 'two lines')
  await until(() => shownText(lines()).includes('¥44,400.00'), 'the sum of the lines')

  click(await desk.find('button', '修改', record()))
  click(await desk.find('button', '删除第 1 行', await until(formDialog, 'the form')))
  await until(() => !shownText(formDialog()).includes('¥14,400.00'), 'the line to go')
  await drawn()
  save()
  await noForm()
  await until(() => count() === 1, 'one line')
  await until(() => shownText(lines()).includes('¥30,000.00'), 'the sum of one line')
  await until(() => /输液泵，数量 3/.test(shownText(record())), 'the line in the history')

  // Deleting is under 更多 in a record beside its list, too.
  expect(byRole('button', '删除', record())).toBeUndefined()
  click(await desk.find('button', '更多', record()))
  click(await desk.find('menuitem', '删除'))
  click(await desk.find('button', '确定'))
  await until(() => rows().every((row) => !row.textContent?.includes('¥30,000.00')), 'no row of the plan')
})

test('[SERVICE-CAP-12] a budget is approved at the desk, and a plan reserves of it no more than it has', async () => {
  const desk = await openDesk(app, await manager(), '/eam/purchase-budget')
  click(await desk.find('button', '新增'))
  await fill('预算年度', '2031')
  await search(await inForm('科室'), '', document, /./)
  await fill('预算金额', '1000')
  save()
  await noForm()
  click(await rowOf('2031'))
  await withPart('预算明细')
  const record = () => byRoleAll('dialog').findLast((one) => byRole('region', '预算明细', one))
  click(await desk.find('button', '批准预算', record()))
  const step = await until(
    () => bySelector('[role="dialog"]', '批准预算 ') ?? byRoleAll('dialog').findLast((one) => field('批复文号', one)),
    'the step',
  )
  type(field('批复文号', step)!, '批 7 号')
  click(byRole('button', '确定', step)!)
  await until(() => shownText(record()).includes('批 7 号'), 'the number of the approval')

  const plans = await desk.find('region', '采购计划', record())
  click(await desk.find('button', '新增', plans))
  await until(() => (field('计划年度', formDialog()) as HTMLInputElement | undefined)?.value === '2031', 'the year of the budget')
  click(await until(() => byRole('button', '手工添加', formDialog()), 'the button for a line'))
  await fill('设备名称 1', '监护仪')
  await fill('数量 1', '2')
  await fill('预计单价 1', '600')
  save()
  await noForm()
  click(await rowOf('¥1,200.00', plans))
  await withPart('计划明细')
  const plan = () => byRoleAll('dialog').findLast((one) => byRole('region', '计划明细', one))
  const approve = async () => {
    click(await desk.find('button', '批准计划', plan()))
    click(await until(() => byRoleAll('button', '确定').at(-1), 'the question'))
  }
  await approve()
  await desk.see(/可用余额为 1000.00 元，还需 1200.00 元/)
  click(await desk.find('button', '修改', plan()))
  await fill('数量 1', '1')
  save()
  await noForm()
  await until(() => shownText(plan()).includes('¥600.00'), 'the smaller plan')
  await approve()
  await desk.find('button', '完成采购', plan())
  press('Escape')
  await until(
    () => shownText(record()?.querySelector('.ant-descriptions') ?? document.head).includes('¥400.00'),
    'what is left of the budget',
  )
})
