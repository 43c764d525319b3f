import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, field, openDesk, pick, shownText, type, until } from '#tests/harness/desk.tsx'
import { found, load } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const main = () => byRole('main')
const pages = (within: Element | undefined): Element[] => [...(within?.querySelectorAll('svg.eam-label-page') ?? [])]
/** The form of a template, over the page. */
const form = () => byRoleAll('dialog').find((one) => one.querySelector('.eam-form'))
const input = (label: string) => until(() => form() && field(label, form()!), `the input ${label}`)
const fill = async (label: string, text: string) => type(await input(label), text)
const says = (text: string) => until(() => shownText(form()!).includes(text), text)
const sizeIs = (size: string) => until(() => pages(form())[0]?.getAttribute('viewBox') === size, `a label of ${size}`)

test('an A4 sheet starts at its first free place', async () => {
  const client = await manager()
  const desk = await openDesk(app, client, '/eam/device?deviceModel=iMEC8')
  const total = Number(await until(() => /共 (\d+) 条/.exec(shownText())?.[1], 'the number of devices'))
  click(await found('button', '打印标签', main))
  await desk.see(`列表中的全部 ${total} 个`)
  await pick('模板', /A4 3×8/)
  const first = () => pages(byRole('region', '预览'))[0]
  const labels = () => first()?.querySelectorAll('g.eam-label').length
  await until(() => labels() === Math.min(24, total), 'a full sheet')
  click(await desk.find('button', '第 8 行第 2 列'))
  await until(() => labels() === Math.min(2, total), 'the last two places')
  expect(await desk.find('link', '管理模板')).toHaveProperty('tagName', 'A')
})

test('a new template shows a preview and says what does not fit', async () => {
  const desk = await openDesk(app, await manager(), '/eam/label-templates')
  click(await found('button', '新增', main))
  await fill('模板名称', '小标签')
  await sizeIs('0 0 60 40')
  await fill('宽', '50')
  await sizeIs('0 0 50 40')
  await fill('二维码边长（含留白）', '39')
  await says('二维码放不进标签，请缩小二维码或增大标签')
  // A label of 10 mm holds the code of a small QR code.
  await fill('二维码边长（含留白）', '10')
  await says('二维码太小，扫描不出')
  await pick('二维码内容', /短码/, form())
  await fill('高', '10')
  await fill('内边距', '0')
  await says('二维码放不进标签，请缩小二维码或增大标签')
  click(await found('switch', '显示医院名称', form))
  await sizeIs('0 0 50 10')
  await until(() => !/二维码(太小|放不进)/.test(shownText(form())), 'nothing that does not fit')
  click(byRole('button', '保存', form())!)
  await until(() => !form(), 'no form')
  load(desk, '/eam/labels')
  await pick('模板', /小标签/)
})

test('of the fields that the hospital added a template takes the one that is chosen, and shows it', async () => {
  const client = await manager()
  for (const [code, name] of [
    ['labelGas', '接气类型'],
    ['labelBed', '固定床号'],
  ])
    await client.post('/eam/custom-field/submit', { entity: 'device', code, name, fieldKind: 'text', isList: 0 })
  await client.post('/eam/device/submit', { deviceName: '接气呼吸机', x_labelGas: '医用氧气', x_labelBed: '12 床' })
  await openDesk(app, client, '/eam/label-templates')
  click(await found('button', '新增', main))
  const shown = () => pages(form())[0]?.textContent ?? ''
  await until(() => shown().includes('接气呼吸机'), 'the label of the newest device')
  expect(shown()).not.toContain('医用氧气')
  await fill('设备标签文字（第一项为标题）', '接气')
  await pick('设备标签文字（第一项为标题）', '接气类型', form())
  await until(() => shown().includes('医用氧气'), 'the field of the hospital')
  expect(shown()).not.toContain('12 床')
})
