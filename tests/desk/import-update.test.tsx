import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { found, sent } from '#tests/harness/desk-acts.ts'
import { begin, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

const list = (model: string, value: string, names: readonly string[]) =>
  ['设备名称,出厂编号,生产厂家,规格型号,使用科室,原值', ...names.map((name, at) => `${name},UP-${at},甲厂,${model},骨科,${value}`)].join(
    '\n',
  )

test('differences are shown by field and record, and only what is chosen is written', async () => {
  const first = await verified(app, manager, 'device', list('A', '100', ['页泵', '页灯', '页床']))
  await begin(manager, 'device', 'write', { id: first.id })
  const job = await verified(app, manager, 'device', list('B', '200', ['页泵', '页灯']))
  const desk = await openDesk(app, manager, `/eam/imports/${job.id}`)
  const panel = await desk.find('region', '与登记的差异')
  await until(() => shownText(panel).includes('规格型号：A → B'), 'the records')
  expect(shownText(panel)).toContain('更新已有的 2 条记录')
  expect(shownText(panel)).toContain('登记中有 1 条来自以前的导入、本文件中没有，保持不变')
  expect(shownText(panel)).toContain('页床')
  expect(shownText(panel)).toContain('¥100.00 → ¥200.00')
  click(await found('checkbox', '规格型号', () => panel))
  click(await found('checkbox', /^更新 页灯/, () => panel))
  click(await found('radio', '变更（次月起）', () => panel))
  type(await found('textbox', '变动原因', () => panel), '重新评估')
  const write = await found('button', '更新所选差异', () => byRole('main'))
  const { body } = await sent(
    desk,
    async () => click(write),
    ({ path }) => path.endsWith('/import-card'),
  )
  expect(body).toMatchObject({
    update: 1,
    updateFields: [{ field: 'originalValue' }],
    exceptRows: [{ id: '2' }],
    changeKind: 'change',
    changeReason: '重新评估',
  })
  const written = await until(() => byRoleAll('row', /已更新/)[0], 'the record that was taken')
  expect(shownText(written!)).toContain('原值：¥100.00 → ¥200.00')
  expect(shownText(written!)).not.toContain('规格型号')
  const { records } = (await manager.get<Page<Row>>('/eam/device/list', { keyword: '页', size: 10, columns: 'deviceModel,originalValue' }))
    .data
  expect(Object.fromEntries(records.map((row) => [row.deviceName, [row.deviceModel, row.originalValue]]))).toMatchObject({
    页泵: ['A', '200.00'],
    页灯: ['A', '100.00'],
  })
  const done = await desk.find('region', '与登记的差异')
  await until(() => byRoleAll('row', /未更新/, done).length === 1, 'the record that was not taken')
  await desk.find('button', '撤销导入')
})

test('the person says in which columns an empty cell clears the field', async () => {
  const job = await verified(app, manager, 'device', '设备名称,出厂编号,生产厂家,规格型号\n页泵,UP-0,甲厂,')
  const desk = await openDesk(app, manager, `/eam/imports/${job.id}`)
  const panel = await desk.find('region', '与登记的差异')
  const choice = await found('combobox', '空单元格清空该字段', () => panel)
  choice.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  const option = await until(
    () => [...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === '规格型号'),
    'it',
  )
  const { body } = await sent(
    desk,
    async () => click(option as HTMLElement),
    ({ path }) => path.endsWith('/import-verify'),
  )
  expect(body).toMatchObject({ clears: [{ field: 'deviceModel' }] })
  await until(() => shownText(byRole('main')).includes('A → （空）'), 'the difference')
})

test('without a tick nothing of the differences is sent, and the words are there in English', async () => {
  const job = await verified(app, manager, 'device', list('C', '300', ['页泵', '页灯']))
  const desk = await openDesk(app, manager, `/eam/imports/${job.id}`, 'en')
  const panel = await desk.find('region', 'Differences from the register')
  click(await found('checkbox', 'Update 2 existing records', () => panel))
  const write = await found('button', 'Import 0 rows', () => byRole('main'))
  const { body } = await sent(
    desk,
    async () => click(write),
    ({ path }) => path.endsWith('/import-card'),
  )
  expect(body).not.toHaveProperty('update')
})
