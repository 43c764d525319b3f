/** What holds for all devices of a class and the classes below it; the longest code decides. */
export interface ClassStandard {
  readonly code: string
  readonly months?: number
  readonly lifeSource?: string
  readonly measureType?: 'mandatory'
  readonly measureSource?: string
}

const lives = '《关于医院执行〈政府会计制度〉的补充规定》（财会〔2018〕24号）医院固定资产折旧年限表'
const checked = '《实施强制管理的计量器具目录》（市场监管总局公告2020年第42号）'
const compare = '使用前请对照公告原文'

/** Years of the official table: its heading and the classes of the catalogue that belong to it. */
const years: readonly (readonly [number, string, string])[] = [
  [5, '医用高频仪器设备', '01 01-03 01-04 01-05 09-07'],
  [6, '医用超声仪器', '01-01 06-07 06-08 07-07 09-06 16-04-03 18-03-01'],
  [5, '激光仪器设备', '01-02 09-03-01 16-05-02'],
  [5, '手术急救设备', '01-07 01-08 01-09 01-10 04-12 08 14-06 15-01 15-05'],
  [8, '高能射线设备', '05'],
  [6, '医用X线设备', '06 06-01 06-02 06-03 06-04 06-05'],
  [6, '医用磁共振设备', '06-09 06-10'],
  [6, '医用核素设备', '06-11 06-12 06-17 07-06'],
  [6, '光学仪器及窥镜', '06-13 06-14 06-15 16 22-07'],
  [5, '医用电子仪器', '07 12 18-02'],
  [5, '物理治疗及体疗设备', '09 19'],
  [6, '高压氧舱', '09-08-01'],
  [5, '体外循环设备', '10'],
  [6, '消毒设备', '11'],
  [5, '病房护理设备', '14 15'],
  [6, '口腔设备', '17'],
  [5, '其他专业设备', '18'],
  [5, '中医仪器设备', '20'],
  [5, '临床检验分析仪器', '22'],
]

const items: readonly (readonly [string, string])[] = [
  ['血压计（表）', '07-03-03'],
  ['体温计', '07-03-04'],
  ['眼压计', '16-04-17'],
  ['验光仪器', '16-03-01'],
  ['听力计', '07-05-01 07-05-04'],
  ['心脑电测量仪器', '07-03-01'],
  ['心脑电测量仪器：多参数监护仪', '07-04-01'],
  ['医用诊断X射线设备', '06-01 06-02'],
]

const byCode = new Map<string, ClassStandard>()
for (const [count, heading, codes] of years)
  for (const code of codes.split(' ')) byCode.set(code, { code, months: count * 12, lifeSource: `${lives}：${heading}` })
for (const [item, codes] of items)
  for (const code of codes.split(' '))
    byCode.set(code, { ...byCode.get(code), code, measureType: 'mandatory', measureSource: `${checked}：${item}；${compare}` })

/**
 * Useful life and compulsory verification by class, from the official tables; a hospital loads them into its catalogue and edits them there. The items of
 * the verification catalogue were written without the text of the announcement, so that each row asks for a comparison.
 */
export const classStandards: readonly ClassStandard[] = [...byCode.values()]
