import type { PlateField } from './plate-types.ts'

/** What a label on a plate announces; `other`: a value that is no fact of a device card, such as an address or a licence. */
export type Announced = PlateField | 'other'

/** What makers print before values, in regular expressions in which a blank stands for any blanks or none. Longer ones of all fields are tried first. */
const labels: Readonly<Record<Announced, readonly string[]>> = {
  name: ['产品名称', '设备名称', '仪器名称', '器械名称', '品名', '名称', 'product name', 'device name', 'product', 'description'],
  model: [
    '产品型号',
    '设备型号',
    '型号 ?/ ?规格',
    '规格 ?/ ?型号',
    '规格型号',
    '型号规格',
    '型号',
    '机型',
    'model no\\.?',
    'model number',
    'model name',
    'model ?/ ?type',
    'type ?/ ?model',
    'model',
    'mod\\.?',
    'ref\\.? no\\.?',
    'ref\\.?',
    'type',
  ],
  serial: [
    '产品编号',
    '产品序列号',
    '出厂编号',
    '出厂序号',
    '设备编号',
    '机身编号',
    '机身号',
    '机器编号',
    '整机编号',
    '制造编号',
    '生产编号',
    '序列号',
    '编号',
    '机号',
    'serial n[o0º°]\\.?',
    'serial number',
    'serial nr\\.?',
    'serial',
    'ser\\. ?n[o0]\\.?',
    's ?/ ?n[o0]?\\.?',
    's\\.n\\.?',
    'sn',
    'fab\\.? ?nr\\.?',
  ],
  maker: [
    '注册人 ?/ ?生产企业(?:名称)?',
    '注册人 ?/ ?生产厂家',
    '注册人名称',
    '注册人',
    '备案人(?:名称)?',
    '生产企业名称',
    '生产企业',
    '生产厂家',
    '生产厂商',
    '生产商',
    '生产单位',
    '制造商名称',
    '制造商',
    '制造厂家',
    '制造厂商',
    '制造企业',
    '厂家',
    'manufactured by',
    'manufacturer',
    'mfd\\.? by',
    'made by',
    'mfr\\.?',
  ],
  registration: [
    '医疗器械注册证编号',
    '医疗器械注册证书编号',
    '医疗器械注册证号',
    '医疗器械备案凭证编号',
    '医疗器械备案号',
    '产品注册证编号',
    '产品注册证号',
    '产品注册号',
    '注册证编号',
    '注册证书编号',
    '注册证书号',
    '注册证号',
    '注册号',
    '备案凭证编号',
    '备案编号',
    '备案号',
    'registration certificate no\\.?',
    'registration number',
    'registration no\\.?',
    'reg\\.? ?no\\.?',
    'cert(?:ificate)?\\.? ?no\\.?',
  ],
  made: [
    '生产日期',
    '制造日期',
    '出厂日期',
    '生产时间',
    '出厂时间',
    '制造年月',
    '生产年月',
    '出厂年月',
    'date of manufacture',
    'manufacturing date',
    'manufacture date',
    'manufactured on',
    'manufactured',
    'production date',
    'mfg\\.? ?date',
    'mfg\\.?',
    'mfd\\.?',
    'dom',
    'date',
  ],
  power: [
    '额定输入功率',
    '额定功率',
    '输入功率',
    '消耗功率',
    '最大功率',
    '整机功率',
    '功率消耗',
    '功耗',
    '功率',
    'rated input power',
    'rated power',
    'input power',
    'power consumption',
    'power input',
    'max\\.? ?power',
    'power rating',
    'power',
  ],
  udiDi: ['udi-di', 'udi', 'gtin'],
  udiPi: ['udi-pi'],
  other: [
    '医疗器械生产许可证编号',
    '生产许可证编号',
    '生产许可证号',
    '生产许可证',
    '许可证编号',
    '许可证号',
    '生产备案凭证编号',
    '产品技术要求编号',
    '产品技术要求',
    '产品标准编号',
    '产品标准号',
    '执行标准',
    '技术要求编号',
    '代理人名称',
    '代理人',
    '代理商',
    '总代理',
    '进口商',
    '经销商',
    '受托生产企业',
    '受托企业',
    '售后服务单位',
    '售后服务',
    '服务热线',
    '联系电话',
    '联系方式',
    '电话',
    '传真',
    '邮编',
    '网址',
    '注册人住所',
    '注册地址',
    '生产地址',
    '注册人地址',
    '住所',
    '地址',
    '产地',
    '使用期限',
    '使用年限',
    '有效期至?',
    '失效日期',
    '批号',
    '生产批号',
    '额定电压',
    '输入电压',
    '工作电压',
    '电源电压',
    '额定频率',
    '电源频率',
    '电源',
    '电压',
    '频率',
    '电流',
    '输入',
    '输出',
    '熔断器',
    '保险丝',
    '净重',
    '重量',
    '防护等级',
    '分类',
    '运行模式',
    '软件版本',
    '品牌',
    'authori[sz]ed representative',
    'ec rep',
    'eu rep',
    'importer',
    'distributor',
    'address',
    'add\\.',
    'tel\\.?',
    'fax',
    'web(?:site)?',
    'e-?mail',
    'rated voltage',
    'voltage',
    'frequency',
    'current',
    'input',
    'output',
    'fuses?',
    'weight',
    'net weight',
    'lot',
    'batch',
    'expiry date',
    'exp\\.? ?date',
    'use by',
    'software version',
    'version',
    'made in',
    'class',
  ],
}

