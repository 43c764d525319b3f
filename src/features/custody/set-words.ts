import type { Words } from '#contract/kit/words.ts'

const devices = (n: number): string => (n === 1 ? '1 device' : `${n} devices`)

/** Words of sets in applications and loans. */
export const setWords = {
  bySet: { zh: '按套组选择', en: 'Choose by set' },
  search: { zh: '套组名称、编号，或扫描套组标签', en: 'Name or number of a set, or scan its label' },
  understood: { zh: '知道了', en: 'Got it' },
  noneUsable: (name: string): Words => ({ zh: `套组“${name}”没有可用的设备`, en: `No device of “${name}” can be used` }),
  incomplete: (name: string, ready: number, missing: number): Words => ({
    zh: `套组“${name}”不齐全：${ready} 台可用，缺 ${missing} 台`,
    en: `“${name}” is incomplete: ${devices(ready)} ready, ${missing} missing`,
  }),
  takeRest: (n: number): Words => ({ zh: `仍选其余 ${n} 台`, en: `Take the other ${devices(n)}` }),
  takeNone: { zh: '不选', en: 'Take none' },
  already: (n: number): Words => ({ zh: `${n} 台已在申请中，未重复加入`, en: `${devices(n)} left out: already in the application` }),
  takeBack: { zh: '按套组收回', en: 'Take back a set' },
  onLoan: (n: number): Words => ({ zh: `套组有 ${n} 台借出`, en: `Set devices on loan: ${n}` }),
  tick: { zh: '勾选已收到的设备，未勾选的仍为借出', en: 'Tick the devices that came back. The others stay on loan' },
  tickAll: (n: number): Words => ({ zh: `以上 ${n} 台都已收到`, en: `All ${n} above came back` }),
  stillMissing: { zh: '仍缺', en: 'Still missing' },
  returned: (n: number): Words => ({ zh: `已收回 ${n} 台`, en: `${devices(n)} taken back` }),
  setOf: (ready: number): Words => ({ zh: `套组，${ready} 台可用`, en: `Set, ${devices(ready)} ready` }),
  lacks: (missing: number): Words => ({ zh: `缺 ${missing} 台`, en: `${missing} missing` }),
  complete: { zh: '套组已齐全', en: 'The set is complete' },
} as const
