import type { Words } from '#contract/kit/words.ts'
import { packBytes } from './pack.ts'
import type { PlateFault } from './plate-messages.ts'

/** Size of the files that read text, in MB. */
export const packMb = Math.round(packBytes / 1_000_000)

/** Texts of everything that reads pictures. */
export const factWords = {
  ask: { zh: '下载文字识别包', en: 'Download text recognition' },
  askWhy: {
    zh: `首次识别要下载文字识别包，约 ${packMb} MB，之后没有网络也能用`,
    en: `The first reading downloads about ${packMb} MB; later ones need no network`,
  },
  notNow: { zh: '暂不', en: 'Not now' },
  stop: { zh: '停止', en: 'Stop' },
  take: { zh: '采用', en: 'Use' },
  taken: { zh: '已采用', en: 'Used' },
  takeAll: { zh: '采用可靠项', en: 'Use certain ones' },
  certain: { zh: '可靠', en: 'Certain' },
  check: { zh: '请核对', en: 'Check' },
} as const satisfies Record<string, Words>

/** Why a picture was not read. */
export const pictureFaults: Readonly<Record<PlateFault, Words>> = {
  noPicture: { zh: '这个文件不是可以读取的图片，请换一张', en: 'This file is no picture that can be read: choose another' },
  tooLarge: { zh: '图片超过 1.2 亿像素，请换一张小一些的', en: 'The picture has more than 120 megapixels: choose a smaller one' },
  noPack: { zh: '文字识别包没有下载完，请联网后再试', en: 'Text recognition could not be downloaded: try again with a network' },
  unfit: {
    zh: '这个浏览器不能识别图片中的文字，请更新浏览器或换一台设备',
    en: 'This browser cannot read text in pictures: update it or use another device',
  },
}
