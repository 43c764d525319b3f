import { describe, expect, test } from 'vitest'
import { user } from '#contract/entities/identity/user.ts'
import { location } from '#contract/entities/place/location.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { factsOf, picture, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
const saved = async (client: Client, path: string, draft: object): Promise<string> => {
  const { data, success, msg } = await client.post(path, draft)
  expect(success, msg).toBe(true)
  return data.id
}
const options = async (client: Client, path: string, query: Record<string, string>): Promise<Row[]> =>
  (await client.get<Row[]>(path, query)).data

describe('what an option says beside its name', () => {
  test('a device: model, number, department, place, state and its newest photo', async () => {
    const locationId = await saved(admin, '/eam/plc/location/submit', {
      locationName: '东院区',
      level: 'courtyard',
      deptId: home.depts.bones,
    })
    const card = { deviceName: '同名呼吸机', useDeptId: home.depts.bones }
    const one = await saved(admin, '/eam/device/submit', { ...card, deviceModel: 'SV800', locationId })
    const two = await saved(admin, '/eam/device/submit', card)
    const photos: string[] = []
    for (const name of ['旧.jpg', '新.jpg']) {
      const bytes = picture()
      const file = upload(bytes, { facts: factsOf(bytes, name) })
      expect((await send(app, admin, file)).status).toBe(200)
      await saved(admin, '/eam/device/attach/submit', { deviceId: one, attachType: 'photo', attachName: name, files: [file.id] })
      photos.push(file.id)
    }
    const found = await options(admin, '/eam/device/select-list', { keyword: '同名呼吸机', ascs: 'deviceCode' })
    const said = (id: string) => found.find((option) => option.id === id)
    expect(said(one)).toEqual({
      id: one,
      name: '同名呼吸机',
      about: ['SV800', expect.stringMatching(/^ZC-/), '骨科', '东院区', '待确认'].map((text, at) => (at === 4 ? expect.any(String) : text)),
      photo: photos[1],
    })
    expect(said(two)).toMatchObject({ about: [expect.stringMatching(/^ZC-/), '骨科', expect.any(String)], photo: null })
    const toApply = await options(admin, '/eam/deviceapply/devices', { keyword: '同名呼吸机' })
    for (const option of toApply) expect(option.about).toEqual((said(option.id) as Row).about)
    const english = await admin.get<Row[]>('/eam/device/select-list', { ids: one }, { 'accept-language': 'en' })
    expect((english.data[0]!.about as string[])[4]).not.toBe((said(one)!.about as string[])[4])
    // Who may not see documents gets no photo.
    const { client } = await lab.clerk(['device.list'])
    expect(await options(client, '/eam/device/select-list', { ids: one })).toMatchObject([{ name: '同名呼吸机', photo: null }])
    expect(await options(await app.as('administrator', other), '/eam/device/select-list', { ids: one })).toEqual([])
  })

  test('a field that the hospital hides is not said', async () => {
    const id = await saved(admin, '/eam/device/submit', { deviceName: '隐型泵', deviceModel: 'HX-1', useDeptId: home.depts.bones })
    const show = (isShow: 0 | 1) =>
      admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'deviceModel', isShow }] })
    const about = async () => (await options(admin, '/eam/device/select-list', { ids: id }))[0]!.about
    expect(await about()).toContain('HX-1')
    expect(await show(0)).toMatchObject({ success: true })
    expect(await about()).toEqual([expect.stringMatching(/^ZC-/), '骨科', expect.any(String)])
    expect(await show(1)).toMatchObject({ success: true })
  })

  test('a person: department and role', async () => {
    const { id } = await lab.add('keeper', { realName: '张伟' })
    const [option] = await options(admin, urlsOf(user, 'select')[0]!, { ids: id })
    expect(option).toMatchObject({ name: '张伟', about: ['骨科', '科室资产管理员'] })
  })

  test('a supplier: kind and code', async () => {
    const id = await saved(admin, urlsOf(supplier, 'submit')[0]!, { supplierName: '同名商', supplierKind: 'dealer', supplierCode: 'GYS-9' })
    const [option] = await options(admin, urlsOf(supplier, 'select')[0]!, { ids: id })
    expect(option!.about).toEqual([expect.any(String), 'GYS-9'])
  })
})

describe('pinyin', () => {
  test.each(['hxj', 'HXJ', 'ｈｘｊ', 'huxiji', 'xiji', '同名呼吸机'])(
    '“%s” finds a device by its name in list and picker',
    async (keyword) => {
      const id = await saved(admin, '/eam/device/submit', { deviceName: '同名呼吸机', useDeptId: home.depts.bones })
      const listed = (await admin.get<Page<Row>>('/eam/device/list', { keyword, size: '200' })).data.records
      expect(listed.map((row) => row.id)).toContain(id)
      expect((await options(admin, '/eam/device/select-list', { keyword })).map((row) => row.name)).toContain('同名呼吸机')
      expect(listed.every((row) => String(row.deviceName).includes('呼吸机'))).toBe(true)
    },
  )

  test('people, places and suppliers too', async () => {
    await lab.add('keeper', { realName: '欧阳静' })
    await saved(admin, '/eam/plc/location/submit', { locationName: '供应室', level: 'courtyard' })
    await saved(admin, urlsOf(supplier, 'submit')[0]!, { supplierName: '江城医疗器械有限公司', supplierKind: 'dealer' })
    for (const [path, keyword, name] of [
      [urlsOf(user, 'select')[0]!, 'oyj', '欧阳静'],
      [urlsOf(location, 'select')[0]!, 'gongyingshi', '供应室'],
      [urlsOf(supplier, 'select')[0]!, 'jcylqx', '江城医疗器械有限公司'],
    ])
      expect((await options(admin, path!, { keyword: keyword! })).map((row) => row.name)).toContain(name)
  })

  test('another hospital finds nothing of it', async () => {
    const id = await saved(admin, '/eam/plc/location/submit', { locationName: '麻醉准备间', level: 'courtyard' })
    expect((await options(admin, urlsOf(location, 'select')[0]!, { keyword: 'mzzbj' })).map((row) => row.id)).toEqual([id])
    expect(await options(await app.as('administrator', other), urlsOf(location, 'select')[0]!, { keyword: 'mzzbj' })).toEqual([])
  })
})
