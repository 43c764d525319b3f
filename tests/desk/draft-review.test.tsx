import { afterEach, beforeEach, expect, test } from 'vitest'
import { reviewWords as words } from '#src/features/asset/drafts/review-words.ts'
import type { PlateAnswer, PlateAsked } from '#src/kit/nameplate/plate-messages.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, press, shownText, type, until } from '#tests/harness/desk.tsx'
import { found, made } from '#tests/harness/desk-acts.ts'
import { factsOf, picture, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const [place] = (await manager.get<Page<Row>>('/eam/plc/location/list', { size: '1' })).data.records

let reads: readonly string[] = []
/** Takes the place of the worker: the border at which pages meet the recognition. */
class FakeWorker extends EventTarget {
  postMessage({ id }: PlateAsked): void {
    const lines = reads.map((text, row) => ({ text, score: 0.99, box: { x: 10, y: row * 60, width: 300, height: 40 } }))
    const answer: PlateAnswer = {
      type: 'read',
      id,
      reading: { lines, codes: [], pieces: [], picture: { width: 600, height: 400, turns: 0 } },
    }
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: answer })))
  }
  terminate(): void {}
}
const realWorker = globalThis.Worker
beforeEach(() => {
  globalThis.Worker = FakeWorker as unknown as typeof Worker
})
afterEach(() => {
  globalThis.Worker = realWorker
})

const drafted = (facts: object): Promise<string> => made(manager, '/eam/device-draft/capture', { locationId: place!.id, ...facts })
const draftOf = async (id: string): Promise<Row> => (await manager.get<Row>('/eam/device-draft/detail', { id })).data
const photo = async (): Promise<string> => {
  const bytes = picture()
  const file = upload(bytes, { facts: factsOf(bytes, '铭牌.jpg') })
  expect((await send(app, manager, file)).status).toBe(200)
  return file.id
}

test('drafts are corrected in place, read, and registered one by one; who is refused stays with its reason', async () => {
  const card = await made(manager, '/eam/device/submit', { deviceName: '旧泵', sn: 'RV-1001' })
  const twin = await drafted({ deviceName: '输液泵', sn: 'rv-1001', toCheck: ['sn'], isRead: 1 })
  const nameless = await drafted({ sn: 'RV-2002' })
  const unread = await drafted({ photos: [await photo()], labelCode: 'RV-TAG-3' })
  const numberOf = async (id: string): Promise<string> => String((await draftOf(id)).draftNo)
  const [one, two, three] = [await numberOf(twin), await numberOf(nameless), await numberOf(unread)]

  const desk = await openDesk(app, manager, '/form/eam/device-drafts')
  const page = await found('region', words.title.zh, () => document.body)
  const field = (label: string, number: string) => byRole('textbox', `${label} ${number}`, page) as HTMLInputElement | undefined
  await until(() => field('出厂编号', one)?.value === 'rv-1001', 'the drafts')
  await until(() => shownText(page).includes(words.bySn.zh), 'the card with the same serial number')
  expect(page.querySelector(`a[href="/eam/device/${card}"]`)).not.toBeNull()

  reads = ['产品名称：病人监护仪', '序列号：RV-3003']
  // Left for the button, the field is saved before the photo is read.
  type(field('规格型号', three)!, 'iMEC 12')
  click(await found('button', /^识别未读的照片/, () => page))
  await until(() => field('设备名称', three)?.value === '病人监护仪', 'what the photo says')
  expect(field('出厂编号', three)!.value).toBe('RV-3003')
  expect(await draftOf(unread)).toMatchObject({
    ...{ isRead: 1, deviceModel: 'iMEC 12', assetTagNo: 'RV-TAG-3' },
    pieces: expect.stringMatching(/^0;.*sn /),
  })

  type(field('出厂编号', one)!, 'RV-1009')
  press('Enter', field('出厂编号', one)!)
  await until(async () => (await draftOf(twin)).sn === 'RV-1009', 'the corrected serial number')
  expect((await draftOf(twin)).toCheck).toBeNull()

  for (const number of [one, two, three]) click(byRole('checkbox', number, page)!)
  click(await found('button', words.register.zh.replace('{n}', '3'), () => page))
  const results = await found('region', words.results.zh, () => page)
  await until(() => byRoleAll('listitem', undefined, results).length === 3, 'a result for each')
  const told = byRoleAll('listitem', undefined, results).map((line) => shownText(line))
  expect(told.find((text) => text.includes(one))).toContain('已登记')
  expect(told.find((text) => text.includes(three))).toContain('已登记')
  expect(told.find((text) => text.includes(two))).toContain('设备名称不能为空')
  await until(() => field('出厂编号', one) === undefined && field('出厂编号', two) !== undefined, 'the draft that stays')
  expect(await draftOf(nameless)).toMatchObject({ draftState: 'waiting' })
  expect((await manager.get<Row>('/eam/device/detail', { id: String((await draftOf(unread)).cardId) })).data).toMatchObject({
    ...{ deviceName: '病人监护仪', sn: 'RV-3003', assetTagNo: 'RV-TAG-3', locationId: place!.id },
  })
  expect(desk.requests.filter(({ path }) => path.startsWith('/eam/device-draft/register'))).toHaveLength(3)
})

test('a correction that is refused does not become a card without it', async () => {
  const id = await drafted({ deviceName: '改错的泵', sn: 'RV-5005' })
  const number = String((await draftOf(id)).draftNo)
  await openDesk(app, manager, '/form/eam/device-drafts')
  const page = await found('region', words.title.zh, () => document.body)
  const serial = await until(() => byRole('textbox', `出厂编号 ${number}`, page), 'the draft')
  type(serial, 'X'.repeat(90))
  press('Enter', serial)
  click(byRole('checkbox', number, page)!)
  click(await found('button', words.register.zh.replace('{n}', '1'), () => page))
  const results = await found('region', words.results.zh, () => page)
  await until(() => byRoleAll('listitem', undefined, results).length === 1, 'the result')
  expect(shownText(results)).not.toContain('已登记')
  expect(await draftOf(id)).toMatchObject({ draftState: 'waiting', sn: 'RV-5005' })
})

test('a photo that is gone is named, and the reading goes on with the others', async () => {
  const [lost, kept] = [await photo(), await photo()]
  const both = await drafted({ photos: [lost, kept] })
  const bare = await photo()
  const alone = await drafted({ photos: [bare] })
  const last = await drafted({ photos: [await photo()] })
  const numberOf = async (id: string): Promise<string> => String((await draftOf(id)).draftNo)
  const desk = await openDesk(app, manager, '/form/eam/device-drafts')
  const gone = new Set([lost, bare])
  desk.answer(({ path }) => ([...gone].some((id) => path.includes(id)) ? new Response('', { status: 404 }) : undefined))
  const page = await found('region', words.title.zh, () => document.body)
  reads = ['产品名称：心电图机', '序列号：RV-6006']
  click(await found('button', /^识别未读的照片/, () => page))
  const said = async (id: string, n: number) => words.gone.zh.replace('{draft}', await numberOf(id)).replace('{n}', String(n))
  for (const text of [await said(both, 1), await said(alone, 1)]) await until(() => shownText(page).includes(text), text)
  for (const id of [both, last]) expect(await draftOf(id)).toMatchObject({ isRead: 1, deviceName: '心电图机' })
  expect((await draftOf(alone)).isRead).not.toBe(1)
})
