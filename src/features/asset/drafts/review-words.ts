import type { Words } from '#contract/kit/words.ts'

/** Texts of the review of drafts. */
export const reviewWords = {
  title: { zh: '草稿核对', en: 'Draft review' },
  open: { zh: '逐台核对', en: 'Review drafts' },
  none: {
    zh: '没有待登记的草稿。用手机“我的 › 拍照登记”采集设备',
    en: 'No draft waits. Capture devices on the phone under Me › Capture devices',
  },
  photo: { zh: '照片', en: 'Photos' },
  place: { zh: '现场', en: 'On site' },
  facts: { zh: '识别结果', en: 'Recognised' },
  state: { zh: '查重与结果', en: 'Duplicates and result' },
  read: { zh: '识别未读的照片（{n}）', en: 'Read unread photos ({n})' },
  reading: { zh: '正在识别 {done} / {all}', en: 'Reading {done} of {all}' },
  ask: { zh: '首次识别要下载文字识别包，约 {n} MB', en: 'The first reading downloads about {n} MB' },
  load: { zh: '下载并识别', en: 'Download and read' },
  cancel: { zh: '暂不', en: 'Not now' },
  register: { zh: '登记所选（{n}）', en: 'Register selected ({n})' },
  registered: { zh: '已登记', en: 'Registered' },
  check: { zh: '请核对', en: 'Check' },
  checked: { zh: '{field}已核对', en: '{field} is checked' },
  unread: { zh: '未识别', en: 'Not read' },
  noTwins: { zh: '未发现重复', en: 'No duplicates' },
  bySn: { zh: '出厂编号相同', en: 'Same serial number' },
  byUdi: { zh: 'UDI 相同', en: 'Same UDI' },
  byNumber: { zh: '编号相同', en: 'Same number' },
  results: { zh: '建卡结果', en: 'Registration results' },
  gone: { zh: '{draft} 的第 {n} 张照片已不存在', en: 'Photo {n} of {draft} is missing' },
  more: { zh: '还有 {n} 台，登记后继续显示', en: '{n} more follow once these are registered' },
} as const satisfies Record<string, Words>
