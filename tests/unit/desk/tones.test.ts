import { describe, expect, test } from 'vitest'
import { checkResults } from '#contract/entities/check/check-results.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { checkLines } from '#contract/measures/check-lines.ts'
import { themeNames, themeOf } from '#src/app/desk/look/themes.ts'
import { boardThemes } from '#src/features/insight/board/board-theme.ts'
import { chartOption } from '#src/kit/chart/chart-option.ts'
import { toneOf } from '#src/kit/chart/measure-chart.ts'
import { contrast } from '#src/kit/contrast.ts'
import { solidTones, toneColours } from '#src/kit/tone-colours.ts'

const kinds = ['light', 'dark'] as const
const all: readonly Tone[] = ['plain', 'good', 'busy', 'warn', 'bad', 'extra']

/** A colour in linear light. */
const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
/** What full colour blindness makes of linear light (Machado, Oliveira and Fernandes 2009). */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const
/** CIE L*a*b* of a colour as a person with a kind of colour blindness sees it. */
function seen(hex: string, kind: keyof typeof blindness): number[] {
  const of = linear(hex)
  const m = blindness[kind]
  const [r, g, b] = [0, 3, 6].map((row) => Math.min(1, Math.max(0, m[row]! * of[0]! + m[row + 1]! * of[1]! + m[row + 2]! * of[2]!))) as [
    number,
    number,
    number,
  ]
  const f = (share: number): number => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const apart = (one: readonly number[], other: readonly number[]): number => Math.hypot(...one.map((part, at) => part - other[at]!))

test('the style sheet has every tone on both grounds', () => {
  for (const kind of kinds) {
    expect(Object.keys(toneColours[kind])).toEqual(all)
    for (const colours of Object.values(toneColours[kind])) expect(colours).toHaveLength(3)
  }
})

test('the results of a check have the colours that belong to them', () => {
  const tones = Object.fromEntries(Object.entries(checkResults).map(([result, { tone }]) => [result, tone]))
  expect(tones).toEqual({ pending: 'plain', match: 'good', misplaced: 'warn', mismatch: 'busy', surplus: 'extra', deficient: 'bad' })
  const hue = (tone: Tone): string => {
    const [r, g, b] = linear(toneColours.light[tone][0]) as [number, number, number]
    if (g > r && g > b) return 'green'
    if (b > r && b > g) return r > 2 * g ? 'purple' : 'blue'
    return g > 0.1 * r ? 'orange' : 'red'
  }
  expect([hue('good'), hue('warn'), hue('busy'), hue('extra'), hue('bad')]).toEqual(['green', 'orange', 'blue', 'purple', 'red'])
})

describe.each(kinds)('on %s ground', (kind) => {
  const isDark = kind === 'dark'
  const wall = boardThemes[kind].token as Record<string, string>
  const panels = [
    ...themeNames.map(themeOf).flatMap((theme) => (theme.isDark === isDark ? [theme.container, theme.elevated] : [])),
    wall.colorBgContainer!,
    isDark ? '#1a2028' : '#ffffff',
  ]

  test.each(all)('%s reads on every panel and on its own ground', (tone) => {
    const [solid, text, back] = toneColours[kind][tone]
    for (const panel of panels) {
      expect(contrast(solid, panel), `${solid} on ${panel}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, panel), `${text} on ${panel}`).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(text, back)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.keys(blindness) as (keyof typeof blindness)[])('no tone is taken for another with colour blindness: %s', (eyes) => {
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const [first, second] = [toneColours[kind][one][0], toneColours[kind][other][0]]
        expect(apart(seen(first, eyes), seen(second, eyes)), `${one} and ${other}`).toBeGreaterThan(14)
      }
  })
})

test('charts draw results in the colours of their tones, whichever of them have rows', () => {
  const look = {
    ...{ palette: ['#0072b2'], tones: solidTones(false), text: '#1f1f1f', faint: '#595959', line: '#dddddd', ground: '#ffffff' },
    ...{ raised: '#eeeeee', font: 'sans-serif', isStill: true },
  }
  const group = Object.entries(checkLines.groups).find(([, { by }]) => by === 'result')![0]
  const labelOf = (key: string) => ({ key, label: key, ...toneOf(checkLines, group, key) })
  const categories = ['match', 'surplus', 'deficient'].map(labelOf)
  const common = { figure: 'n', unit: 'lines' as const, by: 'result', categories }
  const values = [3, 2, 1]
  const colours = (option: object): unknown => JSON.parse(JSON.stringify(option)).series
  for (const kind of ['bar', 'column', 'donut', 'treemap'] as const) {
    const drawn = JSON.stringify(colours(chartOption({ ...common, kind, series: [{ key: 'n', label: 'n', values }] }, look, 'zh')))
    for (const tone of ['good', 'extra', 'bad'] as const) expect(drawn).toContain(toneColours.light[tone][0])
    expect(drawn).not.toContain(toneColours.light.warn[0])
  }
  const parts = ['mismatch', 'deficient'].map((key) => ({ ...labelOf(key), values }))
  const stacked = chartOption({ ...common, kind: 'stacked', series: parts }, look, 'zh') as { series: { color: string }[] }
  expect(stacked.series.map(({ color }) => color)).toEqual([toneColours.light.busy[0], toneColours.light.bad[0]])
})
