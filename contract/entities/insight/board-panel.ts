import { choice, type FieldMap, flag, ids, integer, json, text } from '../../kit/fields/field.ts'
import { isId, parse, type Raw } from '../../kit/fields/parse.ts'
import { type Problem, sayProblem } from '../../kit/fields/problem.ts'
import { type ChartKind, chartKinds } from '../../kit/figures/chart-kind.ts'
import type { Wanted } from '../../kit/figures/measure.ts'
import { type ReportPeriod, reportPeriods } from '../../kit/figures/report-period.ts'
import type { Words } from '../../kit/words.ts'

/** A screen has this many columns and rows; a board may have several screens, which it shows in turn. */
export const [boardColumns, boardRows, mostScreens, mostPanels] = [24, 12, 10, 40]

export const panelKinds = {
  number: { zh: '数字', en: 'Number' },
  chart: { zh: '图表', en: 'Chart' },
  text: { zh: '文字', en: 'Text' },
  image: { zh: '图片', en: 'Picture' },
  clock: { zh: '时钟', en: 'Clock' },
} as const satisfies Readonly<Record<string, Words>>
export type PanelKind = keyof typeof panelKinds

/** The smallest width and height of a panel that is legible from five metres. */
export const leastSize: Readonly<Record<PanelKind, readonly [w: number, h: number]>> = {
  number: [4, 3],
  chart: [6, 4],
  text: [3, 2],
  image: [3, 3],
  clock: [4, 2],
}

/** Where a panel stands: its screen, and columns and rows on it. */
export interface Spot {
  readonly screen: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** What a panel with a figure asks a measure, in the terms of the page of measures. A named period follows the calendar. */
export interface Asks {
  readonly measure: string
  readonly figure: string
  readonly group: string
  readonly split?: string | null
  readonly period?: ReportPeriod | null
  readonly filters: Wanted
}

interface Placed extends Spot {
  readonly id: string
  readonly title?: string | null
}
interface Figures extends Placed, Asks {
  /** Its owner sees it on the home page, too. */
  readonly atHome?: 0 | 1 | null
}
export interface NumberPanel extends Figures {
  readonly kind: 'number'
}
export interface ChartPanel extends Figures {
  readonly kind: 'chart'
  readonly chart: ChartKind
}
export interface TextPanel extends Placed {
  readonly kind: 'text'
  readonly text: string
}
export interface ImagePanel extends Placed {
  readonly kind: 'image'
  readonly image: string
}
export interface ClockPanel extends Placed {
  readonly kind: 'clock'
}
export type Panel = NumberPanel | ChartPanel | TextPanel | ImagePanel | ClockPanel

/** Whether a panel shows a figure of a measure. */
export const asks = (panel: Panel): panel is NumberPanel | ChartPanel => panel.kind === 'number' || panel.kind === 'chart'

const named = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, { zh: name, en: name }]))
const name = { required: true, max: 80 } as const

const placed = {
  id: text({ zh: '面板编号', en: 'Panel id', required: true, max: 36, pattern: '^[0-9a-z-]+$' }),
  kind: choice({ zh: '面板类型', en: 'Panel type', required: true, of: panelKinds }),
  title: text({ zh: '标题', en: 'Title', max: 60 }),
  screen: integer({ zh: '屏', en: 'Screen', required: true, min: 0, max: mostScreens - 1 }),
  x: integer({ zh: '列', en: 'Column', required: true, min: 0, max: boardColumns - 1 }),
  y: integer({ zh: '行', en: 'Row', required: true, min: 0, max: boardRows - 1 }),
  w: integer({ zh: '宽度', en: 'Width', required: true, min: 1, max: boardColumns }),
  h: integer({ zh: '高度', en: 'Height', required: true, min: 1, max: boardRows }),
} as const
const figures = {
  measure: text({ zh: '统计对象', en: 'Subject', ...name }),
  figure: text({ zh: '指标', en: 'Figure', ...name }),
  group: text({ zh: '分组', en: 'Group', ...name }),
  split: text({ zh: '细分', en: 'Split', max: 80 }),
  period: choice({ zh: '期间', en: 'Period', of: named(reportPeriods) }),
  filters: json({ zh: '筛选条件', en: 'Filter conditions', required: true }),
  atHome: flag({ zh: '显示在首页', en: 'On the home page' }),
} as const

const fieldsOf: Readonly<Record<PanelKind, FieldMap>> = {
  number: { ...placed, ...figures },
  chart: { ...placed, ...figures, chart: choice({ zh: '图表类型', en: 'Chart type', required: true, of: named(chartKinds) }) },
  text: { ...placed, text: text({ zh: '内容', en: 'Content', required: true, multiline: true, max: 500 }) },
  image: { ...placed, image: ids({ zh: '图片', en: 'Picture', to: 'file', required: true, max: 1 }) },
  clock: placed,
}

