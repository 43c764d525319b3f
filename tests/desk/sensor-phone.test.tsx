import { afterEach, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { iotPhone } from '#src/features/iot/phone.tsx'
import { offerParts } from '#src/kit/parts.tsx'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import '#src/app/queue-loaders.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [engineer, keeper] = await Promise.all([app.as('engineer'), app.as('keeper')])
const lab = sensorLab(app, admin)
// Its library requires style sheets, which the harness has to answer first.
const { assetPhone } = await import('#src/features/asset/phone.tsx')
await loadQueueFacts()
offerParts(iotPhone.parts!)

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

const opened = async (who: Client, path = '/sensors/bind'): Promise<PhonePages> => {
  await openDesk(app, who, '/nothing', 'zh')
  phone = await openPhonePages([iotPhone, assetPhone])
  await phone.sync()
  phone.show(path)
  return phone
}
const shows = (of: PhonePages, ...texts: string[]) =>
  until(() => texts.every((text) => shownText(of.box).includes(text)), `${texts} in ${shownText(of.box)}`)
/** Types a code and takes it. */
const scan = async (of: PhonePages, code: string): Promise<void> => {
  type((await until(() => of.box.querySelector<HTMLInputElement>('.ph-scan-entry input'), 'the entry'))!, code)
  click(await until(() => of.box.querySelector<HTMLElement>('.ph-scan-entry button:not([disabled])'), 'the button'))
}
const card = async (id: string): Promise<Row> => (await admin.get<Row>(`${device.path}/detail`, { id })).data
const bound = async (id: string): Promise<unknown> => (await admin.get<Row>('/iot/sensor-config/detail', { id })).data.deviceId
const press = async (of: PhonePages, name: string): Promise<void> => click(await until(() => byRole('button', name, of.box), name))

test('a sensor is bound by two scans, and a bound one moves after it was asked', async () => {
  const [{ id, code }, first, second] = [await lab.sensor(), await card(await lab.device()), await card(await lab.device())]
  const of = await opened(engineer)
  await shows(of, '第 1 步：扫传感器上的编号')
  await scan(of, String(first.deviceCode))
  await shows(of, `这是设备“${first.deviceName}”的标签，请先扫传感器`)
  // This device came after the phone was filled.
  const late = await card(await lab.device())
  await scan(of, `c/${late.qrToken}`)
  await shows(of, `这是设备“${late.deviceName}”的标签，请先扫传感器`)
  await scan(of, code.toLowerCase())
  await shows(of, `传感器 ${code}（用电）`, '未绑定设备', '第 2 步：扫设备标签')
  await scan(of, code)
  await shows(of, '这是同一个传感器，请扫设备标签')
  await scan(of, String(first.deviceCode))
  await shows(of, `传感器 ${code} 已绑定到“${first.deviceName}”`, '第 1 步')
  expect(await bound(id)).toBe(first.id)

  await scan(of, code)
  await shows(of, `现绑定在：${first.deviceName}`)
  await scan(of, String(first.deviceCode))
  await shows(of, `传感器“${code}”已绑定在设备“${first.deviceName}”上，没有改动`)
  await scan(of, String(second.deviceCode))
  await shows(of, `移到“${second.deviceName}”吗？`)
  expect(await bound(id)).toBe(first.id)
  await press(of, '移到这台设备')
  await shows(of, `传感器 ${code} 已从“${first.deviceName}”移到“${second.deviceName}”`)
  expect(await bound(id)).toBe(second.id)
})

test('a sensor that a colleague bound or unbound between the two scans is shown as it is now, and moves only after it was asked', async () => {
  const [{ id, code }, mine, theirs] = [await lab.sensor(), await card(await lab.device()), await card(await lab.device())]
  const of = await opened(engineer)
  await scan(of, code)
  await shows(of, '未绑定设备')
  await lab.bind(id, String(theirs.id))
  await scan(of, String(mine.deviceCode))
  await shows(of, `现绑定在：${theirs.deviceName}`, `移到“${mine.deviceName}”吗？`)
  expect(await bound(id)).toBe(theirs.id)
  await press(of, '移到这台设备')
  await shows(of, `传感器 ${code} 已从“${theirs.deviceName}”移到“${mine.deviceName}”`)
  expect(await bound(id)).toBe(mine.id)

  await scan(of, code)
  await shows(of, `现绑定在：${mine.deviceName}`)
  await scan(of, String(theirs.deviceCode))
  await shows(of, `移到“${theirs.deviceName}”吗？`)
  await lab.must('/iot/sensor-config/unbinding', { id })
  await press(of, '移到这台设备')
  await shows(of, '已从原设备解绑', '未绑定设备')
  expect(await bound(id)).toBeNull()

  // It goes to a device that this person does not see.
  await lab.bind(id, String(mine.id))
  const { client } = await (await peopleLab(app, () => admin)).clerk(['device.list', 'sensorConfig.list', 'sensorConfig.bind'], 'dept')
  phone?.close()
  const near = await opened(client)
  await scan(near, code)
  await shows(near, `现绑定在：${mine.deviceName}`)
  await scan(near, String(theirs.deviceCode))
  await shows(near, `移到“${theirs.deviceName}”吗？`)
  const body = { id, deviceId: await lab.device({ useDeptId: home.depts.medicine }), fromId: mine.id }
  await lab.must('/iot/sensor-config/provision', body)
  await press(near, '移到这台设备')
  await shows(near, `传感器“${code}”已登记，但不在您的范围内`, '第 1 步')
  expect(await bound(id)).toBe(body.deviceId)
})

test('an unknown sensor is made from its model and bound; a missing device keeps none', async () => {
  const { id: model } = await lab.must('/iot/sensor-model/submit', { modelName: '冷链探头', sensorKind: 'climate' })
  const [to, lost] = [await card(await lab.device()), await card(await lab.device())]
  await app.sql("update device set eam_status = 'missing' where id = $1", [lost.id])
  const of = await opened(engineer, '/sensors/bind?code=TH-90001')
  await shows(of, '本院没有编号为“TH-90001”的传感器')
  await press(of, '登记传感器')
  await press(of, '冷链探头 · 温湿度')
  click(await until(() => byRole('button', '登记传感器', byRole('dialog', undefined, of.box)!), 'the form'))
  await shows(of, '传感器 TH-90001（温湿度）', '第 2 步')
  await scan(of, String(lost.deviceCode))
  await shows(of, `设备“${lost.deviceName}”已盘亏，不能绑定传感器`)
  await scan(of, String(to.deviceCode))
  await shows(of, `传感器 TH-90001 已绑定到“${to.deviceName}”`)
  const [made] = (await admin.get<Page>('/iot/sensor-config/page', { keyword: 'TH-90001' })).data.records
  expect(made).toMatchObject({ sensorCode: 'TH-90001', sensorKind: 'climate', modelId: model, deviceId: to.id })
})

test('without a network binding says that it needs one', async () => {
  const of = await opened(engineer)
  await shows(of, '第 1 步')
  of.setOnline(false)
  await shows(of, '绑定传感器需要联网')
})

test('a card shows its sensors with their last reading and where the device is; who may bind unbinds there', async () => {
  const [thermometer, beacon] = [await lab.sensor({ sensorKind: 'climate' }), await lab.sensor({ sensorKind: 'position' })]
  const [deviceId, { secret }] = [await lab.device(), await lab.credential()]
  for (const { id } of [thermometer, beacon]) await lab.bind(id, deviceId)
  await app.sql("update sensor_binding set bound_at = now() - interval '1 hour' where device_id = $1", [deviceId])
  const ts = new Date(Date.now() - 60_000).toISOString()
  await lab.send(secret, [
    { sensorCode: thermometer.code, ts, temperature: 4.5, humidity: 60 },
    { sensorCode: beacon.code, ts, lat: 31.2001, lng: 121.4002 },
  ])
  const seen = await opened(keeper, `/device/${deviceId}`)
  await shows(seen, thermometer.code, '温度 4.5 °C', '湿度 60 %', '现在位置 31.2001, 121.4002')
  expect(byRole('button', '解绑', seen.box)).toBeUndefined()
  seen.close()

  const of = await opened(engineer, `/device/${deviceId}`)
  await shows(of, thermometer.code)
  const row = [...of.box.querySelectorAll('li')].find((one) => one.textContent?.includes(thermometer.code))!
  click(byRole('button', '解绑', row)!)
  const sheet = await until(() => byRole('dialog', undefined, of.box), 'the sheet')
  click(byRole('button', `解绑 ${thermometer.code}`, sheet)!)
  await until(() => ![...of.box.querySelectorAll('li')].some((one) => one.textContent?.includes(thermometer.code)), 'unbound')
  expect(await bound(thermometer.id)).toBeNull()
})
