import type { Words } from '#contract/kit/words.ts'

/** A ground with the text that reads on it, as `#rrggbb`. */
interface Ground {
  readonly ground: string
  readonly text: string
}

/** The facts of a theme; `tokens.ts` makes the rest of them. Every colour is `#rrggbb`. */
export interface Theme extends Words {
  readonly isDark: boolean
  /** The colour that comes with it until the person chooses another. */
  readonly colour: string
  readonly text: string
  /** Behind the panels, the panels, and what lies above them. */
  readonly layout: string
  readonly container: string
  readonly elevated: string
  /** The side bar; absent: as the panels are. */
  readonly side?: Ground
  /** The bar at the top; absent: as the panels are. */
  readonly top?: Ground
}

const light = { isDark: false, text: '#1f1f1f', layout: '#f3f5f8', container: '#ffffff', elevated: '#ffffff' } as const
const dark = { isDark: true, text: '#e6e8eb', layout: '#121417', container: '#1b1e23', elevated: '#262a31' } as const

/** The colour of a person who chose none. */
export const defaultColour = '#409EFF'

/** The themes by name; the document's body has the class `theme-<name>`. */
export const themes = {
  default: { ...light, zh: '默认', en: 'Default', colour: defaultColour, side: { ground: '#20222a', text: '#c9ccd3' } },
  white: { ...light, zh: '浅色', en: 'Light', colour: defaultColour },
  dark: { ...dark, zh: '深色', en: 'Dark', colour: defaultColour },
  star: {
    ...dark,
    zh: '星空',
    en: 'Starry night',
    colour: '#8ab4ff',
    layout: '#0f1428',
    container: '#182041',
    elevated: '#222c54',
    side: { ground: '#0b1022', text: '#c3cce6' },
  },
  bule: {
    ...light,
    zh: '蓝色',
    en: 'Blue',
    colour: '#1f6feb',
    side: { ground: '#0f2f66', text: '#d3e0f7' },
    top: { ground: '#14458f', text: '#ffffff' },
  },
  iview: { ...light, zh: '石墨', en: 'Graphite', colour: '#2d8cf0', side: { ground: '#3b4252', text: '#dfe3ea' } },
  vip: {
    ...dark,
    zh: '黑金',
    en: 'Black and gold',
    colour: '#d9b45b',
    layout: '#15130f',
    container: '#1f1c16',
    elevated: '#2b271f',
    side: { ground: '#100e0b', text: '#d8cdb4' },
    top: { ground: '#191610', text: '#e8d9b0' },
  },
  cool: {
    ...light,
    zh: '清爽',
    en: 'Cool',
    colour: '#0f9d94',
    layout: '#eef6f6',
    side: { ground: '#0d4a4d', text: '#d2ebea' },
    top: { ground: '#0f5a5c', text: '#ffffff' },
  },
  d2: { ...light, zh: '简约', en: 'Plain', colour: '#2f74ff', layout: '#ebf1f6', side: { ground: '#ebf1f6', text: '#2b3644' } },
  hey: { ...light, zh: '暖色', en: 'Warm', colour: '#d9541e', layout: '#faf6f1', side: { ground: '#3a2a22', text: '#ecdfd6' } },
  lte: {
    ...light,
    zh: '绿色',
    en: 'Green',
    colour: '#00875a',
    layout: '#eef3f0',
    side: { ground: '#222d32', text: '#c8d5db' },
    top: { ground: '#00654a', text: '#ffffff' },
  },
} as const satisfies Readonly<Record<string, Theme>>

export type ThemeName = `theme-${keyof typeof themes}`

/** The class names of the themes, in the order of the gallery. */
export const themeNames = Object.keys(themes).map((name) => `theme-${name}` as ThemeName)

/** The theme behind a class name. */
export const themeOf = (name: ThemeName): Theme => themes[name.slice('theme-'.length) as keyof typeof themes]
