import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  bySelector,
  click,
  field,
  formDialog,
  openDesk,
  queryOf,
  rows,
  search,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const add = async (client: Client, url: string, draft: object): Promise<string> => (await client.post(url, draft)).data.id
const save = () => click(byRole('button', '保存', formDialog())!)
const noForm = () => until(() => !formDialog(), 'no form')
const inForm = (label: string) => until(() => field(label, formDialog()), `the field ${label}`)
const toolbarButton = (name: string) => until(() => byRole('button', name, bySelector('.eam-toolbar')), `the button ${name}`)
const rowOf = (text: string) => until(() => rows().find((row) => row.textContent?.includes(text)), `the row ${text}`)
const inRecord = (text: string) => until(() => shownText(bySelector('.eam-record')).includes(text), `${text} in the record`)

test('[SHELL-API-1] [SHELL-API-2] [SHELL-API-3] [SHELL-API-4] [SHELL-API-5] a page lists, adds, opens, changes and removes with the documented requests', async () => {
  const url = '/eam/deviceparts'
  const manager = await as('manager')
  const desk = await openDesk(app, manager, `${url}?createTime_dategt=2020-01-01`)
  const list = await desk.asked(`${url}/list`)
  expect([list.method, queryOf(list)]).toEqual(['GET', expect.objectContaining({ current: '1', size: '10' })])
  expect(queryOf(list).createTime_dategt).toMatch(/^2020-01-01/)
  const { data } = await manager.get<Page>(`${url}/list`, queryOf(list))
  await until(() => rows().length === data.records.length, 'every row of the answer')
  expect(rows()[0]!.textContent).toContain(data.records[0]!.partName)
  expect(shownText()).toContain(`共 ${data.total} 条`)

  const name = '请求测试探头'
  for (const at of [1, 2]) {
    click(await toolbarButton('新增'))
    type(await inForm('配件名称'), `${name}${at}`)
    type(await inForm('数量'), '1')
    save()
    const sent = await desk.asked(`${url}/submit`, at)
    expect([sent.method, queryOf(sent), sent.body]).toEqual(['POST', {}, expect.objectContaining({ partName: `${name}${at}` })])
    expect(sent.body).not.toHaveProperty('id')
    await noForm()
    await desk.go(`${url}?keyword=${encodeURIComponent(name)}`)
    await until(() => rows().length === at, `${at} of the new parts`)
  }
  const { records } = (await manager.get<Page>(`${url}/list`, { keyword: name })).data
  const idOf = (at: number) => records.find((one) => one.partName === `${name}${at}`)!.id

  click(await rowOf(`${name}1`))
  const detail = await desk.asked(`${url}/detail`)
  expect([detail.method, queryOf(detail)]).toEqual(['GET', { id: idOf(1) }])
  click(await desk.find('button', '修改', await desk.find('dialog', `${name}1`)))
  type(await inForm('规格型号'), 'X-1')
  save()
  expect((await desk.asked(`${url}/submit`, 3)).body).toMatchObject({ id: idOf(1), partModel: 'X-1' })
  await noForm()

  const again = await openDesk(app, manager, `${url}?keyword=${encodeURIComponent(name)}`)
  await until(() => rows().length === 2, 'both parts')
  for (const row of rows()) click(byRole('checkbox', undefined, row)!)
  click(await toolbarButton('删除'))
  click(await again.find('button', '确定', await again.find('dialog')))
  const remove = await again.asked(`${url}/remove`)
  expect([remove.method, remove.body]).toEqual(['POST', undefined])
  expect(queryOf(remove).ids!.split(',').sort()).toEqual([idOf(1), idOf(2)].sort())
})

