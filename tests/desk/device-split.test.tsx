import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, done, made } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')

async function filed(draft: object): Promise<string> {
  const id = await made(manager, '/eam/device/submit', draft)
  await done(manager, '/eam/device/submit-filing', { id })
  await done(manager, '/eam/device/sureEam', { ids: id })
  return id
}
const valueNow = async (id: string) => (await manager.get<Row>('/eam/device/detail', { id })).data.originalValue

test('a card is split into equal parts on its page, shows them, and is put together again', async () => {
  const id = await filed({ deviceName: '拆分监护系统', originalValue: '1000' })
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=depreciation`)
  click(await desk.find('button', '拆分'))
  await until(() => shownText(dialog()).includes('原卡保留 500.00（原值 1000.00）'), 'two equal parts')
  type(await until(() => field('拆分后的张数', dialog()), 'the number of cards'), '3')
  click(byRole('button', '平均分配', dialog())!)
  await until(() => shownText(dialog()).includes('原卡保留 333.33'), 'what is left of three parts')
  type(await until(() => field('拆分原因', dialog()), 'the reason'), '部件分别管理')
  click(byRole('button', '确定', dialog())!)
  await until(() => shownText().includes('拆分为（CF-'), 'the cards after the split')
  expect(await valueNow(id)).toBe('333.33')
  const [split] = (await manager.get<(Row & { parts: Row[] })[]>('/eam/device-split/of-device', { deviceId: id })).data
  expect(split!.parts.map(({ value }) => value)).toEqual(['333.33', '333.34', '333.33'])

  const part = String(split!.parts[1]!.deviceId)
  const page = await openDesk(app, manager, `/eam/device/${part}`)
  await page.find('link', String(split!.parts[0]!.deviceCode))
  expect(shownText()).toContain('拆分自（CF-')
  click(await page.find('button', '撤销拆分'))
  click(await until(() => byRoleAll('button', '确定', byRoleAll('dialog').at(-1)).at(-1), 'a question'))
  await until(async () => (await valueNow(id)) === '1000.00', 'the value of before')
})

test('a split that leaves nothing says so before it is sent', async () => {
  const id = await filed({ deviceName: '拆分余额机', originalValue: '10' })
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=depreciation`)
  click(await desk.find('button', '拆分'))
  type(await until(() => field('原值 1', dialog()), 'the value of the new card'), '10')
  await until(() => byRole('alert', /须小于 10.00/, dialog()), 'that nothing is left')
})

test('a card of a nominal value is not offered to be split', async () => {
  const id = await filed({ deviceName: '名义金额机', originalValue: '1' })
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=depreciation`)
  await until(() => byRole('tab', /^折旧/)?.getAttribute('aria-selected') === 'true', 'the tab of depreciation')
  await desk.see(/医院暂无折旧账簿|账簿与折旧参数/)
  expect(byRole('button', '拆分')).toBeUndefined()
})

test('who may not split is not offered it', async () => {
  const id = await filed({ deviceName: '不可拆分机', originalValue: '10' })
  const auditor = await app.signIn('100001', 'auditor', 'ward2026')
  const desk = await openDesk(app, auditor, `/eam/device/${id}?tab=depreciation`)
  await desk.find('heading', /不可拆分机/)
  await until(() => byRole('tab', /^折旧/)?.getAttribute('aria-selected') === 'true', 'the tab of depreciation')
  await desk.see(/医院暂无折旧账簿|账簿与折旧参数/)
  expect(byRole('button', '拆分')).toBeUndefined()
})
