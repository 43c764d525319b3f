import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, bySelector, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
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
  const part = await until(() => byRole('region', '试读消息'), 'the trial')
  const send = async (message: string, said: string): Promise<string> => {
    type(bySelector('textarea', undefined, part)!, message)
    click(byRole('button', '试读消息', part)!)
    return shownText(await until(() => (shownText(part).includes(said) ? part : undefined), said))
  }
  expect(await send(JSON.stringify({ d: { at: Date.now(), kw: 1.5 } }), '可读取')).toContain('1500 W')
  expect(await send(JSON.stringify({ d: { at: Date.now(), kw: -1 } }), '不会入库')).toContain('数值无效')
})
