import { expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, bySelector, click, field, openDesk, pick, press, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { leave } from '#tests/harness/desk-acts.ts'

const app = await appForFile()

test('[ASSET-ROUTE-1] a device is ordered for metrology from its card, and its certificate shows on the card and on the device', async () => {
  const today = homeDay(new Date())
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const { id: deviceId } = (await manager.post('/eam/device/submit', { deviceName: '待检心电图机' })).data
  expect((await manager.post('/eam/devicecardmeasure/submit', { deviceId, measureCycle: 365 })).success).toBe(true)
  const desk = await openDesk(app, manager, '/eam/measure-card?keyword=待检心电图机')
  await until(() => rows().length === 1, 'the card')
  const box = () => byRole('checkbox', undefined, rows().at(-1))!
  click(box())
  let made: unknown
  desk.answer(({ path }, ask) =>
    path.endsWith('/devicecardmeasure/order')
      ? ask().then(async (answer) => {
          made = (await answer.clone().json()).data
          return answer
        })
      : undefined,
  )
  click(await desk.find('button', '下达计量'))
  expect(await until(() => made, 'the answer to the order')).toEqual({ made: 1 })
  await desk.settled()
  click(box())
  click(rows().at(-1)!.querySelectorAll('td')[1]!)
  const records = await desk.find('region', '计量记录')
  const waiting = await until(
    () => [...records.querySelectorAll('.ant-table-row')].find((row) => row.textContent?.includes('待送检')),
    'a record that waits',
  )
  const card = byRoleAll('dialog').find((one) => one.contains(records))!
  click(waiting.querySelectorAll('td')[1]!)
  const register = await desk.find('button', '登记结果')
  const record = register.closest<HTMLElement>('[role="dialog"]')!
  click(register)
  const step = await until(() => byRoleAll('dialog').findLast((one) => field('证书编号', one)), 'the form of the result')
  await pick('计量结果', '限用', step)
  const day = field('计量日期', step)!
  type(day, today)
  press('Enter', day)
  click(byRole('button', '确定', step)!)
  await desk.see('证书编号不能为空')
  await desk.see(`有效期至 ${daysAfter(today, 364)}：自计量日期起 365 天，对应日的前一天`)
  type(field('证书编号', step)!, 'JD-77')
  click(byRole('button', '确定', step)!)
  await until(() => shownText(record).includes('JD-77'), 'the certificate in the record')
  await until(() => shownText(record).includes(daysAfter(today, 364)), 'the next day')
  press('Escape')
  const facts = card.querySelector('.ant-descriptions')!
  await until(() => shownText(facts).includes('JD-77') && shownText(facts).includes('限用'), 'the certificate on the card')
  await desk.go(`/eam/device/${deviceId}`)
  click(await desk.find('tab', /^计量/))
  await until(() => rows().some((row) => /JD-77.*限用|限用.*JD-77/.test(row.textContent ?? '')), 'the certificate on the device')
  await desk.go('/form/eam/dev-measure')
  await desk.at('/form/eam/dev-select?for=measure')
  await desk.go(`/form/eam/dev-measure?id=${deviceId}`)
  for (const name of ['计量台账', '计量记录'])
    await until(() => shownText(byRole('region', name) ?? document.createElement('p')).includes('JD-77'), `the certificate in ${name}`)
})

test('a device is stopped on its page with a reason, says so, and goes on once the stop is lifted', async () => {
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const { id } = (await manager.post('/eam/device/submit', { deviceName: '召回呼吸机' })).data
  const desk = await openDesk(app, manager, `/eam/device/${id}`)
  click(await desk.find('button', '停用设备'))
  const form = await until(() => byRoleAll('dialog').findLast((one) => field('停用原因', one)), 'the form of the stop')
  await pick('停用类型', '厂家召回', form)
  click(byRole('button', '确定', form)!)
  await desk.see('停用原因不能为空')
  type(field('停用原因', form)!, '批次 A 漏电')
  click(byRole('button', '确定', form)!)
  const banner = await desk.find('alert', /因厂家召回停用：批次 A 漏电/)
  await until(() => bySelector('h1', '闲置'), 'the state')
  expect(byRole('button', '启封')).toBeUndefined()
  click(byRole('button', '解除停用', banner)!)
  const lifting = await until(() => byRoleAll('dialog').findLast((one) => field('解除原因', one)), 'the form of the lift')
  type(field('解除原因', lifting)!, '已更换')
  click(byRole('button', '确定', lifting)!)
  await until(() => bySelector('h1', '在库'), 'the state before')
  click(await desk.find('tab', /^停用记录/))
  await until(() => rows().some((row) => /厂家召回.*批次 A 漏电.*已更换/.test(row.textContent ?? '')), 'the lifted stop')
})

test('a cycle is a number with its unit beside it, checked together', async () => {
  const admin = await app.signIn('100001', 'admin', 'ward2026')
  const { id } = (await admin.post('/eam/measure-catalog/submit', { catalogName: '砝码', measureKind: 'verification', measureCycle: 90 }))
    .data
  const desk = await openDesk(app, admin, '/eam/measure-catalog?keyword=砝码')
  await until(() => rows().length === 1 && shownText(rows()[0]!).includes('90 天'), 'the cycle with its unit')
  expect(byRoleAll('columnheader', /周期/)).toHaveLength(1)
  click(rows()[0]!.querySelectorAll('td')[1]!)
  const record = await until(() => byRoleAll('dialog').at(-1), 'the record')
  await until(() => shownText(record).includes('90 天'), 'the cycle in the record')
  click(await until(() => byRole('button', '修改', record) ?? byRole('button', '编辑', record), 'the button to change'))
  const form = await until(() => byRoleAll('dialog').findLast((one) => field('计量周期', one)), 'the form')
  await pick('计量周期单位', '年', form)
  leave(field('计量周期', form)!)
  await desk.see('计量周期不能大于 10')
  type(field('计量周期', form)!, '2')
  click(byRole('button', '保存', form)!)
  await until(() => shownText(rows()[0]!).includes('2 年'), 'the new cycle in the list')
  expect((await admin.get('/eam/measure-catalog/detail', { id })).data).toMatchObject({ measureCycle: 2, measureCycleUnit: 'year' })
})

test('a certificate from before the purchase is asked about before it is saved', async () => {
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const { id: deviceId } = (await manager.post('/eam/device/submit', { deviceName: '旧证设备', purchaseDate: '2025-01-10' })).data
  const { id } = (await manager.post('/eam/eventtypemeasure/save', { deviceId, measureKind: 'calibration' })).data
  const desk = await openDesk(app, manager, `/eam/measure-record?deviceId=${deviceId}`)
  await until(() => rows().length === 1, 'the record')
  click(rows()[0]!.querySelectorAll('td')[1]!)
  click(await desk.find('button', '登记结果'))
  const step = await until(() => byRoleAll('dialog').findLast((one) => field('计量日期', one)), 'the form of the result')
  await pick('计量结果', '合格', step)
  const day = field('计量日期', step)!
  type(day, '2025-01-09')
  press('Enter', day)
  click(byRole('button', '确定', step)!)
  const question = await until(
    () => byRoleAll('dialog').findLast((one) => shownText(one).includes('早于购置日期 2025-01-10')),
    'the question',
  )
  expect((await manager.get('/eam/eventtypemeasure/detail', { id })).data.recordStatus).toBe('planned')
  click(byRole('button', '确认无误', question)!)
  await until(() => shownText(rows()[0]!).includes('已完成'), 'the finished record')
})

test('compulsory devices without a verification show above the cards, and a manager confirms the count once', async () => {
  const manager = await app.signIn('100001', 'manager', 'ward2026')
  const { id: deviceId } = (await manager.post('/eam/device/submit', { deviceName: '未检血压计', measureType: 'mandatory' })).data
  expect((await manager.post('/eam/devicecardmeasure/submit', { deviceId })).success).toBe(true)
  const desk = await openDesk(app, manager, '/eam/measure-card')
  const alert = await desk.find('alert', /强检设备未检定清单：1 台/)
  click(byRole('button', '确认强检清单', alert)!)
  const form = await until(() => byRoleAll('dialog').findLast((one) => field('未检定台数', one)), 'the form of the count')
  expect(shownText(form)).toContain('这些设备将自动停用')
  click(byRole('button', '确定', form)!)
  await until(() => !byRoleAll('alert').some((one) => shownText(one).includes('强检设备未检定清单')), 'the confirmation')
  expect((await manager.get('/eam/devicecardmeasure/opening', {})).data).toMatchObject({ count: 1, confirmedByName: '陈科长' })
})
