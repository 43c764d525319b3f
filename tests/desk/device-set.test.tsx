// Dexie looks for it as it loads, which the first import of the phone's store does.
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { offerParts } from '#src/kit/parts.tsx'
import '#src/app/queue-loaders.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { byRole, byRoleAll, click, fieldAll, openDesk, pick, press, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog } from '#tests/harness/desk-acts.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'

// They need the style sheets that the pages of the harness stand in for.
const { assetPhone } = await import('#src/features/asset/phone.tsx')
const { checkPhone } = await import('#src/features/check/phone.tsx')
const { custodyPhone } = await import('#src/features/custody/phone.tsx')

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const clerk = await app.as('warehouse_keeper')
const lab = custody(app, admin)
const counts = await checkLab(app)
const { keeper } = counts
offerParts([...custodyPhone.parts!])

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

const set = async (setName: string, devices: readonly string[]): Promise<Row> => {
  const members = devices.map((deviceId) => ({ deviceId }))
  const { id } = await lab.must(manager.post('/eam/device-set/submit', { setName, deptId: home.depts.bones, members }))
  return lab.must(manager.get('/eam/device-set/detail', { id: String(id) }))
}
const shows = (of: PhonePages, ...texts: string[]) =>
  until(() => texts.every((text) => shownText(of.box).includes(text)), `${texts} in ${shownText(of.box)}`)
const scans = async (of: PhonePages, code: string): Promise<void> => {
  const form = await until(() => of.box.querySelector('form.ph-scan-entry'), 'the code field')
  type(form.querySelector('input')!, code)
  click(await until(() => form.querySelector('button:not([disabled])'), 'the code is typed'))
}

test('the page of a set says what is missing, and offers what is done with the rest', async () => {
  const [one, two] = [await lab.card(['receive'], { deviceName: '套组泵' }), await lab.card(['receive'], { deviceName: '套组除颤仪' })]
  await lab.must(manager.post('/eam/device-stop/place', { deviceId: two, stopKind: 'quality', reason: '待检' }))
  const { id } = await set('桌面抢救车', [one, two])
  const desk = await openDesk(app, manager, `/eam/device-sets/${id}`)
  await desk.see('不齐全：2 台中 1 台不可用')
  await desk.see('停用（质控）')
  await desk.find('button', /打印标签/, byRole('main'))
  await desk.find('button', '发起申请', byRole('main'))
})

test('in an application a set names what is missing, and puts the rest on lines once the person agrees', async () => {
  const [one, two] = [await lab.card(['receive'], { deviceName: '借用泵甲' }), await lab.card(['receive'], { deviceName: '借用泵乙' })]
  await lab.must(manager.post('/eam/device-stop/place', { deviceId: two, stopKind: 'quality', reason: '待检' }))
  await set('借用抢救车', [one, two])
  const desk = await openDesk(app, clerk, '/eam/apply?type=borrow')
  click(await desk.find('button', /新增/))
  const kinds = await until(() => dialog(), 'the kinds')
  click(await until(() => byRole('button', '借用', kinds), 'the kind'))
  const form = await until(() => byRoleAll('dialog').find((one) => fieldAll('按套组选择', one)[0]), 'the form')
  const input = await until(() => fieldAll('按套组选择', form)[0], 'the choice of a set')
  await pick(input.closest('.ant-select')!, /借用抢救车/)
  const question = await until(() => byRoleAll('dialog').find((one) => shownText(one).includes('不齐全')), 'the question')
  // A device out of the person's reach is counted and not named.
  expect(shownText(question)).toContain('另有 1 台设备不在您的范围内')
  expect(shownText(question)).not.toContain('借用泵乙')
  click(byRole('button', '仍选其余 1 台', question)!)
  await until(() => shownText(form).includes('借用泵甲'), 'the line')
  expect(shownText(form)).not.toContain('借用泵乙')
})

test('a set that is chosen twice adds no line twice, and says how many were left out', async () => {
  const cards = [await lab.card(['receive'], { deviceName: '重复泵甲' }), await lab.card(['receive'], { deviceName: '重复泵乙' })]
  await set('重复抢救车', cards)
  const desk = await openDesk(app, clerk, '/eam/apply?type=borrow')
  click(await desk.find('button', /新增/))
  const kinds = await until(() => dialog(), 'the kinds')
  click(await until(() => byRole('button', '借用', kinds), 'the kind'))
  const form = await until(() => byRoleAll('dialog').find((one) => fieldAll('按套组选择', one)[0]), 'the form')
  const choice = (await until(() => fieldAll('按套组选择', form)[0], 'the choice of a set')).closest('.ant-select')!
  const times = (text: string): number => shownText(form).split(text).length - 1
  await pick(choice, /重复抢救车/)
  await until(() => times('重复泵甲') === 1 && times('重复泵乙') === 1, 'the lines')
  await pick(choice, /重复抢救车/)
  await desk.see('2 台已在申请中，未重复加入')
  expect([times('重复泵甲'), times('重复泵乙')]).toEqual([1, 1])
})

