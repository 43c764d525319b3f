import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, bySelector, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { qualityLab } from '#tests/harness/quality.ts'

const app = await appForFile()

test('the values of a control are entered on its page, and its report prints device, tester, points and verdicts', async () => {
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const lab = qualityLab(app, manager, '', null)
  const id = await lab.draft(await lab.device({ deviceName: '待控呼吸机' }), await lab.template())
  const desk = await openDesk(app, manager, `/eam/quality-control/${id}`)
  const panel = await desk.find('region', '录入测量值')
  const inputs = () => [
    ...(byRole('region', '录入测量值') ?? panel).querySelectorAll<HTMLInputElement>(
      '.ant-input-number input, input.ant-input-number-input',
    ),
  ]
  await until(() => inputs().length === 2, 'an input for each point')
  expect(shownText(panel)).toContain('潮气量')
  type(inputs()[0]!, '500')
  type(inputs()[1]!, '50')
  click(byRole('button', '保存', panel)!)
  await until(() => shownText(byRole('region', '录入测量值') ?? panel).includes('不合格'), 'the verdict of the first point')
  click(await desk.find('button', '完成质控'))
  const asked = await until(() => byRoleAll('dialog').findLast((one) => byRole('button', /确定|完成质控/, one)), 'the question')
  click(byRole('button', /确定|完成质控/, asked)!)
  await until(() => bySelector('h1', '已完成'), 'the state')
  await until(() => !byRole('region', '录入测量值'), 'no more inputs')
  await desk.go(`/form/eam/quality-control-view?id=${id}`)
  const sheet = await until(() => bySelector('.eam-print-sheet', '潮气量'), 'the report')
  const text = shownText(sheet)
  for (const said of ['质控报告', '待控呼吸机', '不合格', 'C-', '检测人签名', '审核人签名', '500']) expect(text).toContain(said)
  expect(shownText(sheet.querySelector('header')!)).toContain('医院')
})
