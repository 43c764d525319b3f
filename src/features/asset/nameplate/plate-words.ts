import type { Words } from '#contract/kit/words.ts'
import { pictureFaults } from '#src/kit/nameplate/fact-words.ts'
import type { PlateState } from './use-plate.ts'

type Fault = Extract<PlateState, { is: 'failed' }>['fault']

/** Texts of the reading of nameplates. */
export const plateWords = {
  read: { zh: '识别铭牌', en: 'Read nameplate' },
  udi: { zh: '扫描或输入 UDI', en: 'Scan or type a UDI' },
  reading: { zh: '正在识别图片', en: 'Reading the picture' },
  facts: { zh: '铭牌上的信息', en: 'Facts on the nameplate' },
  fromCode: { zh: '条码', en: 'Barcode' },
  keep: { zh: '保存时把照片存为铭牌照片', en: 'Keep the photo as the nameplate of the device' },
  same: { zh: '同款设备', en: 'Same product' },
  takeBlank: { zh: '填入空白项', en: 'Fill empty fields' },
} as const satisfies Record<string, Words>

/** What the person reads when nothing was read. */
export const faultWords: Readonly<Record<Fault, Words>> = {
  ...pictureFaults,
  noText: { zh: '图片中没有找到铭牌信息，请靠近、对正后重拍', en: 'No nameplate was found in the picture: take it closer and straight' },
  noUdi: { zh: '这不是 UDI（GS1）编码，请扫描设备标签上的 UDI', en: 'This is no UDI (GS1) code: scan the UDI on the label of the device' },
}
