import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

/** The colour of a person who chose none. */
export const defaultColour = '#409EFF'
export const themes = ['theme-white', 'theme-dark', 'theme-system'] as const
export type Theme = (typeof themes)[number]

export interface Look {
  readonly themeName: Theme
  readonly colorName: string
  /** Whether the sidebar is folded. */
  readonly isFolded: boolean
}

const remembered = kept<Theme>('themeName')

/** How the desk looks; remembered on this computer. */
export const useLook = create<Look>()(() => ({
  themeName: remembered && themes.includes(remembered) ? remembered : 'theme-white',
  colorName: kept<string>('colorName') ?? defaultColour,
  isFolded: kept<boolean>('isFolded') ?? false,
}))

/** Changes a part of the look and remembers it. */
export function changeLook(part: Partial<Look>): void {
  for (const [name, value] of Object.entries(part)) keep(name, value)
  useLook.setState(part)
}
