import { afterEach, expect, test } from 'vitest'
import { servicePhone } from '#src/features/service/phone.tsx'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import '#src/app/queue-loaders.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { eventually } from '#tests/harness/desk-acts.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'
import { addProvider } from '#tests/harness/providers.ts'
import { ok, ours, sharedOrder, sharingWith, theirs } from '#tests/harness/shared-order.ts'

const app = await appForFile()
await loadQueueFacts()

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

test('the engineer reads and answers the messages of the provider on the phone, while there is a network', async () => {
  const { first, ...provider } = await addProvider(app, '200001', '迅修医工')
  const by = await sharingWith(app, { first, ...provider })
  const { id, repairId } = await sharedOrder(by, first, '手机监护仪')
  ok(await first.post(`${theirs}/message`, { id, content: '明早九点到' }))
  await openDesk(app, by.engineer, '/nothing')
  phone = await openPhonePages([servicePhone])
  const { box } = phone
  await phone.sync()
  phone.show(`/repair/${repairId}`)
  await until(() => shownText(box).includes('明早九点到'), 'the message')
  click(await until(() => byRole('button', '给服务商留言', box), 'the button'))
  const sheet = await until(() => byRoleAll('dialog', undefined, box).find((one) => one.querySelector('textarea')), 'the sheet')
  type(sheet.querySelector('textarea')!, '请走东门')
  click(byRole('button', '给服务商留言', sheet)!)
  await until(() => shownText(box).includes('请走东门') && byRoleAll('dialog', undefined, box).length === 0, 'the answer')
  const thread = async () => ok(await by.engineer.get<{ unread: number; messages: readonly object[] }>(`${ours}/messages`, { id }))
  await eventually(async () => (await thread()).unread === 0, 'the message read')
  expect((await thread()).messages).toHaveLength(2)
})
