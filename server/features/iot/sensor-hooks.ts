import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'

hook(sensorConfig, {
  async beforeChange(_context, _tx, { row, draft }) {
    const isOther =
      (draft.sensorCode !== undefined && draft.sensorCode !== row.sensor_code) ||
      (draft.sensorKind !== undefined && draft.sensorKind !== row.sensor_kind)
    if (row.bind_state === 'bound' && isOther)
      throw new Refusal('rule', {
        zh: `传感器“${row.sensor_code}”已绑定设备，编号和类型不能修改，请先解除绑定`,
        en: `Sensor “${row.sensor_code}” is bound to a device. Unbind it before you change its code or type`,
      })
    return undefined
  },
})
