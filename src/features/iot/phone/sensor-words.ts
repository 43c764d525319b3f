/** Words of the phone's sensor pages; they load with the pages. */
export const sensorWords = {
  bind: { zh: '扫码绑定传感器', en: 'Bind a sensor by scanning' },
  isSensor: { zh: '这是传感器', en: 'This is a sensor' },
  scanSensor: { zh: '第 1 步：扫传感器上的编号', en: 'Step 1: scan the code of the sensor' },
  scanDevice: { zh: '第 2 步：扫设备标签', en: 'Step 2: scan the label of the device' },
  offline: { zh: '绑定传感器需要联网', en: 'Binding a sensor needs a network' },
  offlineHelp: {
    zh: '传感器名单不保存在本机；有信号后再扫。已绑定的不受影响。',
    en: 'Sensors are not kept on this phone. Scan again with a signal. Bound sensors are not affected.',
  },
  chosen: { zh: '传感器 {code}（{kind}）', en: 'Sensor {code} ({kind})' },
  free: { zh: '未绑定设备', en: 'On no device' },
  on: { zh: '现绑定在：{device}', en: 'Now on: {device}' },
  other: { zh: '换一个传感器', en: 'Another sensor' },
  again: { zh: '这是同一个传感器，请扫设备标签', en: 'This is the same sensor. Scan the label of the device' },
  deviceFirst: { zh: '这是设备“{device}”的标签，请先扫传感器', en: 'This is the label of “{device}”. Scan the sensor first' },
  hidden: {
    zh: '传感器“{code}”已登记，但不在您的范围内，请联系设备科',
    en: 'Sensor “{code}” is registered but outside your scope. Ask the equipment department',
  },
  unknown: { zh: '本院没有编号为“{code}”的传感器', en: 'No sensor here has the code “{code}”' },
  askOffice: { zh: '请设备科先登记这个传感器', en: 'Ask the equipment department to register it first' },
  register: { zh: '登记传感器', en: 'Register sensor' },
  done: { zh: '传感器 {code} 已绑定到“{device}”', en: 'Sensor {code} is now on “{device}”' },
  moved: { zh: '传感器 {code} 已从“{from}”移到“{device}”', en: 'Sensor {code} has moved from “{from}” to “{device}”' },
  move: { zh: '移到这台设备', en: 'Move to this device' },
  moveAsk: {
    zh: '传感器 {code} 现绑定在“{from}”。移到“{device}”吗？原设备从现在起没有它的读数，历史保留。',
    en: 'Sensor {code} is on “{from}”. Move it to “{device}”? From now on the former device has no readings of it; its history stays.',
  },
  noReading: { zh: '绑定后暂无读数', en: 'No reading since it was bound' },
  position: { zh: '现在位置', en: 'Where it is now' },
  open: { zh: '打开设备卡', en: 'Open device card' },
} as const

/** A sentence with its values. */
export const said = (sentence: string, values: Readonly<Record<string, string | null | undefined>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '—')