test('[ASSET-ST-DEV-1] [ASSET-ST-DEV-2] [ASSET-ST-DEV-3] cards are confirmed, and an attached device stands with its parent until it is detached', async () => {
  const admin = await as('admin')
  const main = await add(admin, '/eam/device/submit', { deviceName: '证明用主机' })
  const child = await add(admin, '/eam/device/submit', { deviceName: '证明用探头' })
  await admin.post('/eam/device/submit-filing', { id: main })
  const manager = await as('manager')
  const first = await openDesk(app, manager, `/eam/device/${main}`)
  click(await first.find('button', '确认建档'))
  const { id, ids } = (await first.asked('/eam/device/sureEam')).body as { id?: string; ids?: string[] }
  expect(ids ?? [id]).toEqual([main])
  await inRecord('已建档')

  /** Changes the main device in the form of the child, and opens the parts of the main device. */
  const bind = async (change: (parent: HTMLElement) => Promise<void>) => {
    const desk = await openDesk(app, manager, `/eam/device/${child}`)
    click(await desk.find('button', '修改'))
    await change(await inForm('主设备'))
    save()
    await desk.see('更新成功')
    await desk.go(`/eam/device/${main}?tab=parts`)
    await desk.find('heading', /证明用主机/)
    await desk.settled()
  }
  await bind((parent) => search(parent, '证明用主机'))
  const attached = () => bySelector('.eam-record *', /^附属设备$/)
  await until(attached, 'the attached devices')
  await inRecord('证明用探头')
  await bind(async (parent) => {
    const clear = await until(() => parent.closest('.ant-select')?.querySelector('.ant-select-clear'), 'the cross of the field')
    for (const kind of ['mousedown', 'click']) clear.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  })
  await until(() => !attached(), 'no attached device')
})

test('[SHELL-PERM-7] [SHELL-USERADM-1] [SHELL-USER-1] people of a department are listed, one is granted roles, and one is stopped', async () => {
  const admin = await as('admin')
  const [person] = (await admin.get<Page>('/blade/user/list', { keyword: 'keeper' })).data.records
  const { deptId, realName, roleId } = person!
  const desk = await openDesk(app, admin, `/system/user?deptId=${deptId}`)
  expect(queryOf(await desk.asked('/blade/user/list')).deptId).toBe(deptId)
  click(await rowOf(String(realName)))
  click(await desk.find('button', '授予角色', await desk.find('dialog', String(realName))))
  click(await desk.find('button', '确定', await desk.find('dialog', /^授予角色/)))
  expect((await desk.asked('/blade-user/grant')).body).toEqual({ userIds: [person!.id], roleIds: expect.arrayContaining([roleId]) })

  const id = await add(admin, '/blade/user/save', { account: 'leaving', realName: '证明停用', roleId, deptId })
  const next = await openDesk(app, admin, '/system/user?keyword=leaving')
  click(await rowOf('证明停用'))
  click(await next.find('button', '停用', await next.find('dialog', '证明停用')))
  const question = await until(() => bySelector('[role="dialog"]', '立即退出，无法再登录'), 'the question')
  click(byRole('button', '确定', question)!)
  expect((await next.asked('/osm/user/update-user-status')).body).toEqual({ userIds: [id], status: 'stopped' })
})

test('[ASSET-ENT-TAG-1] [ASSET-ENT-TAG-2] [ASSET-ST-TAG-1] [ASSET-ST-TAG-2] [ASSET-ST-TAG-3] a tag is bound, taken off and locked with the documented requests', async () => {
  const admin = await as('admin')
  const device = await add(admin, '/eam/device/submit', { deviceName: '证明用标签泵' })
  const tag = await add(admin, '/eam/taginputting/submit', { tagCode: 'PROOF-TAG-1', tagKind: 'nfc' })
  const desk = await openDesk(app, admin, '/eam/taginputting?keyword=PROOF-TAG-1')
  click(await rowOf('PROOF-TAG-1'))
  const acts = await desk.find('dialog', /PROOF-TAG-1$/)
  // While a step is on its way no other one begins, and a click on one is not taken.
  const act = async (name: string) => {
    await desk.settled()
    return until(() => {
      const button = byRole('button', name, acts) as HTMLButtonElement | undefined
      return button && !button.disabled && button
    }, `the act ${name}`)
  }
  click(await act('绑定'))
  const form = await desk.find('dialog', '绑定 · PROOF-TAG-1')
  await search(await until(() => byRole('combobox', undefined, form), 'the choice of a device'), '证明用标签泵')
  click(byRole('button', '绑定', form)!)
  expect((await desk.asked('/eam/taginputting/inputtingBind')).body).toEqual({ id: device, tagInputtingId: tag })
  click(await act('解绑'))
  expect((await desk.asked('/eam/taginputting/unBundling')).body).toEqual({ id: tag })
  await act('绑定')
  click(await act('锁定'))
  expect((await desk.asked('/eam/taginputting/updateEditStatus')).body).toEqual({ id: tag, value: 'locked' })
  await until(() => shownText(acts).includes('已锁定'), 'the tag as locked')
})
