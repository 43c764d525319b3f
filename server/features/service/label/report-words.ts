import { labelForm } from '#contract/entities/service/label/label-flow.ts'
import { mostLabelPhotos } from '#contract/entities/service/label/label-report.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Words } from '#contract/kit/words.ts'
import { mostPhotoBytes } from './photos.ts'

const megabytes = mostPhotoBytes / 1024 / 1024

/** Words of the page for people without an account. */
export const reportWords = {
  title: { zh: '设备报修', en: 'Report a fault' },
  signIn: { zh: '医院工作人员登录', en: 'Staff sign-in' },
  none: {
    zh: '此标签暂不支持扫码报修，请直接联系所在科室的工作人员。',
    en: 'A fault cannot be reported by this label. Please tell the staff of the department.',
  },
  already: (at: string): Words => {
    const [day, time] = [homeTime(at).slice(0, 10), homeTime(at).slice(11, 16)]
    const when = day === homeDay(new Date()) ? time : `${day} ${time}`
    return { zh: `已于 ${when} 报修`, en: `Already reported at ${when}` }
  },
  more: { zh: '还有其他故障，继续报修', en: 'Report another fault' },
  optional: { zh: '选填', en: 'optional' },
  photoHint: {
    zh: `选填，最多 ${mostLabelPhotos} 张，请勿拍到病人`,
    en: `optional, up to ${mostLabelPhotos}, without patients`,
  },
  captcha: { zh: '验证码', en: 'Captcha' },
  captchaPicture: { zh: '图中的四个字符', en: 'Four characters' },
  another: { zh: '换一张', en: 'Get another' },
  send: { zh: '提交报修', en: 'Submit report' },
  purpose: { zh: '姓名和电话仅用于联系您处理此次故障。', en: 'Name and number are used to call you back about this fault alone.' },
  done: { zh: '已收到您的报修，工作人员会尽快处理。', en: 'Your report has arrived. The staff will see to it.' },
  doneWithout: {
    zh: '已收到您的报修，但照片没有保存成功。',
    en: 'Your report has arrived, but its photos could not be saved.',
  },
  tooMany: {
    zh: '报修次数过多，请稍后再试，或直接联系所在科室的工作人员。',
    en: 'There are too many reports. Try again later, or tell the staff of the department.',
  },
  tooManyPhotos: { zh: `照片最多 ${mostLabelPhotos} 张`, en: `Up to ${mostLabelPhotos} photos` },
  badPhoto: {
    zh: `有照片无法识别或过大（每张不超过 ${megabytes} MB），请换一张`,
    en: `A photo cannot be read or is too large (up to ${megabytes} MB each). Choose another one`,
  },
  offline: { zh: '网络不通，内容还在，请再试一次', en: 'No connection. Your text is still here: try again' },
} as const

const shown: Readonly<Record<keyof typeof labelForm, Words>> = {
  ...labelForm,
  reporterName: { zh: '您的姓名', en: 'Your name' },
  reporterPhone: { zh: '回电号码', en: 'Number to call back' },
}

/** What a field is called to a reporter. */
export const fieldText = (name: keyof typeof labelForm): Words => shown[name]
