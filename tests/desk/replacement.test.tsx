import { expect, test } from 'vitest'
import { homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, search, shownText, until } from '#tests/harness/desk.tsx'
import { isShown } from '#tests/harness/screen.ts'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const today = homeDay(new Date())

/** The devices of the table that is shown. */
const devices = () => [...document.querySelectorAll<HTMLElement>('.eam-measure .ant-table-row')].filter(isShown)

async function card(deviceName: string): Promise<string> {
  const client = await manager()
  const draft = { deviceName, originalValue: '50000.00', usefulLifeMonths: 60, enableDate: monthsAfter(today, -60), riskLevel: 'III' }
  const { id } = (await client.post('/eam/device/submit', draft)).data
  await app.sql("update device set eam_status = 'in_use', filing_status = 'filed' where id = $1", [id])
  return id
}

test('a device says why it is advised, and ticked ones become a draft plan where they stand as planned', async () => {
  const client = await manager()
  await card('更新呼吸机')
  const desk = await openDesk(app, client, '/eam/replacement?keyword=更新呼吸机')
  await until(() => devices().length === 1, 'the row')
  // Age 100 x 40% and class III 80 x 15%.
  for (const text of ['52.0', '关注', '更新呼吸机']) expect(shownText(devices()[0]!)).toContain(text)
  click(byRole('button', /展开|Expand/, devices()[0])!)
  await until(() => shownText(document.body).includes('已用 60 个月，年限 60 个月，100 分 × 40%'), 'the words of the score')
  // The links behind the cost say whose rows they open.
  const why = document.querySelector<HTMLElement>('.eam-replace-why')!
  expect(byRoleAll('link', undefined, why).map((link) => link.textContent)).toEqual(['维修工单', '保养工单', '计量记录', '停用记录'])
  click(byRole('checkbox', undefined, devices()[0])!)
  click(await desk.find('button', '列入采购计划'))
  const dialog = await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('申报科室')), 'the dialog')
  await search(await until(() => byRole('combobox', /申报科室/, dialog) ?? undefined, 'the department'), '', document, /./)
  click(byRole('button', '确定', dialog)!)
  await until(() => location.pathname === '/eam/purchase-plan' && location.search.includes('open='), 'the plan')
  await openDesk(app, client, '/eam/replacement?keyword=更新呼吸机&planned=1')
  await until(() => devices().length === 1, 'the planned row')
  expect((byRole('checkbox', undefined, devices()[0]) as HTMLInputElement).disabled).toBe(true)
})

test('the rule shows its weights with their sum; a manager may change it, a head only reads', async () => {
  const desk = await openDesk(app, await manager(), '/eam/replacement')
  click(await desk.find('button', '评分规则'))
  const drawer = await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('权重合计 100%')), 'the rule')
  for (const text of ['40%', '25%', '20%', '15%', '70 分起建议更新']) expect(shownText(drawer)).toContain(text)
  click(byRole('button', '修改规则', drawer)!)
  await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('使用年限权重')), 'the form')
  const other = await openDesk(app, await app.signIn('100001', 'head', 'ward2026'), '/eam/replacement')
  click(await other.find('button', '评分规则'))
  const shown = await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('权重合计 100%')), 'the rule')
  expect(byRole('button', '修改规则', shown)).toBeFalsy()
})
