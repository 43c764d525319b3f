import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { chartKinds } from '#contract/kit/figures/chart-kind.ts'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { placeOf } from '#src/kit/chart/chart-click.ts'
import { type ChartData, csvOf, isEmpty, visiblePart } from '#src/kit/chart/chart-data.ts'
import { chartOption } from '#src/kit/chart/chart-option.ts'
import { figureText, labelText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { chartOf, groupAt, kindsOf, listAddress, toneOfChoice } from '#src/kit/chart/measure-chart.ts'
import { distance, paletteOf } from '#src/kit/chart/palette.ts'
import { contrast, readable } from '#src/kit/contrast.ts'
import { solidTones } from '#src/kit/tone-colours.ts'

const data: ChartData = {
  kind: 'bar',
  figure: '设备数',
  unit: 'devices',
  by: '科室',
  categories: [
    { key: 'a', label: '骨科' },
    { key: 'b', label: '=1+1,"x"' },
  ],
  series: [{ key: 'count', label: '设备数', values: [3, null] }],
}
const look = {
  tones: solidTones(false),
  palette: paletteOf('#0958d9', false),
  text: '#111111',
  faint: '#555555',
  line: '#dddddd',
  ground: '#ffffff',
  raised: '#eeeeee',
  font: 'sans-serif',
  isStill: true,
}

describe('colours', () => {
  /** What `#rrggbb` looks like to people without red or without green cones (Viénot, Brettel and Mollon 1999, in linear light). */
  const seen = (hex: string, kind: 'protan' | 'deutan'): string => {
    const linear = [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2) as [number, number, number]
    const [r, g, b] = linear
    const rows =
      kind === 'protan'
        ? [0.1124 * r + 0.8876 * g, 0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b]
        : [0.2928 * r + 0.7072 * g, 0.2928 * r + 0.7072 * g, -0.0223 * r + 0.0223 * g + b]
    return `#${rows
      .map((one) =>
        Math.round(Math.min(1, Math.max(0, one)) ** (1 / 2.2) * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  }
  const primaries = ['#409eff', '#009688', '#da96e3', '#f5222d', '#faad14', '#52c41a', '#722ed1', '#000000']

  test.each([
    ['light', '#ffffff', false, 5],
    ['dark', '#141414', true, 7],
  ] as const)('on the %s ground every colour of every choice reads, and none is taken for another', (_, ground, isDark, least) => {
    for (const chosen of primaries) {
      const palette = paletteOf(readable(chosen, ground, least), isDark)
      expect(palette.length).toBeGreaterThanOrEqual(6)
      for (const colour of palette) expect(contrast(colour, ground), `${colour} of ${chosen}`).toBeGreaterThanOrEqual(3)
      for (const [index, colour] of palette.entries())
        for (const other of palette.slice(index + 1)) expect(distance(colour, other), `${colour} and ${other}`).toBeGreaterThan(60)
    }
  })

  test.each([false, true])('the first five of the list stay apart without red or green cones (dark: %s)', (isDark) => {
    const [first, ...rest] = paletteOf('token', isDark).slice(0, 5)
    const five = [first!, ...rest]
    for (const kind of ['protan', 'deutan'] as const)
      for (const [index, colour] of five.entries())
        for (const other of five.slice(index + 1))
          expect(distance(seen(colour, kind), seen(other, kind)), `${kind}: ${colour} and ${other}`).toBeGreaterThan(40)
  })
})

describe('numbers', () => {
  test('thousands and units are those of the language', () => {
    expect([999, 12_345, 1_234_567, 250_000_000].map((value) => shortNumber(value, 'zh'))).toEqual(['999', '1.2 万', '123 万', '2.5 亿'])
    expect([999, 12_345, 1_234_567, 2_500_000_000].map((value) => shortNumber(value, 'en'))).toEqual(['999', '12.3k', '1.2m', '2.5bn'])
    expect(figureText(1234, 'devices', 'zh')).toBe('1,234 台')
    expect(figureText('1234.50', 'money', 'zh')).toBe('¥1,234.50')
    expect(figureText(96.4, 'percent', 'en')).toBe('96.4%')
    expect([30, 300, 30_000].map((value) => figureText(value, 'minutes', 'en'))).toEqual(['30 min', '5 h', '20.8 days'])
    expect(figureText(null, 'orders', 'zh')).toBe('—')
    expect(labelText(123_456, 'money', 'zh')).toBe('¥12.3 万')
  })
})

describe('charts', () => {
  test('as CSV they keep names, and no name is read as a formula', () => {
    expect(csvOf(data)).toBe('\ufeff科室,设备数\r\n骨科,3\r\n"\'=1+1,""x""",\r\n')
  })

  test('draw the first of many, and of periods the last', () => {
    const many = {
      ...data,
      categories: Array.from({ length: 300 }, (_, at) => ({ key: `${at}`, label: `${at}` })),
      series: [{ ...data.series[0]!, values: Array.from({ length: 300 }, (_, at) => at) }],
    }
    const rest = (count: number): string => `rest ${count}`
    expect(visiblePart(many, 400, rest).categories.at(-1)!.key).toBe('17')
    expect(visiblePart(many, 240, rest).categories).toHaveLength(10)
    expect(visiblePart({ ...many, kind: 'line' }, 240, rest).series[0]!.values.at(-1)).toBe(299)
    expect(visiblePart(data, 240, rest)).toBe(data)
    expect(isEmpty({ ...data, series: [{ ...data.series[0]!, values: [0, null] }] })).toBe(true)
    const shares = (values: (number | null)[]): ChartData => ({
      ...data,
      kind: 'heat',
      unit: 'percent',
      series: [{ ...data.series[0]!, values }],
    })
    expect([isEmpty(shares([0, null])), isEmpty(shares([null, null]))]).toEqual([false, true])
  })

  test('what can be added up keeps its whole: the last bar is the rest', () => {
    const values = Array.from({ length: 30 }, (_, at) => 30 - at)
    const many: ChartData = {
      ...data,
      isAdditive: true,
      isOrdered: false,
      categories: values.map((_, at) => ({ key: `${at}`, label: `${at}` })),
      series: [{ ...data.series[0]!, values }],
    }
    const sum = (all: readonly (number | null)[]): number => all.reduce<number>((whole, one) => whole + (one ?? 0), 0)
    for (const kind of ['bar', 'column', 'donut'] as const) {
      const seen = visiblePart({ ...many, kind }, 400, (count) => `rest ${count}`)
      expect(seen.categories.length).toBeLessThan(30)
      expect(seen.categories.at(-1)!.label).toBe(`rest ${30 - seen.categories.length + 1}`)
      expect(sum(seen.series[0]!.values)).toBe(sum(values))
    }
    const means = visiblePart({ ...many, isAdditive: false }, 400, () => 'rest')
    expect(means.categories.map(({ label }) => label)).not.toContain('rest')
    const columns = chartOption(
      visiblePart({ ...many, kind: 'column' }, 400, () => 'rest'),
      look,
      'zh',
    ) as {
      xAxis: { axisLabel: { interval?: number; hideOverlap?: boolean } }
    }
    expect(columns.xAxis.axisLabel).toMatchObject({ interval: 0, hideOverlap: false })
  })

  test('durations of one chart have one unit', () => {
    const times: ChartData = { ...data, unit: 'minutes', series: [{ ...data.series[0]!, values: [30, 300] }] }
    const option = chartOption(times, look, 'en') as { series: { label: { formatter: (one: { value: unknown }) => string } }[] }
    expect([30, 300].map((value) => option.series[0]!.label.formatter({ value }))).toEqual(['0.5 h', '5 h'])
  })

  test.each(chartKinds)('%s: axes of values begin at zero, and a legend leaves room above the drawing', (kind) => {
    const two = { ...data, kind, series: [data.series[0]!, { key: 'x', label: 'x', values: [1, 2] }] }
    const option = chartOption(two, look, 'zh') as Record<string, { type?: string; min?: number; top?: number }>
    for (const axis of [option.xAxis, option.yAxis]) if (axis?.type === 'value') expect(axis.min).toBe(0)
    if (option.legend) expect(option.grid!.top).toBeGreaterThanOrEqual(36)
  })

  test('a line runs from edge to edge, and a single point stands in the middle', () => {
    const axis = (categories: ChartData['categories']) =>
      (chartOption({ ...data, kind: 'line', categories }, look, 'zh') as { xAxis: { boundaryGap: boolean } }).xAxis
    expect(axis(data.categories).boundaryGap).toBe(false)
    expect(axis(data.categories.slice(0, 1)).boundaryGap).toBe(true)
  })

  test('names are cut by their width: a Chinese letter takes the room of two Latin ones', () => {
    const { yAxis } = chartOption({ ...data, kind: 'bar' }, look, 'zh') as {
      yAxis: { axisLabel: { formatter: (name: string) => string } }
    }
    const shown = yAxis.axisLabel.formatter
    expect(shown('Waiting for disposal now')).toBe('Waiting for disposal now')
    expect(shown('Waiting for disposal, now')).toBe('Waiting for disposal, n…')
    expect(shown('设'.repeat(12))).toBe('设'.repeat(12))
    expect(shown('设'.repeat(13))).toBe(`${'设'.repeat(11)}…`)
  })
})

describe('clicks', () => {
  test('a mark is found by its place, a cell by its numbers, a share by the place that it carries', () => {
    expect(placeOf('stacked', { dataIndex: 2, seriesIndex: 1, data: 4 })).toEqual([2, 1])
    expect(placeOf('heat', { dataIndex: 7, seriesIndex: 0, data: [3, 2, 9] })).toEqual([3, 2])
    expect(placeOf('donut', { dataIndex: 1, seriesIndex: 0, data: { at: 4 } })).toEqual([4, 0])
  })

  test('a name along an axis stands for its mark, unless it has several', () => {
    expect(placeOf('bar', { dataIndex: 2 })).toEqual([2, 0])
    expect(placeOf('heat', { dataIndex: 2 })).toBeUndefined()
    const axis = (series: ChartData['series']) =>
      (chartOption({ ...data, series }, look, 'zh') as { yAxis: { triggerEvent: boolean } }).yAxis
    expect(axis(data.series).triggerEvent).toBe(true)
    expect(axis([...data.series, ...data.series]).triggerEvent).toBe(false)
  })

  test('names of many slices stand in a column beside the ring, each with its number, and a choice keeps its colour', () => {
    const donut = (values: readonly number[]) => {
      const categories = values.map((_, at) => ({ key: String(at), label: `状态${at}` }))
      const series = [{ ...data.series[0]!, values }]
      const option = chartOption({ ...data, kind: 'donut', categories, series }, look, 'zh') as unknown as {
        legend?: { formatter: (name: string) => string }
        series: { label: { show: boolean }; data: { name: string; itemStyle: { color: string } }[] }[]
      }
      const { label, data: slices } = option.series[0]!
      return { isBeside: !label.show, said: option.legend?.formatter('状态5'), last: slices.at(-1)!.itemStyle.color }
    }
    expect(donut([4, 4, 4, 4, 4])).toMatchObject({ isBeside: false, said: undefined })
    expect(donut([4, 4, 4, 4, 4, 7])).toMatchObject({ isBeside: true, said: '状态5  7' })
    expect(donut([0, 0, 0, 0, 4, 7]).last).toBe(donut([4, 4, 4, 4, 4, 7]).last)
  })

  test('an axis of minutes has round marks in the unit they are said in', () => {
    const axis = (most: number) =>
      (
        chartOption({ ...data, kind: 'line', unit: 'minutes', series: [{ ...data.series[0]!, values: [0, most] }] }, look, 'en') as {
          yAxis: { interval: number; max: number }
        }
      ).yAxis
    expect(axis(45.9 * 60)).toMatchObject({ interval: 20 * 60, max: 60 * 60 })
    expect(axis(52)).toMatchObject({ interval: 20, max: 60 })
    expect(axis(9 * 1440)).toMatchObject({ interval: 5 * 1440, max: 10 * 1440 })
  })

  test('the ground between the tiles of a treemap is no tile', () => {
    expect(placeOf('treemap', { dataIndex: 0, seriesIndex: 0, data: { name: '' } })).toBeUndefined()
  })
})

describe('measures as charts', () => {
  const group = (key: string | null, count: number, parts?: { key: string; count: number }[]) => ({
    key,
    name: key,
    filter: key === null ? { eamStatus: '_none' } : { eamStatus: key },
    values: { count },
    ...(parts ? { parts: parts.map((part) => ({ key: part.key, name: part.key, filter: {}, values: { count: part.count } })) } : {}),
  })
  const found: Measured = {
    group: 'eamStatus',
    split: null,
    filter: {},
    values: { count: 5 },
    rows: [group('in_use', 1), group('idle', 0), group(null, 4)],
  }

  test('choices are ranked, and those without rows left out', () => {
    const chart = chartOf(deviceCards, found, 'count', 'bar', 'en')
    expect(chart.categories.map(({ label }) => label)).toEqual(['Not set', 'in_use'])
    expect(groupAt(found, chart, 0, 0)).toBe(found.rows[2])
  })

  test('a split one has a colour for each part', () => {
    const split: Measured = {
      ...found,
      split: 'origin',
      rows: [group('in_use', 3, [{ key: 'domestic', count: 3 }]), group('idle', 2, [{ key: 'imported', count: 2 }])],
    }
    const chart = chartOf(deviceCards, split, 'count', 'stacked', 'zh')
    expect(chart.series.map(({ key, values }) => [key, values])).toEqual([
      ['domestic', [3, null]],
      ['imported', [null, 2]],
    ])
    expect(groupAt(split, chart, 1, 1)).toBe(split.rows[1]!.parts![0])
  })

  test('a part that is a choice keeps its colour and its place, whichever others have rows', () => {
    const coloursOf = (...kinds: string[]) => {
      const parts = kinds.map((key) => ({ key, count: 1 }))
      const chart = chartOf(deviceCards, { ...found, split: 'origin', rows: [group('in_use', 1, parts)] }, 'count', 'stacked', 'zh')
      const { series } = chartOption(chart, look, 'zh') as unknown as { series: { name: string; color: string }[] }
      return series.map(({ name, color }) => [name, color])
    }
    const [domestic, imported] = coloursOf('imported', 'domestic')
    expect([coloursOf('imported'), coloursOf('domestic')]).toEqual([[imported], [domestic]])
    expect(imported![1]).not.toBe(domestic![1])
  })

  test('medians are never drawn as shares of a whole', () => {
    expect(kindsOf(repairs, repairs.figures.response, 'faultKind', undefined)).not.toEqual(expect.arrayContaining(['donut']))
    expect(kindsOf(repairs, repairs.figures.response, 'month', undefined)[0]).toBe('line')
    expect(kindsOf(repairs, repairs.figures.count, 'month', 'urgency')).toEqual(['stacked', 'heat'])
  })

  test('lead to the list of the rows that a figure looks at', () => {
    const month = { reportedAt_ge: '2026-01-01', reportedAt_le: '2026-01-31 23:59:59.999' }
    expect(listAddress(repairs, repairs.figures.response, month)).toBe(
      '/eam/repair?reportedAt_ge=2026-01-01&reportedAt_le=2026-01-31&acceptedAt=_some',
    )
    expect(listAddress(deviceCards, deviceCards.figures.intact, { eamStatus: 'disposed' })).toBeUndefined()
  })
})

test('a state has the colour of its meaning in every chart, and a field without meanings has none', () => {
  expect(toneOfChoice(device.fields.eamStatus, 'in_use')).toEqual({
    tone: device.fields.eamStatus.of.in_use.tone,
    shade: expect.any(Number),
  })
  expect(toneOfChoice(device.fields.eamStatus, 'missing').tone).toBe('bad')
  expect(toneOfChoice(device.fields.eamStatus, null)).toEqual({})
  expect(toneOfChoice(device.fields.useDept, 'x')).toEqual({})
})
