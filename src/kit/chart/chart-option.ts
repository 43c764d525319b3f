import type { EChartsCoreOption } from 'echarts/core'
import type { Language } from '#contract/kit/words.ts'
import { mixed } from '#src/kit/contrast.ts'
import { type ChartData, type ChartLabel, type ChartSeries, largestOf } from './chart-data.ts'
import type { ChartLook } from './chart-look.ts'
import { figureText, labelText } from './figure-text.ts'

type Option = Record<string, unknown>

interface Drawing {
  readonly data: ChartData
  readonly look: ChartLook
  readonly language: Language
}

/** Width of a letter: a Chinese one counts as two Latin ones. */
const widthOf = (letter: string): number => (letter > '\u2e7f' ? 2 : 1)

/** Truncates names to the width of `most` Chinese letters in the drawing; tooltip and table show them in full. */
const short = (most: number) => (name: string) => {
  const letters = [...name]
  let room = most * 2
  const end = letters.findIndex((letter) => {
    room -= widthOf(letter)
    return room < 0
  })
  return end < 0 ? name : `${letters.slice(0, end - 1).join('')}…`
}

/** The font size of the look, if set. */
const lettersOf = ({ size }: ChartLook): Option => (size === undefined ? {} : { fontSize: size })
/** Font size relative to the default, to scale the spacing. */
const growth = ({ size = 12 }: ChartLook): number => size / 12

/** The unit, in minutes, in which values up to `most` are displayed, so that axis ticks are round in that unit. */
const stepUnit = (most: number): number => (most >= 7 * 1440 ? 1440 : most >= 120 ? 60 : 1)

/** Tick interval of an axis of minutes: about four ticks, each a round number of the displayed unit. */
function minuteSteps(data: ChartData): Option {
  const most = largestOf(data)
  const unit = stepUnit(most)
  const rough = most / unit / 4
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const step = [1, 2, 5, 10].find((times) => times * size >= rough)! * size
  return most > 0 ? { interval: step * unit, max: Math.ceil(most / (step * unit)) * step * unit } : {}
}

const valueAxis = ({ look, data, language }: Drawing): Option => ({
  type: 'value',
  // Values of sensors may lie below zero, and matter in a narrow range.
  ...(data.unit === 'reading' ? { scale: true } : { min: 0 }),
  ...(data.unit === 'minutes' && data.kind !== 'stacked' ? minuteSteps(data) : {}),
  minInterval: ['percent', 'minutes', 'money', 'reading'].includes(data.unit) ? 0 : 1,
  splitNumber: 4,
  axisLabel: {
    color: look.faint,
    ...lettersOf(look),
    formatter: (value: number) =>
      labelText(value, data.unit === 'minutes' || data.unit === 'money' ? data.unit : 'lines', language, largestOf(data)),
  },
  splitLine: { lineStyle: { color: look.line } },
})

const nameAxis = ({ look, data }: Drawing, most: number): Option => ({
  type: 'category',
  data: data.categories.map(({ label }) => label),
  // A click on a name equals a click on its mark, which may be too small to hit. With several series the name is ambiguous.
  triggerEvent: data.series.length === 1,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: look.line } },
  axisLabel: { color: look.text, ...lettersOf(look), formatter: short(most), hideOverlap: true },
})

/** Columns in no order of their own whose names stand level; more are turned, so that each has its name. */
const levelNames = 7
const turned = (data: ChartData): Option =>
  data.isOrdered === false ? { interval: 0, hideOverlap: false, ...(data.categories.length > levelNames ? { rotate: 40 } : {}) } : {}

const label = ({ look, data, language }: Drawing, more: Option = {}): Option => ({
  show: true,
  color: look.text,
  ...lettersOf(look),
  formatter: ({ value }: { value: unknown }) => labelText(typeof value === 'number' ? value : null, data.unit, language, largestOf(data)),
  ...more,
})

/** The legend, for more than one series; above the drawing, clear of the axes. */
const legend = ({ look, data }: Drawing): Option | undefined =>
  data.series.length > 1
    ? {
        type: 'scroll',
        top: 0,
        left: 0,
        right: 0,
        itemWidth: 12 * growth(look),
        itemHeight: 12 * growth(look),
        textStyle: { color: look.text, ...lettersOf(look) },
        pageTextStyle: { color: look.text },
      }
    : undefined

