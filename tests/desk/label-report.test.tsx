import { afterEach, expect, test } from 'vitest'
import { servicePhone } from '#src/features/service/phone.tsx'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { labelReports } from '#tests/harness/label-reports.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'

const app = await appForFile()
const admin = await app.as('administrator')
const [keeper, engineer] = [await app.as('keeper'), await app.as('engineer')]
const lab = labelReports(app, admin)
await lab.allow(admin)

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

test('a report is in the list of the ward, and its page makes a repair order of it', async () => {
  const { id, token, name } = await lab.labelled()
  expect(await lab.send(token, { description: '屏幕有裂纹', room: '12 床' })).toMatchObject({ done: true })
  const [row] = await lab.stored(id)
  const desk = await openDesk(app, engineer, '/eam/label-report')
  const line = await until(() => byRoleAll('row').find((one) => shownText(one).includes('屏幕有裂纹')), 'the report')
  for (const said of [name, '待接手', '12 床', '张三', '8123']) expect(shownText(line)).toContain(said)
  await desk.go(`/eam/label-report/${row!.id}`)
  click(await desk.find('button', '接手并转维修'))
  const dialog = await until(() => byRoleAll('dialog').findLast((one) => one.querySelector('textarea')), 'the question')
  type(dialog.querySelector('textarea')!, '屏幕碎裂，需换屏')
  click(byRole('button', /确\s*定|接手并转维修/, dialog)!)
  await until(() => (shownText(document.body).includes('已转维修') ? true : undefined), 'the state')
  const orders = await app.sql('select fault_description, label_reporter, reporter_phone from repair_order where device_id = $1', [id])
  expect(orders).toEqual([{ fault_description: '屏幕碎裂，需换屏（12 床）', label_reporter: '张三', reporter_phone: '8123' }])
})

test('a notice opens the report on the phone, which takes it over with the words of the reporter', async () => {
  const { id, token, name } = await lab.labelled()
  await lab.send(token, { description: '无法充电' })
  const [row] = await lab.stored(id)
  await openDesk(app, keeper, '/nothing')
  phone = await openPhonePages([servicePhone])
  phone.show(`${servicePhone.records!.labelReport}/${row!.id}`)
  const { box } = phone
  await until(() => (['无法充电', name, '张三', '待接手'].every((said) => shownText(box).includes(said)) ? true : undefined), 'the report')
  click(await until(() => byRole('button', '接手并转维修', box), 'the act'))
  const sheet = await until(() => byRoleAll('dialog', undefined, box).find((one) => one.querySelector('textarea')), 'the sheet')
  expect(sheet.querySelector('textarea')!.value).toBe('无法充电')
  click(byRole('button', '接手并转维修', sheet)!)
  await until(() => (shownText(box).includes('已转维修') ? true : undefined), 'the state')
  expect(await app.sql('select label_reporter from repair_order where device_id = $1', [id])).toEqual([{ label_reporter: '张三' }])
})