const isKind = (kind: unknown): kind is PanelKind => typeof kind === 'string' && Object.hasOwn(panelKinds, kind)

const isFilters = (value: unknown): value is Wanted =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= 20 &&
  Object.entries(value).every(([wire, one]) => wire.length <= 80 && typeof one === 'string' && one !== '' && one.length <= 2000)

/** Whether two panels stand on the same place. */
export const overlap = (one: Spot, other: Spot): boolean =>
  one.screen === other.screen &&
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h

/** What is wrong with the place of a panel among others; undefined where nothing is. */
export function spotProblem(panel: Spot & Pick<Panel, 'kind'>, others: readonly Spot[]): Words | undefined {
  const [w, h] = leastSize[panel.kind]
  if (panel.w < w || panel.h < h)
    return { zh: `至少占 ${w} 列 ${h} 行，否则看不清`, en: `needs at least ${w} columns and ${h} rows to be legible` }
  if (panel.x + panel.w > boardColumns || panel.y + panel.h > boardRows)
    return {
      zh: `超出了 ${boardColumns} 列 ${boardRows} 行的屏幕`,
      en: `reaches beyond the ${boardColumns} columns and ${boardRows} rows of a screen`,
    }
  if (others.some((other) => overlap(panel, other))) return { zh: '与另一个面板重叠', en: 'overlaps another panel' }
  return undefined
}

const at = (index: number, said: Words): Words => ({ zh: `第 ${index + 1} 个面板：${said.zh}`, en: `Panel ${index + 1}: ${said.en}` })
const sayAll = (problems: readonly Problem[]): Words => ({
  zh: problems.map((one) => sayProblem(one, 'zh')).join('；'),
  en: problems.map((one) => sayProblem(one, 'en')).join('; '),
})

export const tooManyPanels: Words = {
  zh: `一个看板最多 ${mostPanels} 个面板；请删除不用的，或另建一个看板，与它轮播`,
  en: `A board has at most ${mostPanels} panels. Delete some, or make another board and let both take turns`,
}

/** Reads the panels of a draft: each as its kind is declared, on a free place of its screen. `problem`: the first thing that is wrong. */
export function readPanels(given: unknown): { readonly panels: readonly Panel[]; readonly problem?: Words } {
  if (given === null || given === undefined) return { panels: [] }
  if (!Array.isArray(given)) return { panels: [], problem: { zh: '面板应为列表', en: 'Panels must be a list' } }
  if (given.length > mostPanels) return { panels: [], problem: tooManyPanels }
  const panels: Panel[] = []
  for (const [index, raw] of given.entries()) {
    const kind = (raw as Raw | null)?.kind
    const { value, problems } = parse(isKind(kind) ? fieldsOf[kind] : placed, raw)
    if (problems.length > 0) return { panels: [], problem: at(index, sayAll(problems.slice(0, 5))) }
    const panel = { ...value, ...(kind === 'image' ? { image: (value.image as string[])[0] } : {}) } as unknown as Panel
    const problem =
      asks(panel) && !isFilters(panel.filters) ? { zh: '筛选条件不正确', en: 'the filters are wrong' } : spotProblem(panel, panels)
    if (problem) return { panels: [], problem: at(index, problem) }
    if (panels.some(({ id }) => id === panel.id))
      return { panels: [], problem: at(index, { zh: '编号重复', en: 'has the id of another one' }) }
    panels.push(panel)
  }
  return { panels }
}

/** The panels of a stored board. */
export const storedPanels = (panels: unknown): readonly Panel[] => (Array.isArray(panels) ? (panels as readonly Panel[]) : [])

/** The pictures that panels show. */
export const imagesOf = (panels: readonly Panel[]): string[] => [
  ...new Set(panels.flatMap((panel) => (panel.kind === 'image' && isId(panel.image) ? [panel.image] : []))),
]

/** The free place for a panel of a size, on the first screen from `screen` that has one; undefined where all are full. */
export function freeSpot(panels: readonly Spot[], [w, h]: readonly [number, number], screen: number): Spot | undefined {
  for (let on = screen; on < mostScreens; on++)
    for (let y = 0; y + h <= boardRows; y++)
      for (let x = 0; x + w <= boardColumns; x++) {
        const spot = { screen: on, x, y, w, h }
        if (!panels.some((other) => overlap(spot, other))) return spot
      }
  return undefined
}