const gridOf = (drawing: Drawing, more: Option = {}): Option => ({
  top: (drawing.data.series.length > 1 ? 36 : 20) * growth(drawing.look),
  left: 4,
  right: 24,
  bottom: 4,
  containLabel: true,
  ...more,
})

const colourAt = ({ palette }: ChartLook, place: number): string => palette[place % palette.length]!

/** How much paler each further choice of one tone is drawn, as a share of the ground. */
const paler = 0.22

/** The colour of a mark: of its tone, else by its place in the palette. */
const colourOf = (look: ChartLook, { tone, shade = 0 }: ChartLabel, place: number): string =>
  tone ? mixed(look.tones[tone], look.ground, Math.min(shade, 3) * paler) : colourAt(look, place)

/** The values of a series; those of categories with a tone in its colour. */
const barValues = ({ data, look }: Drawing, { values }: ChartSeries): readonly unknown[] =>
  data.series.length > 1
    ? values
    : values.map((value, at) =>
        data.categories[at]?.tone ? { value, itemStyle: { color: colourOf(look, data.categories[at], at) } } : value,
      )

function bars(drawing: Drawing, isAcross: boolean, isStacked: boolean): Option {
  const { data } = drawing
  const [names, values] = [nameAxis(drawing, isAcross ? 12 : 10), valueAxis(drawing)]
  return {
    legend: legend(drawing),
    grid: gridOf(drawing, isAcross ? { right: isStacked ? 24 : 72 } : {}),
    xAxis: isAcross ? { ...values, show: isStacked } : { ...names, axisLabel: { ...(names.axisLabel as Option), ...turned(data) } },
    yAxis: isAcross
      ? {
          ...names,
          inverse: true,
          axisLine: { show: false },
          axisLabel: { ...(names.axisLabel as Option), interval: 0, hideOverlap: false },
        }
      : values,
    series: data.series.map((one, index) => ({
      type: 'bar',
      color: colourOf(drawing.look, one, one.place ?? index),
      name: one.label,
      data: barValues(drawing, one),
      barMaxWidth: (isAcross ? 18 : 40) * growth(drawing.look),
      ...(isStacked ? { stack: 'all', itemStyle: { borderColor: drawing.look.ground, borderWidth: 1 } } : {}),
      label: isStacked ? { show: false } : label(drawing, { position: isAcross ? 'right' : 'top' }),
      labelLayout: { hideOverlap: true },
      emphasis: { focus: isStacked ? 'series' : 'none' },
    })),
  }
}

function lines(drawing: Drawing): Option {
  const { data } = drawing
  return {
    legend: legend(drawing),
    grid: gridOf(drawing),
    // A single point is centred, where its label has room.
    xAxis: { ...nameAxis(drawing, 10), boundaryGap: data.categories.length === 1 },
    yAxis: valueAxis(drawing),
    series: data.series.map((one, index) => ({
      type: 'line',
      color: colourOf(drawing.look, one, one.place ?? index),
      name: one.label,
      data: one.values,
      symbolSize: 8,
      showAllSymbol: data.categories.length <= 36,
      lineStyle: { width: 2 },
      label: label(drawing, { show: data.series.length === 1 && data.categories.length <= 14, position: 'top' }),
      labelLayout: { hideOverlap: true },
    })),
  }
}

/** Most slices with labels around the ring; more labels would overlap. */
const roomySlices = 5

/** A list of names and numbers next to the ring, for many slices; the table has the shares. */
const sliceList = ({ look, data, language }: Drawing): Option => ({
  orient: 'vertical',
  type: 'scroll',
  right: 0,
  top: 'middle',
  itemWidth: 12,
  itemHeight: 12,
  icon: 'roundRect',
  selectedMode: false,
  textStyle: { color: look.text, ...lettersOf(look) },
  pageTextStyle: { color: look.text },
  formatter: (name: string) => {
    const at = data.categories.findIndex(({ label: one }) => one === name)
    return `${short(8)(name)}  ${labelText(data.series[0]?.values[at], data.unit, language, largestOf(data))}`
  },
})

