import type { ItemKind } from '#contract/entities/checklist/items.ts'
import type { Words } from '#contract/kit/words.ts'

/** An item of a ready template in both languages. */
export interface ReadyItem {
  readonly section: Words
  readonly text: Words
  readonly kind: ItemKind
  readonly unit?: string
  readonly lower?: number
  readonly upper?: number
  readonly isRequired: boolean
}

export interface ReadyTemplate extends Words {
  readonly key: string
  readonly useKind: 'inspection' | 'maintenance' | 'quality'
  readonly items: readonly ReadyItem[]
}

type Asked = Omit<ReadyItem, 'section'>

/** A required yes-or-no item; “no” is abnormal. */
export const yes = (zh: string, en: string): Asked => ({ text: { zh, en }, kind: 'yesNo', isRequired: true })

/** A required number with its unit and limits. */
export const number = (zh: string, en: string, unit: string, lower?: number, upper?: number): Asked => ({
  ...{ text: { zh, en }, kind: 'number', unit, isRequired: true },
  ...(lower === undefined ? {} : { lower }),
  ...(upper === undefined ? {} : { upper }),
})

/** Items under one heading. */
export const section = (zh: string, en: string, ...items: readonly Asked[]): ReadyItem[] =>
  items.map((item) => ({ section: { zh, en }, ...item }))

/** What every check begins with. */
export const appearance: readonly ReadyItem[] = section(
  '外观',
  'Appearance',
  yes('外壳完整、清洁，无破损', 'Housing is complete, clean and undamaged'),
  yes('标签和铭牌清晰', 'Labels and nameplate are legible'),
  yes('电源线和插头完好', 'Power cord and plug are intact'),
)

/** The electrical safety of a device with mains supply and protective earth. */
export const electricalSafety: readonly ReadyItem[] = section(
  '电气安全',
  'Electrical safety',
  number('保护接地电阻', 'Protective earth resistance', 'Ω', undefined, 0.3),
  number('外壳漏电流', 'Enclosure leakage current', 'µA', undefined, 500),
)

/** The same with parts applied to the patient. */
export const patientSafety: readonly ReadyItem[] = [
  ...electricalSafety,
  ...section('电气安全', 'Electrical safety', number('患者漏电流', 'Patient leakage current', 'µA', undefined, 100)),
]

/** What every check ends with. */
export const conclusion: readonly ReadyItem[] = section(
  '结论',
  'Conclusion',
  { text: { zh: '情况说明', en: 'Remarks' }, kind: 'text', isRequired: false },
  { text: { zh: '现场照片', en: 'Photo' }, kind: 'photo', isRequired: false },
  { text: { zh: '检查人签名', en: 'Signature' }, kind: 'signature', isRequired: false },
)
