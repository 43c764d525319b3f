import type { Words } from '#contract/kit/words.ts'
import type { PlateState } from './use-plate.ts'

type Fault = Extract<PlateState, { is: 'failed' }>['fault']

/** Texts of the reading of nameplates. */
export const plateWords = {
  read: { zh: '识别铭牌', en: 'Read nameplate' },
  udi: { zh: '扫描或输入 UDI', en: 'Scan or type a UDI' },
  ask: { zh: '下载文字识别包', en: 'Download text recognition' },
  notNow: { zh: '暂不', en: 'Not now' },
  reading: { zh: '正在识别图片', en: 'Reading the picture' },
  stop: { zh: '停止', en: 'Stop' },
  facts: { zh: '铭牌上的信息', en: 'Facts on the nameplate' },
  take: { zh: '采用', en: 'Use' },
  taken: { zh: '已采用', en: 'Used' },
  takeAll: { zh: '采用可靠项', en: 'Use certain ones' },
  certain: { zh: '可靠', en: 'Certain' },
  check: { zh: '请核对', en: 'Check' },
  fromCode: { zh: '条码', en: 'Barcode' },
  keep: { zh: '保存时把照片存为铭牌照片', en: 'Keep the photo as the nameplate of the device' },
  same: { zh: '同款设备', en: 'Same product' },
  takeBlank: { zh: '填入空白项', en: 'Fill empty fields' },
} as const satisfies Record<string, Words>

/** What the person reads when nothing was read. */
export const faultWords: Readonly<Record<Fault, Words>> = {
  noPicture: { zh: '这个文件不是可以读取的图片，请换一张', en: 'This file is no picture that can be read: choose another' },
  tooLarge: { zh: '图片超过 1.2 亿像素，请换一张小一些的', en: 'The picture has more than 120 megapixels: choose a smaller one' },
  noPack: { zh: '文字识别包没有下载完，请联网后再试', en: 'Text recognition could not be downloaded: try again with a network' },
  unfit: {
    zh: '这个浏览器不能识别图片中的文字，请更新浏览器或换一台设备',
    en: 'This browser cannot read text in pictures: update it or use another device',
  },
  noText: { zh: '图片中没有找到铭牌信息，请靠近、对正后重拍', en: 'No nameplate was found in the picture: take it closer and straight' },
  noUdi: { zh: '这不是 UDI（GS1）编码，请扫描设备标签上的 UDI', en: 'This is no UDI (GS1) code: scan the UDI on the label of the device' },
}