test('a hospital without sets is not asked to choose by set', async () => {
  const desk = await openDesk(app, await app.as('administrator', other), '/eam/apply?type=borrow')
  click(await desk.find('button', /新增/))
  const kinds = await until(() => dialog(), 'the kinds')
  click(await until(() => byRole('button', '借用', kinds), 'the kind'))
  await desk.asked('/eam/deviceapply/sets')
  await desk.settled()
  await until(() => byRoleAll('dialog').some((one) => byRoleAll('textbox', undefined, one).length > 0), 'the form')
  expect(fieldAll('按套组选择', document.body)).toEqual([])
})

test('a set is scanned into an application: Enter takes it, and no other that was listed', async () => {
  const [one, two] = [await lab.card(['receive'], { deviceName: '先列的泵' }), await lab.card(['receive'], { deviceName: '扫到的泵' })]
  await set('扫码车1', [one])
  const { setNo } = await set('扫码车2', [two])
  const desk = await openDesk(app, clerk, '/eam/apply?type=borrow')
  click(await desk.find('button', /新增/))
  const kinds = await until(() => dialog(), 'the kinds')
  click(await until(() => byRole('button', '借用', kinds), 'the kind'))
  const form = await until(() => byRoleAll('dialog').find((all) => fieldAll('按套组选择', all)[0]), 'the form')
  const input = (await until(() => fieldAll('按套组选择', form)[0], 'the choice of a set')) as HTMLInputElement
  for (const target of [input.closest('.ant-select')!, input]) target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  type(input, '扫码车')
  await until(() => byRole('option', /扫码车1/), 'the first set')
  type(input, String(setNo))
  press('Enter', input)
  await until(() => shownText(form).includes('扫到的泵'), 'the line')
  expect(shownText(form)).not.toContain('先列的泵')
})

test('on a phone the label opens the set; in a check its devices are ticked one by one, without a network', async () => {
  const cards = [await counts.card({ deviceName: '车上泵' }), await counts.card({ deviceName: '车上监护仪' })]
  const { id, qrToken } = await set(
    '手机抢救车',
    cards.map((card) => card.id),
  )
  const checkId = await counts.started({ scopeLocations: [counts.rooms[0]] }, [keeper])
  await openDesk(app, keeper, '/nothing')
  phone = await openPhonePages([assetPhone, checkPhone])
  const of = phone
  await of.sync()
  of.setOnline(false)
  of.show(`/set/${id}`)
  await shows(of, '手机抢救车', '齐全，共 2 台', '车上泵', '车上监护仪')

  of.show(`/check/${checkId}/scan`)
  await scans(of, `c/${qrToken}`)
  await until(() => byRole('button', '以上 2 台都看到了', of.box), 'the list')
  expect(of.queue()).toHaveLength(0)
  expect((byRole('button', '盘点已勾选的 0 台', of.box) as HTMLButtonElement).disabled).toBe(true)
  click(await until(() => of.box.querySelector<HTMLInputElement>('input[type=checkbox]'), 'a device'))
  const count = await until(() => byRole('button', '盘点已勾选的 1 台', of.box), 'one is ticked')
  // Tapped twice, it is counted once.
  click(count)
  count.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await until(() => of.queue().length === 1, 'one count waits')
  of.setOnline(true)
  await of.sync()
  expect(await counts.scans(checkId)).toHaveLength(1)
  expect(await counts.line(checkId, cards[0]!.id)).toMatchObject({ result: 'match' })
  expect(await counts.line(checkId, cards[1]!.id)).toMatchObject({ result: 'pending' })
})

test('on a phone what was taken back of a set is not offered again while it waits', async () => {
  const cards = [await lab.card(['receive'], { deviceName: '还的泵' }), await lab.card(['receive'], { deviceName: '未还的泵' })]
  const { id } = await set('归还抢救车', cards)
  const applyId = await lab.approved(clerk, 'borrow', cards)
  for (const { id: use } of await lab.usesOf(applyId)) {
    await lab.must(keeper.post(`${useUrl}/submit`, { id: use }))
    await lab.must(clerk.post(`${useUrl}/confirm`, { id: use }))
    await lab.must(clerk.post(`${useUrl}/give-back`, { id: use }))
  }
  await openDesk(app, keeper, '/nothing')
  phone = await openPhonePages([assetPhone, custodyPhone])
  await phone.sync()
  phone.setOnline(false)
  phone.show(`/set/${id}`)
  await shows(phone, '套组有 2 台借出')
  await write({
    kind: 'deviceUse.takeBackSet',
    target: { type: 'deviceSet', id: String(id) },
    lane: `use:set:${id}`,
    body: { deviceSetId: id, devices: [cards[0]], condition: 'good' },
  })
  await shows(phone, '套组有 1 台借出', '未还的泵')
})