/** Labels that also stand before other facts: another one of the same field is preferred. */
const weak: ReadonlySet<string> = new Set([
  '名称',
  'product',
  'description',
  'mod\\.?',
  'ref\\.? no\\.?',
  'ref\\.?',
  'type',
  '编号',
  '机号',
  '厂家',
  'mfr\\.?',
  'date',
  'mfg\\.?',
  'mfd\\.?',
  'dom',
  'power',
])

interface Label {
  readonly announces: Announced
  readonly text: RegExp
  readonly isWeak: boolean
}

const patterned = (label: string): string => label.replaceAll(' ?', ' *').replaceAll(/ (?!\*)/g, ' *')
const isLatin = (label: string): boolean => /^[a-z]/.test(label)
// Blanks between Chinese characters fill up a column: 型　号.
const spread = (label: string): string => label.replaceAll(/(?<=\p{sc=Han})(?=\p{sc=Han})/gu, ' *')

const all: readonly Label[] = Object.entries(labels)
  .flatMap(([announces, texts]) => texts.map((text) => ({ announces: announces as Announced, label: text })))
  .sort((a, b) => b.label.length - a.label.length)
  .map(({ announces, label }) => ({
    announces,
    isWeak: weak.has(label),
    // A Latin label ends where its word ends, so that MODELA7, SNOW and SN-200 are none.
    text: new RegExp(isLatin(label) ? `${patterned(label)}(?![a-z]|[-_][a-z\\d])` : spread(patterned(label)), 'iuy'),
  }))

const separator = /[\s:：/|,;=()（）\-–—_.·]*/uy

/** Number of signs and blanks between a label and its value at a position. */
export function signsAt(text: string, at: number): number {
  separator.lastIndex = at
  return separator.exec(text)?.[0].length ?? 0
}

/** The label that begins at a position of a text. */
function labelAt(text: string, at: number): { announces: Announced; isWeak: boolean; end: number } | undefined {
  for (const label of all) {
    label.text.lastIndex = at
    const found = label.text.exec(text)
    if (found) return { announces: label.announces, isWeak: label.isWeak, end: at + found[0].length }
  }
  return undefined
}

/** A label in a line and where the text after it lies. */
export interface Segment {
  /** Absent: text before any label. */
  readonly announces?: Announced
  /** Whether a colon or two blanks follow, as no word in a value has. */
  readonly isMarked: boolean
  readonly isWeak: boolean
  readonly start: number
  readonly from: number
  readonly to: number
}

/** Short labels are words of values too: they count at the start of a line, after a clear gap or with a colon; long ones and serial numbers after any blank. */
function isFirm(text: string, at: number, { announces, end }: { announces: Announced; end: number }): boolean {
  const before = text.slice(0, at)
  if (/^[\s\p{P}]*$/u.test(before) || /(?: {2}|[|;；,，)）\]】]\s*)$/u.test(before)) return true
  const isHan = /^\p{sc=Han}/u.test(text.slice(at))
  const isApart = /\s$/.test(before)
  if (/^\s*[:：]/u.test(text.slice(end))) return isHan || isApart
  return isHan ? end - at >= (isApart ? 2 : 4) : isApart && announces === 'serial'
}

/** Splits a line at its labels. Labels of one field in two languages that follow each other count as one. */
export function segmentsOf(text: string): Segment[] {
  const found: { announces: Announced; isWeak: boolean; start: number; from: number; isMarked: boolean }[] = []
  for (let at = signsAt(text, 0); at < text.length; at++) {
    const label = labelAt(text, at)
    const last = found.at(-1)
    if (!label) continue
    // After a colon comes the value, which may begin as a label does.
    const follows =
      last !== undefined &&
      !last.isMarked &&
      last.announces === label.announces &&
      last.from === at &&
      /^[\s:：=]/u.test(text.slice(label.end))
    if (!follows && !isFirm(text, at, label)) continue
    const from = label.end + signsAt(text, label.end)
    const isMarked = /[:：=]/u.test(text.slice(label.end, from))
    if (follows) found[found.length - 1] = { ...last, from, isMarked: isMarked || last.isMarked, isWeak: label.isWeak && last.isWeak }
    else found.push({ announces: label.announces, isWeak: label.isWeak, start: at, from, isMarked })
    at = from - 1
  }
  const first = found[0]?.start ?? text.length
  return [
    ...(text.slice(0, first).trim() ? [{ isMarked: false, isWeak: false, start: 0, from: 0, to: first }] : []),
    ...found.map((one, index) => ({ ...one, to: found[index + 1]?.start ?? text.length })),
  ]
}