function donut(drawing: Drawing): Option {
  const { data, look, language } = drawing
  // An empty slice's label would overlap another one. The colour index stays that of the choice, whichever slices are left out.
  const slices = data.categories.flatMap((one, index) => {
    const value = data.series[0]?.values[index]
    return value ? [{ name: one.label, value, at: index, itemStyle: { color: colourOf(look, one, index) } }] : []
  })
  const isClose = slices.length > roomySlices
  return {
    ...(isClose ? { legend: sliceList(drawing) } : {}),
    series: [
      {
        type: 'pie',
        ...(isClose ? { radius: ['42%', '66%'], center: ['29%', '50%'] } : { radius: ['48%', '72%'] }),
        avoidLabelOverlap: true,
        itemStyle: { borderColor: look.ground, borderWidth: 2 },
        label: {
          show: !isClose,
          color: look.text,
          formatter: ({ name, value, percent }: { name: string; value: number; percent: number }) =>
            `${short(10)(name)}\n${labelText(value, data.unit, language)} · ${percent.toFixed(1)}%`,
        },
        labelLine: { show: !isClose, lineStyle: { color: look.faint } },
        data: slices,
      },
    ],
  }
}

function treemap({ data, look, language }: Drawing): Option {
  return {
    series: [
      {
        type: 'treemap',
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        itemStyle: { borderColor: look.ground, borderWidth: 1, gapWidth: 2 },
        label: {
          color: look.ground,
          formatter: ({ name, value }: { name: string; value: number }) => `${name}\n${labelText(value, data.unit, language)}`,
        },
        data: data.categories.flatMap((one, index) => {
          const value = data.series[0]?.values[index]
          return value ? [{ name: one.label, value, at: index, itemStyle: { color: colourOf(look, one, index) } }] : []
        }),
      },
    ],
  }
}

function heat(drawing: Drawing): Option {
  const { data, look } = drawing
  // A share of nothing is nothing; where nothing was counted, the count is 0.
  const isShare = data.unit === 'percent'
  const cells = data.series.flatMap((one, y) => one.values.flatMap((value, x) => (value === null && isShare ? [] : [[x, y, value ?? 0]])))
  const most = Math.max(1, ...cells.map(([, , value]) => value!))
  return {
    grid: gridOf(drawing, { top: 8 }),
    xAxis: { ...nameAxis(drawing, 8), splitArea: { show: false } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: data.series.map((one) => one.label),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { color: look.text, formatter: short(12) },
    },
    visualMap: { show: false, min: 0, max: most, inRange: { color: [look.raised, look.palette[0]] } },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: look.ground, borderWidth: 2 },
        label: {
          show: data.categories.length <= 24,
          color: look.text,
          textBorderColor: look.ground,
          textBorderWidth: 2,
          formatter: ({ value }: { value: number[] }) => (value[2] ? labelText(value[2], data.unit, drawing.language, most) : ''),
        },
      },
    ],
  }
}

interface Hovered {
  readonly name: string
  readonly seriesName?: string
  readonly value: unknown
}

/** Builds the ECharts option. Bars start at zero; all colours come from the look. */
export function chartOption(data: ChartData, look: ChartLook, language: Language): EChartsCoreOption {
  const drawing: Drawing = { data, look, language }
  const part = {
    bar: () => bars(drawing, true, false),
    column: () => bars(drawing, false, false),
    stacked: () => bars(drawing, true, true),
    line: () => lines(drawing),
    donut: () => donut(drawing),
    treemap: () => treemap(drawing),
    heat: () => heat(drawing),
  }[data.kind]()
  return {
    color: [...look.palette],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: look.font, color: look.text },
    animation: !look.isStill,
    animationDuration: 300,
    tooltip: {
      trigger: 'item',
      confine: true,
      renderMode: 'richText',
      backgroundColor: look.ground,
      borderColor: look.line,
      textStyle: { color: look.text },
      formatter: ({ name, seriesName, value }: Hovered) => {
        const isCell = data.kind === 'heat' && Array.isArray(value)
        const [x, y, cell] = isCell ? (value as number[]) : []
        const who = isCell
          ? `${data.categories[x!]?.label} · ${data.series[y!]?.label}`
          : data.series.length > 1
            ? `${name} · ${seriesName}`
            : name
        return `${who}\n${data.figure}  ${figureText(isCell ? cell : (value as number), data.unit, language, largestOf(data))}`
      },
    },
    ...part,
  }
}
