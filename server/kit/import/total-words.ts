import { oneWriting } from '#contract/kit/one-writing.ts'

/** What a text says about its row: a total, a total of a group (`of`), that nothing follows, or nothing of the kind. */
export type TotalWord =
  | { readonly kind: 'total' }
  | { readonly kind: 'group'; readonly of: string; readonly isMarked: boolean }
  | { readonly kind: 'end' }

const sums = '合计|总计|小计|共计|累计|总和'
const about = '本页|本表|本月|本年|本季|全部|全院|资产|设备|金额|数量|台数|价值|原值|净值|人民币|大写|\\(大写\\)|总'
const pieces =
  '台\\(套\\)|台/套|台套|台件|条记录|条数据|项资产|台设备|件设备|件资产|万元|元整|台|套|件|个|辆|张|只|把|支|组|部|条|行|项|人|元|种|页|份|笔|%'
const capitals = '[零〇壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正]{3,}'
const amount = `[¥￥$€£]?-?\\d[\\d,.]*(?:${pieces})?(?:\\((?:${pieces})\\))?`

const exact = new RegExp(`^(?:${about})*(?:${sums}|总额|总数)(?:${about}|数|额)*(?:\\((?:${pieces}|${about}|[\\d,.]+)*\\))?$`)
const carried = /^(?:承|接|续)[前上]页$|^[过转][次下]页$|^(?:carried|brought)forward$/
const counted = new RegExp(
  `^(?:${about})*(?:${sums}|总共|共有|共)(?:${about})*[:(]*(?:${amount}|${capitals})(?:[,;、。/和及]*(?:${about}|${sums}|计)*[:]?(?:${amount}|${capitals}))*\\)?$`,
)
const ofGroup = new RegExp(`^(.{1,30}?)(?:\\([^()]{0,12}\\))?(?:${sums})(?:\\((?:${pieces}|[\\d,.]+)*\\))?$`)
const ended =
  /^[-—=~·*(（]*(?:以下(?:均为|为)?空白|此页空白|本页以下空白|以下无(?:正文|内容|数据|记录)|end of (?:list|report|file|data|table|sheet))[-—=~·*)）]*$|^\*{2,} ?end ?\*{2,}$/
const page = /^第\d+页[,/]?(?:共\d+页)?$|^共\d+页[,/]?第\d+页$|^page \d+(?: ?(?:of|\/) ?\d+)?$/

const english =
  /^(?:(?:grand|sub|page|section|overall|report|running)[ -]?)?totals?(?: (?:amount|value|cost|price|quantity|qty|count))?$|^sum$/
const englishCounted =
  /^(?:grand |sub[ -]?)?totals?[ :(]*[$€£¥]?\d[\d,.]*(?: (?:items?|devices?|assets?|records?|rows?|pcs|units?))?\)?$|^total (?:of )?\d+ \w+$|^\d[\d,]* (?:items?|devices?|assets?|records?|rows?)(?: in total)?$/
const englishGroup = /^(.{1,40}?)[ -]+(?:sub[ -]?)?totals?$|^(?:sub[ -]?)?totals?(?: (?:for|of|in|by) |\s*[-–:]\s*)(\D.{0,40})$/

/** Longer texts are names or remarks. */
const longest = 80

/** What a text of a cell says about its row; undefined for every other text. Only whole texts count: 总胆红素分析仪 is a device. */
export function totalWord(written: string): TotalWord | undefined {
  if (written.length > longest || written === '') return undefined
  const text = oneWriting(written).toLowerCase().replace(/\s+/g, ' ').trim()
  const isMarked = /[:：]$/.test(text)
  const bare = text.replace(/[\s:。.、*=_—-]+$/, '').replace(/^[\s*=_—-]+/, '')
  const close = bare.replaceAll(' ', '')
  if (ended.test(bare) || ended.test(text) || page.test(close) || page.test(bare)) return { kind: 'end' }
  if (exact.test(close) || carried.test(close) || counted.test(close) || english.test(bare) || englishCounted.test(bare))
    return { kind: 'total' }
  const group = ofGroup.exec(close)?.[1] ?? englishGroup.exec(bare)?.slice(1).find(Boolean)
  return group === undefined ? undefined : { kind: 'group', of: group.trim(), isMarked }
}

const tenThousand = 10_000
const written = /^[¥￥$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)\s*(万元|元整|元|台|套|件|个|%)?$/

/** The number that a cell shows, for sums; undefined for a text. */
export function numberIn(text: string): number | undefined {
  const found = written.exec(text)
  if (!found) return undefined
  return Number(found[1]!.replaceAll(',', '')) * (found[2] === '万元' ? tenThousand : 1)
}
