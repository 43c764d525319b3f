import type { LabelKind } from '../entities/label/label-lines.ts'
import type { Words } from '../kit/words.ts'

/** The design of a label: lengths in mm, font sizes in pt. `lines`: names of fields, the first is the title. */
export interface LabelDesign {
  readonly sheet: 'single' | 'a4'
  readonly widthMm: number
  readonly heightMm: number
  readonly padding: number
  readonly sheetColumns: number
  readonly sheetRows: number
  readonly marginTop: number
  readonly marginLeft: number
  readonly gapX: number
  readonly gapY: number
  readonly lines: readonly string[]
  readonly titleSize: number
  readonly titleLines: number
  readonly textSize: number
  readonly withCaptions: boolean
  readonly withHospital: boolean
  readonly qrPlace: 'left' | 'right'
  /** Side of the QR code with its margin; 0: none. */
  readonly qrSize: number
  /** The QR code contains only the short code, without the address. */
  readonly isShort?: boolean
  /** The field in a Code 128 at the bottom, and the height of its bars in mm. */
  readonly barcode?: string
  readonly barcodeHeight?: number
  /** Side of the GS1 DataMatrix with its margin in mm. */
  readonly udiSize?: number
  /** Id of a stored picture, its height in mm, and its aspect ratio (width / height). */
  readonly logo?: { readonly id: string; readonly height: number; readonly ratio: number }
}

/** The values of a template by wire name, as in a draft. */
export type TemplateValues = Readonly<Record<string, unknown>>

const usual = {
  sheet: 'single',
  padding: 1.5,
  sheetColumns: 1,
  sheetRows: 1,
  marginTop: 0,
  marginLeft: 0,
  gapX: 0,
  gapY: 0,
  titleSize: 9,
  titleLines: 2,
  textSize: 7,
  withCaptions: 1,
  withHospital: 1,
  qrPlace: 'left',
  qrContent: 'address',
  logoHeight: 5,
  deviceLines: ['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'sn', 'enableDate'],
  roomLines: ['locationName', 'fullName', 'dept'],
  setLines: ['setName', 'setNo', 'dept', 'location'],
} as const

const single = (widthMm: number, heightMm: number, more: TemplateValues): Words & { readonly values: TemplateValues } => ({
  zh: `${widthMm}×${heightMm} 毫米 单张`,
  en: `${widthMm} × ${heightMm} mm, single`,
  values: { ...usual, widthMm, heightMm, ...more },
})
const a4 = (sheetColumns: number, sheetRows: number, widthMm: number, heightMm: number, more: TemplateValues) => ({
  zh: `A4 ${sheetColumns}×${sheetRows}（${widthMm}×${heightMm} 毫米）`,
  en: `A4 ${sheetColumns} × ${sheetRows} (${widthMm} × ${heightMm} mm)`,
  values: { ...usual, sheet: 'a4', sheetColumns, sheetRows, widthMm, heightMm, ...more },
})

const few = {
  deviceLines: ['deviceName', 'deviceCode', 'deviceModel', 'useDept'],
  roomLines: ['locationName', 'dept'],
  setLines: ['setName', 'setNo', 'dept'],
}

/** Presets that every hospital has without a row; the key is the code of the preset. */
export const labelPresets = {
  '60x40': single(60, 40, { qrSize: 26, titleSize: 11, textSize: 7.5 }),
  '70x50': single(70, 50, { qrSize: 30, titleSize: 13, titleLines: 3, textSize: 8.5, padding: 2 }),
  '100x50': single(100, 50, { qrSize: 34, titleSize: 15, titleLines: 3, textSize: 10, padding: 2.5, logoHeight: 7 }),
  '70x50-codes': {
    ...single(70, 50, { qrSize: 24, titleSize: 11, textSize: 7.5, barcode: 'deviceCode', barcodeHeight: 8, withUdi: 1, udiSize: 13 }),
    zh: '70×50 毫米 单张（条码和 UDI 码）',
    en: '70 × 50 mm, single, with barcode and UDI code',
  },
  '50x30': single(50, 30, { ...few, qrSize: 19, titleSize: 8.5, textSize: 6.5 }),
  '40x30': single(40, 30, { ...few, qrSize: 16, titleSize: 7.5, textSize: 6, padding: 1, withCaptions: 0 }),
  'a4-3x8': a4(3, 8, 70, 37, { qrSize: 22, marginTop: 0.5, padding: 3, titleSize: 9.5, textSize: 7 }),
  'a4-2x7': a4(2, 7, 99.1, 38.1, { qrSize: 26, marginTop: 15.15, marginLeft: 4.65, gapX: 2.5, padding: 2.5, titleSize: 11, textSize: 8 }),
  'a4-3x7': a4(3, 7, 63.5, 38.1, { qrSize: 22, marginTop: 15.15, marginLeft: 7.25, gapX: 2.5, padding: 2, titleSize: 9.5, textSize: 7 }),
  'a4-4x10': a4(4, 10, 52.5, 29.7, { ...few, qrSize: 17, padding: 2.5, titleSize: 8, textSize: 6 }),
} as const
export type LabelPreset = keyof typeof labelPresets

/** Whether a text is the code of a preset. */
export const isPreset = (code: string): code is LabelPreset => Object.hasOwn(labelPresets, code)

const count = (value: unknown, otherwise: number): number =>
  value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? otherwise : Number(value)

/** The field of a template that holds the lines of a kind. */
const linesIn = { device: 'deviceLines', room: 'roomLines', set: 'setLines' } as const

/** The design from the values of a template, draft or preset; empty values get defaults. */
export function designOf(values: TemplateValues, kind: LabelKind): LabelDesign {
  const lines = values[linesIn[kind]] as readonly string[] | null | undefined
  const [logo] = (values.logo as readonly string[] | null | undefined) ?? []
  return {
    sheet: values.sheet === 'a4' ? 'a4' : 'single',
    widthMm: count(values.widthMm, 60),
    heightMm: count(values.heightMm, 40),
    padding: count(values.padding, usual.padding),
    sheetColumns: count(values.sheetColumns, 1),
    sheetRows: count(values.sheetRows, 1),
    marginTop: count(values.marginTop, 0),
    marginLeft: count(values.marginLeft, 0),
    gapX: count(values.gapX, 0),
    gapY: count(values.gapY, 0),
    lines: lines && lines.length > 0 ? lines : usual[linesIn[kind]],
    titleSize: count(values.titleSize, usual.titleSize),
    titleLines: count(values.titleLines, usual.titleLines),
    textSize: count(values.textSize, usual.textSize),
    withCaptions: Number(values.withCaptions) === 1,
    withHospital: Number(values.withHospital) === 1,
    qrPlace: values.qrPlace === 'right' ? 'right' : 'left',
    qrSize: values.qrContent === 'none' ? 0 : count(values.qrSize, 20),
    ...(values.qrContent === 'short' ? { isShort: true } : {}),
    ...(kind === 'device' && values.barcode ? { barcode: String(values.barcode), barcodeHeight: count(values.barcodeHeight, 8) } : {}),
    ...(kind === 'device' && Number(values.withUdi) === 1 ? { udiSize: count(values.udiSize, 12) } : {}),
    ...(logo ? { logo: { id: logo, height: count(values.logoHeight, usual.logoHeight), ratio: count(values.logoRatio, 1) } } : {}),
  }
}
