import { afterEach, beforeEach, expect, test } from 'vitest'
import { plateWords } from '#src/features/asset/nameplate/plate-words.ts'
import type { PlateAnswer, PlateAsked } from '#src/kit/nameplate/plate-messages.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, press, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, done, found, made, noDialog } from '#tests/harness/desk-acts.ts'
import { picture } from '#tests/harness/pictures.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')

/** What the worker answers to the next pictures. */
let answers: ((id: number) => PlateAnswer[])[] = []
let started = 0

/** Takes the place of the worker: the border at which pages meet the recognition. */
class FakeWorker extends EventTarget {
  constructor() {
    super()
    started++
  }
  postMessage({ id }: PlateAsked): void {
    const next = answers.shift()
    setTimeout(() => {
      for (const data of next?.(id) ?? []) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
  terminate(): void {}
}

const realWorker = globalThis.Worker
beforeEach(() => {
  globalThis.Worker = FakeWorker as unknown as typeof Worker
  answers = []
  started = 0
})
afterEach(() => {
  globalThis.Worker = realWorker
})

const piece = new Blob(['piece'], { type: 'image/jpeg' })
const reading =
  (texts: readonly (readonly [text: string, score: number])[], codes: readonly string[] = []) =>
  (id: number): PlateAnswer[] => [
    { type: 'loading', id, share: 0.4 },
    { type: 'reading', id },
    {
      type: 'read',
      id,
      reading: {
        lines: texts.map(([text, score], row) => ({ text, score, box: { x: 0, y: row * 60, width: text.length * 20, height: 40 } })),
        codes,
        pieces: texts.map(() => piece),
      },
    },
  ]

const openForm = async () => {
  const desk = await openDesk(app, manager, '/eam/device')
  click(await desk.find('button', '新增'))
  const part = await found('region', plateWords.read.zh, dialog)
  return { desk, part }
}
const choosePhoto = (part: HTMLElement): void => {
  const input = part.querySelector<HTMLInputElement>('input[type="file"]')!
  const file = new File([new Uint8Array(picture())], 'IMG_1.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const inputOf = (label: string) => byRole('textbox', label, dialog()) as HTMLInputElement | undefined

test('a photo offers what it says with its pieces; nothing is filled in before a click, and the photo becomes a document of the card', async () => {
  const { desk, part } = await openForm()
  answers = [
    reading([
      ['产品名称：病人监护仪', 0.99],
      ['型号：iMEC 10', 0.99],
      ['序列号：CF-8B012345', 0.6],
      ['额定功率：150VA', 0.99],
    ]),
  ]
  choosePhoto(part)
  const facts = await found('region', plateWords.facts.zh, () => part)
  expect(facts.querySelectorAll('img')).toHaveLength(4)
  expect(shownText(facts)).toMatch(/CF-8B012345 ?请核对/)
  expect(inputOf('规格型号')!.value).toBe('')
  // Those that are certain, together: the serial number is not one of them.
  click(byRole('button', '采用可靠项 (3)', facts)!)
  await until(() => inputOf('规格型号')?.value === 'iMEC 10', 'the model')
  expect([inputOf('设备名称')!.value, inputOf('额定功率')!.value, inputOf('出厂编号')!.value]).toEqual(['病人监护仪', '150 VA', ''])
  click(byRole('button', '采用 出厂编号', facts)!)
  await until(() => inputOf('出厂编号')?.value === 'CF-8B012345', 'the serial number')
  expect((byRole('button', '已采用 出厂编号', facts) as HTMLButtonElement).disabled).toBe(true)
  click(byRole('button', '保存', dialog())!)
  await noDialog()
  const { body } = await desk.asked('/eam/device/submit')
  expect(body).toMatchObject({ deviceName: '病人监护仪', deviceModel: 'iMEC 10', sn: 'CF-8B012345', ratedPower: '150 VA' })
  const attached = await desk.asked('/eam/device/attach/add')
  expect(attached.body).toMatchObject({ attachType: 'nameplate' })
  const { data } = await manager.get<Page<Row>>('/eam/device/list', { keyword: 'CF-8B012345' })
  const files = await manager.get<Page<Row>>('/eam/device/attach/list', { deviceId: data.records[0]!.id })
  expect(files.data.records).toMatchObject([{ attachType: 'nameplate' }])
})

test('pictures without a plate, files that are none, and a download that fails are told in a sentence', async () => {
  const { desk, part } = await openForm()
  const says = async (answer: (typeof answers)[number], text: RegExp) => {
    answers = [answer]
    choosePhoto(part)
    await until(() => byRoleAll('alert', undefined, part).some((one) => text.test(one.textContent ?? '')), String(text))
  }
  await says(reading([['请勿吸烟', 0.99]]), /没有找到铭牌信息/)
  await says((id) => [{ type: 'failed', id, fault: 'noPicture', why: '' }], /不是可以读取的图片/)
  await says((id) => [{ type: 'failed', id, fault: 'noPack', why: '' }], /没有下载完/)
  await says((id) => [{ type: 'failed', id, fault: 'tooLarge', why: '' }], /1\.2 亿像素/)
  // One worker reads all pictures of a form.
  expect(started).toBe(1)
  expect(desk.requests.some(({ path }) => path.startsWith('/eam/device/submit'))).toBe(false)
})

test('a scanned UDI fills identifier, serial number and date; the card of the same product offers its facts, those that are empty at once', async () => {
  const gtin = '06901234567892'
  const known = {
    deviceName: '输液泵',
    deviceModel: 'LINZ-8A',
    manufacturer: '宁波康达医疗器械有限公司',
    udiDi: gtin,
    brand: '康达',
    riskLevel: 'III',
  }
  const twin = await made(manager, '/eam/device/submit', known)
  const { desk, part } = await openForm()
  const udi = byRole('textbox', plateWords.udi.zh, part) as HTMLInputElement
  type(udi, 'ABC')
  press('Enter', udi)
  await until(() => /不是 UDI/.test(shownText(part)), 'a refusal')
  type(udi, `(01)${gtin}(11)250607(10)L9(21)IP00991`)
  press('Enter', udi)
  const facts = await found('region', plateWords.facts.zh, () => part)
  click(byRole('button', '采用可靠项 (4)', facts)!)
  await until(() => inputOf('出厂编号')?.value === 'IP00991', 'the serial number')
  expect([inputOf('UDI-DI')!.value, inputOf('UDI-PI')!.value]).toEqual([gtin, '(11)250607(10)L9(21)IP00991'])
  const same = await found('region', /^同款设备 · 输液泵/, () => part)
  expect(desk.requests.find(({ path }) => path.startsWith('/eam/device/same-product'))?.path).toContain(gtin)
  type(inputOf('品牌')!, '自填品牌')
  click(await found('button', /^填入空白项/, () => same))
  await until(() => inputOf('规格型号')?.value === 'LINZ-8A', 'the model')
  expect(inputOf('品牌')!.value).toBe('自填品牌')
  click(byRole('button', '保存', dialog())!)
  await noDialog()
  expect((await desk.asked('/eam/device/submit')).body).toMatchObject({
    madeDate: '2025-06-07',
    deviceModel: 'LINZ-8A',
    riskLevel: 'III',
    brand: '自填品牌',
  })
  await done(manager, `/eam/device/remove?ids=${twin}`, {})
})
