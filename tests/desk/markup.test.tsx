import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, openDesk, press, shownText, type, until } from '#tests/harness/desk.tsx'
import { load } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
/** What a page that makes markup of text would load and run. */
const mark = '<img src=x onerror=alert(1)>'

/** The mark in every text that a person may fill in and that takes it. */
const marked = (fields: FieldMap): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'text' && !field.readOnly && !field.computed && !field.pattern && field.max >= mark.length ? [[name, mark]] : [],
    ),
  )
const made = (): Element[] => [...document.querySelectorAll('[onerror], img[src="x"]')]

test('text that looks like markup is text on every page of the desk that shows it', async () => {
  const client = await app.signIn('100001', 'manager', 'ward2026')
  const { records } = (await client.get<Page<Row>>('/eam/device/list', { size: '1', columns: 'useDeptId' })).data
  const warrantyEnd = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const draft = { ...marked(device.fields), useDeptId: records[0]!.useDeptId, warrantyEnd }
  const { id } = (await client.post('/eam/device/submit', draft)).data
  await client.post('/eam/device/submit-filing', { id })
  await client.post('/eam/device/sureEam', { id })
  const report = { ...marked(repairOrder.fields), deviceId: id, urgency: 'critical' }
  const orderId = (await client.post('/eam/eventtyperepair/save', report)).data.id
  await client.post('/eam/device/attach/submit', { attachName: mark, attachType: 'other', deviceId: id, remark: mark })
  const desk = await openDesk(app, client, '/wel/dashboard')
  await until(() => byRole('main'), 'the home page')
  const keyword = encodeURIComponent(mark)
  for (const path of [
    `/eam/device?keyword=${keyword}`,
    ...['facts', 'files', 'life'].map((tab) => `/eam/device/${id}?tab=${tab}`),
    `/eam/repair?keyword=${keyword}`,
    `/eam/repair/${orderId}`,
    `/eam/labels?kind=device&ids=${id}`,
    '/notice/task',
    '/datav/device',
  ]) {
    load(desk, path)
    await until(() => shownText().includes(mark), `the text on ${path}`)
    expect([path, made()]).toEqual([path, []])
  }
  load(desk, '/wel/dashboard')
  await until(() => document.querySelector('.eam-logo'), 'the shell')
  press('k', document.body, { ctrlKey: true })
  type(await until(() => byRole('combobox', /全局搜索/), 'the search'), mark)
  await until(() => byRoleAll('option').some((option) => option.textContent?.includes(mark)), 'the device among what was found')
  expect(made()).toEqual([])
})
