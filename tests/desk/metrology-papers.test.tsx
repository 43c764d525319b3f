import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')

/** A compulsory instrument without a certificate: overdue from the start. */
async function instrument(manager: Client, deviceName: string): Promise<void> {
  const { id: deviceId } = (await manager.post<Row>('/eam/device/submit', { deviceName })).data
  const answer = await manager.post('/eam/devicecardmeasure/submit', {
    deviceId,
    measureType: 'mandatory',
    measureCycle: 1,
    measureCycleUnit: 'year',
  })
  expect(answer.success).toBe(true)
}

test('the plan of a year is reached from the cards, with months, sums and signatures', async () => {
  const manager = await as('manager')
  await instrument(manager, '测试计划天平')
  const desk = await openDesk(app, manager, '/form/eam/metrology-plan')
  const today = homeDay(new Date())
  const month = await until(() => byRole('region', today.slice(0, 7)), 'the month of today')
  for (const text of ['测试计划天平', '逾期', '强检']) expect(shownText(month)).toContain(text)
  await desk.see(`${today.slice(0, 4)} · 年度计量计划`)
  await desk.see('按计量台账现在的应检日期')
  expect(bySelector('.eam-print footer dl')).toBeDefined()
  click(await desk.find('link', '返回计量台账'))
  await until(() => location.pathname.endsWith('/eam/measure-card') || bySelector('.ant-table'), 'the cards')
})

test('the ledger lists instruments by department, in English, too', async () => {
  const manager = await as('manager')
  await instrument(manager, 'Test ledger scale')
  const desk = await openDesk(app, manager, '/form/eam/metrology-ledger', 'en')
  await desk.see('Instrument ledger')
  await until(() => document.body.textContent?.includes('Test ledger scale'), 'the instrument')
})
