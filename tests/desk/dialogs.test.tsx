import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, found, noDialog, parametersOf, rowWith, sent } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const person = (account: string) => app.signIn('100001', account, 'ward2026')
const main = () => byRole('main')
/** Waits for the rows of a dialog and answers them. */
const rowsOf = (name: RegExp): Promise<HTMLElement[]> =>
  until(() => {
    const shown = [...(byRole('dialog', name)?.querySelectorAll<HTMLElement>('.ant-table-row') ?? [])]
    return shown.length > 0 && shown
  }, `rows in ${name}`)
const gone = (name: RegExp) => until(() => !byRole('dialog', name), `no dialog ${name}`)

test('[SHELL-DLG-1] [SHELL-HOST-1] several rows are chosen for the lines of a form in a dialog of 70 %', async () => {
  const desk = await openDesk(app, await person('admin'), '/eam/dev-disposal')
  click(await found('button', '新增', main))
  click(await found('button', '选择设备', () => byRole('dialog')))
  const devices = await rowsOf(/选择设备/)
  const many = byRole('dialog', /选择设备/)!
  expect(many.style.width).toBe('70%')
  for (const row of devices.slice(0, 2)) click(byRole('checkbox', undefined, row)!)
  click(await until(() => byRoleAll('button', /2/, many).at(-1), 'the number of the chosen'))
  await gone(/选择设备/)
  await until(() => byRoleAll('button', /^删除第 \d+ 行/, byRole('dialog')!).length === 2, 'two lines')
  expect(desk.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('[SHELL-DLG-1] [SHELL-HOST-2] one row is chosen for a field in a dialog of 70 %', async () => {
  await openDesk(app, await person('admin'), '/eam/deviceparts')
  click(await found('button', '新增', main))
  click(await found('button', '打开列表', () => byRole('dialog')))
  const [row] = await rowsOf(/选择设备/)
  const one = byRole('dialog', /选择设备/)!
  expect(one.style.width).toBe('70%')
  expect(byRole('checkbox', undefined, one)).toBeUndefined()
  const name = row!.querySelector('.eam-opens')!.textContent!.trim()
  click(row!)
  await gone(/选择设备/)
  await until(() => shownText(byRole('dialog')!).includes(name), 'the name of the device in the form')
})

test('a row is chosen for a filter in a dialog over the search form, which keeps what was typed', async () => {
  const desk = await openDesk(app, await person('admin'), '/eam/deviceparts')
  click(await found('button', '高级搜索', main))
  const search = await until(() => document.querySelector<HTMLElement>('.eam-search-form'), 'the search form')
  type(await until(() => field('配件名称', search), 'the name of a part'), '探头')
  click(byRole('button', '打开列表', search)!)
  const [row] = await rowsOf(/选择设备/)
  click(row!)
  await gone(/选择设备/)
  expect((field('配件名称', search) as HTMLInputElement).value).toBe('探头')
  await sent(
    desk,
    () => click(byRole('button', /^搜\s*索$/, search)!),
    (request) => parametersOf(request).get('partName') === '探头' && Boolean(parametersOf(request).get('deviceId')),
  )
})

test('[SHELL-HOST-3] on a narrow page the search is a dialog that gives the list what was filled in', async () => {
  const width = window.innerWidth
  const { happyDOM } = window as unknown as { readonly happyDOM: { setViewport(size: { readonly width: number }): void } }
  happyDOM.setViewport({ width: 900 })
  try {
    const desk = await openDesk(app, await person('admin'), '/eam/device')
    click(await found('button', '高级搜索', main))
    const search = await desk.find('dialog', /搜索设备/)
    type(await until(() => field('设备名称', search), 'the name of a device'), '监护仪')
    await sent(
      desk,
      () => click(byRole('button', /^搜\s*索$/, search)!),
      (request) => parametersOf(request).get('deviceName') === '监护仪',
    )
    await gone(/搜索设备/)
  } finally {
    happyDOM.setViewport({ width })
  }
})

test('[SHELL-HOST-4] [SHELL-HOST-5] [SHELL-HOST-6] a record shows the part and the device that it names over the page, and the form of the device', async () => {
  const client = await person('admin')
  const { records } = (await client.get<Page<Row>>('/eam/device/list', { size: '1', columns: 'useDeptId' })).data
  const deviceName = '楼层备用监护仪'
  const device = await client.post('/eam/device/submit', { deviceName, deviceModel: 'PM-77', useDeptId: records[0]!.useDeptId })
  const draft = { partName: '流量传感器', partModel: 'FS-8', deviceId: device.data.id, quantity: 5 }
  const part = await client.post('/eam/deviceparts/submit', draft)
  await client.post('/eam/part-reservation/submit', { purpose: '夜班备用', partId: part.data.id, quantity: 1 })
  const desk = await openDesk(app, client, '/eam/part-reservation')
  click(await rowWith('夜班备用'))
  click(await found('button', '流量传感器', dialog))
  const ofPart = await desk.find('dialog', '流量传感器')
  await until(() => ofPart.textContent?.includes('FS-8'), 'the model of the part')
  click(await desk.find('button', deviceName, ofPart))
  const ofDevice = await desk.find('dialog', new RegExp(`^${deviceName}`))
  await until(() => ofDevice.textContent?.includes('PM-77'), 'the model of the device')
  click(await desk.find('button', '修改', ofDevice))
  const name = await until(() => {
    const form = byRoleAll('dialog').find((one) => one.querySelector('.eam-form'))
    return form && (field('设备名称', form) as HTMLInputElement | undefined)
  }, 'the form of the device')
  await until(() => name.value === deviceName, 'the name in the form')
})

test('[SHELL-PAGE-1] the base of a form: what it is about, a button that closes and one that submits', async () => {
  await openDesk(app, await person('admin'), '/desk/notice')
  click(await found('button', '新增', main))
  const form = await until(() => byRole('dialog'), 'the form')
  await until(() => form.textContent?.includes('新增通知公告'), 'what it is about')
  const foot = await until(() => form.querySelector('.eam-form-foot'), 'its foot')
  const buttons = byRoleAll('button', undefined, foot)
  expect(buttons.map((button) => button.textContent?.replace(/\s/g, ''))).toEqual(['取消', '保存'])
  click(buttons[0]!)
  await noDialog()
})

test('[SHELL-ERR-8] a locked session shows its page and no toast', async () => {
  const desk = await openDesk(app, await person('admin'), '/system/user?keyword=engineer')
  const locked = { code: 403, success: false, msg: '屏幕已锁定，请先解锁', error: 'locked', data: null }
  desk.answer(({ path }) => (path.includes('/update-user-active') ? Response.json(locked, { status: 403 }) : undefined))
  click(await until(() => rows()[0] && byRole('switch', undefined, rows()[0]), 'the switch of a person'))
  click(await found('button', '确定', () => byRole('dialog')))
  await until(() => location.pathname === '/lock', 'the page of the lock')
  await desk.settled()
  expect(document.querySelector('.ant-message-notice')).toBeNull()
})

test('a form folds what is seldom filled in, and never a value', async () => {
  const admin = await person('admin')
  const { id } = (await admin.post('/eam/device/submit', { deviceName: '折叠泵', invoiceNo: 'FP-1' })).data as { id: string }
  const desk = await openDesk(app, admin, `/eam/device/${id}`)
  click(await desk.find('button', '修改'))
  const form = await until(() => byRoleAll('dialog').find((one) => one.querySelector('.eam-form')), 'the form')
  await until(() => (field('发票号', form) as HTMLInputElement | undefined)?.value === 'FP-1', 'the filled field')
  expect(field('凭证号', form)).toBeUndefined()
  click(await desk.find('button', /^更多（/, form))
  await until(() => field('凭证号', form), 'the folded field')
})
