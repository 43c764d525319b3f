import { expect, test } from 'vitest'
import { chapters } from '#contract/kit/entity/chapter.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { entities } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { found, made } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const admin = await app.signIn('100001', 'admin', 'ward2026')
const [dept] = (await admin.get<Row[]>('/blade-system/dept/select')).data
const id = await made(admin, '/eam/device/submit', {
  deviceName: '档案监护仪',
  deviceModel: 'M8',
  useDeptId: dept!.id,
  originalValue: '86000.00',
})
const section = (name: string) => until(() => byRole('region', name), `the chapter ${name}`)
const filled = (name: string, text: string) =>
  until(() => shownText(byRole('region', name) ?? undefined).includes(text) && byRole('region', name), `${text} in ${name}`)

test('the archive of a device holds its card and the rows of its life', async () => {
  const answer = await admin.post('/eam/eventtyperepair/save', { deviceId: id, faultDescription: '档案里的故障', urgency: 'urgent' })
  expect(answer.msg).toBe('操作成功')
  const { id: order } = (await admin.post('/eam/eventtypemaintain/submit', { deviceId: id, dueDate: homeDay(new Date()) })).data
  const done = {
    id: order,
    result: 'good',
    labourCost: '20.00',
    cost: '5.50',
    parts: [{ partName: '滤网', quantity: 2, unitPrice: '3.48' }],
  }
  expect((await admin.post('/eam/eventtypemaintain/finish', done)).msg).toBe('操作成功')
  const desk = await openDesk(app, admin, `/eam/device/${id}`)
  click(await found('button', /^更多/, () => byRole('main')))
  click(await until(() => byRole('menuitem', '打印档案'), 'the entry'))
  await desk.at(`/form/eam/device-archive?id=${id}`)
  await filled('维修工单', '档案里的故障')
  await filled('维修工单', '共 1 条')
  await filled('保养工单', '¥32.46')
  await desk.see('86,000.00')
  await desk.see('档案监护仪')
  await desk.see('江城市第一人民医院')
})

test('the archive has the chapters that the person may list, of this device alone, without hidden fields', async () => {
  const other = await made(admin, '/eam/device/submit', { deviceName: '另一台', useDeptId: dept!.id })
  await admin.post('/eam/eventtyperepair/save', { deviceId: other, faultDescription: '别的故障', urgency: 'urgent' })
  const hidden = await admin.post('/osm/industry-config/tenant-update', {
    entity: 'device',
    fields: [{ fieldCode: 'originalValue', isShow: 0 }],
  })
  expect(hidden.msg).toBe('操作成功')
  await openDesk(app, admin, `/form/eam/device-archive?id=${id}`)
  await filled('维修工单', '档案里的故障')
  expect(shownText()).not.toContain('别的故障')
  expect(shownText()).not.toContain('86,000.00')
  const keeper = await app.signIn('100001', 'keeper', 'ward2026')
  const [own] = (await keeper.get<Page>('/eam/device/list', { size: 1 })).data.records
  const open: string[] = []
  for (const { of } of chapters) if ((await keeper.get(urlsOf(of, 'list')[0]!, { size: 1 })).status === 200) open.push(of.zh)
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(chapters.length)
  await openDesk(app, keeper, `/form/eam/device-archive?id=${own!.id}`)
  await section(open[0]!)
  const names = byRoleAll('region').map((one) => one.getAttribute('aria-label'))
  expect(names.filter((name) => chapters.some(({ of }) => of.zh === name))).toEqual(open)
})

test('every chapter is of a list, by a link to devices', () => {
  expect(chapters.length).toBeGreaterThan(10)
  for (const { of, by, columns } of chapters) {
    expect(entities, of.name).toContain(of)
    expect(of.verbs, of.name).toContain('list')
    const link = of.fields[by]
    expect(link?.kind === 'link' && link.to, of.name).toBe('device')
    expect(
      columns.filter((name) => !of.fields[name] || name === by),
      of.name,
    ).toEqual([])
  }
})
