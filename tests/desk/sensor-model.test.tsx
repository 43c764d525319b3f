import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, bySelector, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'
import { sensorLab } from '#tests/harness/sensors.ts'

const app = await appForFile()

test('the record of a model says what it reads in a message of the maker, or why it would not be stored', async () => {
  const admin = await app.as('administrator')
  const metrics = [{ quantity: 'power', jsonPath: 'd.kw', unit: 'kW', factor: 1000 }]
  const model = await sensorLab(app, admin).must('/iot/sensor-model/submit', {
    modelName: '试读电表',
    sensorKind: 'power',
    timePath: 'd.at',
    metrics,
  })
  await openDesk(app, admin, `/iot/sensor-model?open=${model.id}`)
  const part = await until(() => byRole('region', '试读报文'), 'the trial')
  const send = async (message: string, said: string): Promise<string> => {
    type(bySelector('textarea', undefined, part)!, message)
    click(byRole('button', '试读报文', part)!)
    return shownText(await until(() => (shownText(part).includes(said) ? part : undefined), said))
  }
  expect(await send(JSON.stringify({ d: { at: Date.now(), kw: 1.5 } }), '可读取')).toContain('1500 W')
  expect(await send(JSON.stringify({ d: { at: Date.now(), kw: -1 } }), '不会入库')).toContain('数值无效')
})

test('a new credential is shown with the user name and the topic that MQTT asks for', async () => {
  const admin = await app.as('administrator')
  const desk = await openDesk(app, admin, '/iot/sensor-credential')
  click(await desk.find('button', '签发传感器凭证'))
  const dialog = await until(() => byRole('dialog', '签发传感器凭证'), 'the question')
  type(bySelector('input', undefined, dialog)!, '病区网关')
  click(byRole('button', /确\s*定|签发传感器凭证/, dialog)!)
  const shown = await until(() => byRole('dialog', '传感器凭证'), 'the secret')
  expect(shownText(shown)).toContain(`MQTT 用户名 ${home.tenant}`)
  expect(shownText(shown)).toContain(`eam/${home.tenant}/<传感器编号>/telemetry`)
  expect(shownText(shown)).toContain(`${home.tenant}.`)
})
