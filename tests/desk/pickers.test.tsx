import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { byRole, click, field, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, found, made } from '#tests/harness/desk-acts.ts'
import { isShown } from '#tests/harness/screen.ts'

const app = await appForFile()
const admin = await app.signIn('100001', 'admin', 'ward2026')
const options = (): HTMLElement[] =>
  [...document.querySelectorAll('.ant-select-dropdown')]
    .filter(isShown)
    .flatMap((list) => [...list.querySelectorAll<HTMLElement>('.ant-select-item-option')])
/** Opens the field of the device in the form of a new part. */
const openPicker = async (): Promise<HTMLElement> => {
  click(await found('button', '新增', () => byRole('main')))
  const device = await until(() => field('所属设备', dialog()), 'the device')
  for (const target of [device.closest('.ant-select')!, device]) target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await until(() => options().length > 1, 'options')
  return device
}

test('devices of one name are told apart, one that was opened last comes first, and pinyin finds them', async () => {
  const [one, two] = (await admin.get<Row[]>('/blade-system/dept/select')).data
  const card = (deviceModel: string, dept: Row | undefined) =>
    made(admin, '/eam/device/submit', { deviceName: '同名输液泵', deviceModel, useDeptId: dept!.id })
  const ids = [await card('VP5', one), await card('VP7', two)]
  const desk = await openDesk(app, admin, `/eam/device/${ids[0]}`)
  await found('heading', /同名输液泵/, () => byRole('main'))
  // More devices than a picker shows are newer than the one that was opened.
  await desk.go('/eam/deviceparts')
  const device = await openPicker()
  await until(() => shownText(options()[0]!).includes('VP5'), 'the device that was opened comes first')
  type(device, 'tmsyb')
  await until(() => options().length === 2, 'both')
  const shown = options().map(shownText).sort()
  for (const [at, [model, dept]] of [
    ['VP5', one],
    ['VP7', two],
  ].entries() as Iterable<[number, [string, Row]]>) {
    expect(shown[at]).toMatch(new RegExp(`^同名输液泵\\s*${model} · ZC-\\d+-\\d+ · ${dept.name} · `))
  }
  click(options().find((option) => shownText(option).includes('VP7'))!)
  await until(() => /同名输液泵\s*VP7 · ZC-/.test(shownText(dialog()!)), 'what was chosen, with what tells it apart')
})
