import { oneWriting } from '#contract/kit/text/one-writing.ts'
import { simplified } from '#contract/kit/text/simplified.ts'
import { type Cell, ShownNumber } from '../cells/cell.ts'

/** What a text says about its row: a total, the total of a group (`of`), the end of the table, or nothing of the kind. */
export type TotalWord =
  | { readonly kind: 'total' }
  | { readonly kind: 'group'; readonly of: string; readonly isMarked: boolean }
  | { readonly kind: 'end' }

const sums = '合计|总计|小计|共计|累计|总和|页计|汇总'
const about = '本页|以上|上述|本表|本月|本年|本季|全部|全院|资产|设备|金额|数量|台数|价值|原值|净值|人民币|大写|\\(大写\\)|总'
/**
 * Characters of units, amounts and their words. Two numbers are always separated by one of these, so a text has one interpretation only.
 */
const sign = '[台套件个辆张只把支组部条行项人元万整种页份笔记录数据资产设备金额数量价值原净人民币大写总合计小共累和及,;、。/:()%¥￥$€£ -]'
const number = '\\d+(?:[,.]\\d+)*'
const capitals = '[零〇壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正]{3,}'
const inBrackets = '(?:\\([^()]{0,12}\\))?'

const exact = new RegExp(`^(?:${about})*(?:${sums}|总额|总数)(?:${about}|数|额)*${inBrackets}$`)
const carried = /^(?:承|接|续)[前上]页$|^[过转续接][次下]页$|^续表$|^(?:carried|brought)forward$/
const counted = new RegExp(
  `^(?:${about})*(?:${sums}|总共|共有|共)${sign}{0,12}(?:${number}(?![,.]\\d)${sign}{1,12})*${number}(?![,.]\\d)${sign}{0,12}$`,
)
const inWords = new RegExp(`^(?:${about})*(?:${sums})(?:${about})*[:(]*${capitals}\\)?$`)
const ofGroup = new RegExp(`^(.{1,30}?)${inBrackets}(?:${sums})${inBrackets}$`)
const ended =
  /^[-—=~·*(（]*(?:以下(?:均为|为)?空白|此页空白|本页以下空白|以下无(?:正文|内容|数据|记录)|end of (?:list|report|file|data|table|sheet))[-—=~·*)）]*$|^([*=~#·—-])\1+ ?(?:end|完|结束|全部结束)(?: of (?:list|report|file|data|table|sheet))? ?\1{2,}$/
const page = /^第\d+页[,/]?(?:共\d+页)?$|^共\d+页[,/]?第\d+页$|^page \d+(?: ?(?:of|\/) ?\d+)?$/

const english =
  /^(?:(?:grand|sub|page|section|overall|report|running)[ -]?)?totals?(?: (?:amount|value|cost|price|quantity|qty|count))?$|^sum$/
const englishCounted =
  /^(?:grand |sub[ -]?)?totals?[ :(]*[$€£¥]?\d[\d,.]*(?: (?:items?|devices?|assets?|records?|rows?|pcs|units?))?\)?$|^total (?:of )?\d+ \w+$|^\d[\d,]* (?:items?|devices?|assets?|records?|rows?)(?: in total)?$/
const englishGroup = /^(.{1,40}?)[ -]+(?:sub[ -]?)?totals?$|^(?:sub[ -]?)?totals?(?: (?:for|of|in|by) |\s*[-–:]\s*)(\D.{0,40})$/

/** Longer texts are names or remarks. */
const longest = 80

/** Texts without these characters are no totals, which rules out most texts quickly. */
const hint = /[计計总總共页頁额額和完]|以下|空白|续表|結束|结束|total|sum|end|page|forward|\d\s*(?:item|device|asset|record|row)/i

/** What a text of a cell says about its row; undefined for every other text. Only whole texts count: 总胆红素分析仪 is a device. */
export function totalWord(written: string): TotalWord | undefined {
  if (written.length > longest || !hint.test(written)) return undefined
  const text = simplified(oneWriting(written)).toLowerCase().replace(/\s+/g, ' ').trim()
  const isMarked = /[:：]$/.test(text)
  const bare = text.replace(/[\s:。.、*=_—-]+$/, '').replace(/^[\s*=_—-]+/, '')
  const close = bare.replaceAll(' ', '')
  if (ended.test(bare) || ended.test(text) || page.test(close) || page.test(bare)) return { kind: 'end' }
  if (
    exact.test(close) ||
    carried.test(close) ||
    counted.test(close) ||
    inWords.test(close) ||
    english.test(bare) ||
    englishCounted.test(bare)
  )
    return { kind: 'total' }
  const group = ofGroup.exec(close)?.[1] ?? englishGroup.exec(bare)?.slice(1).find(Boolean)
  return group === undefined ? undefined : { kind: 'group', of: group.trim(), isMarked }
}

const tenThousand = 10_000
const written = /^[¥￥$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)\s*(万元|元整|元|台|套|件|个|%)?$/

/** The number that a cell shows, for sums; undefined for a text. */
function numberIn(text: string): number | undefined {
  const found = written.exec(text)
  if (!found) return undefined
  return Number(found[1]!.replaceAll(',', '')) * (found[2] === '万元' ? tenThousand : 1)
}

/** The number of a cell, for sums; undefined for a text. */
export const amountIn = (cell: Cell | undefined): number | undefined =>
  typeof cell === 'number'
    ? cell
    : cell instanceof ShownNumber
      ? cell.number
      : typeof cell === 'string' && cell.length < 30
        ? numberIn(cell.trim())
        : undefined
