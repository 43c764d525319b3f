import type { Words } from '#contract/kit/words.ts'

const devices = (n: number): string => (n === 1 ? '1 device' : `${n} devices`)

/** Words of counting a set by its label. */
export const countBySet = {
  title: { zh: '按套组盘点', en: 'Count by set' },
  choose: { zh: '选择套组', en: 'Choose a set' },
  devices: { zh: '套内设备', en: 'Devices in the set' },
  hint: { zh: '逐台确认后勾选，未勾选的不计入', en: 'Tick each device that you see. The others are not counted' },
  all: (n: number): Words => ({ zh: `以上 ${n} 台都看到了`, en: n === 1 ? 'I see the device above' : `I see all ${n} devices above` }),
  count: (n: number): Words => ({ zh: `盘点已勾选的 ${n} 台`, en: `Count ${devices(n)}` }),
  counted: (n: number): Words => ({ zh: `已盘点 ${n} 台`, en: `${devices(n)} counted` }),
  blind: { zh: '盲盘不显示账面，请逐台扫描设备标签', en: 'A blind check hides the book. Scan the label of each device' },
  notInCheck: { zh: '不在本次盘点范围', en: 'Not part of this check' },
  none: { zh: '套组中没有待盘点的设备', en: 'No device of the set is left to count' },
} as const
