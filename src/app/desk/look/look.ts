import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'
import { defaultColour, type ThemeName, themeNames, themeOf } from './themes.ts'

/** A theme, or `theme-system` for the light or the dark one as the system is set. */
export type ChosenTheme = ThemeName | 'theme-system'

export interface Look {
  readonly themeName: ChosenTheme
  readonly colorName: string
  /** Whether the sidebar is folded. */
  readonly isFolded: boolean
}

const choices: readonly string[] = ['theme-system', ...themeNames]

/** The look as this browser remembers it, which a page begins with. */
export const rememberedLook = (): Look => {
  const name = kept<ChosenTheme>('themeName')
  const colour = kept<string>('colorName')
  return {
    themeName: name && choices.includes(name) ? name : 'theme-white',
    colorName: colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : defaultColour,
    isFolded: kept<boolean>('isFolded') ?? false,
  }
}

/** How the desk looks; remembered on this computer. */
export const useLook = create<Look>()(rememberedLook)

/** Changes a part of the look and remembers it. */
export function changeLook(part: Partial<Look>): void {
  for (const [name, value] of Object.entries(part)) keep(name, value)
  useLook.setState(part)
}

/** The theme that is shown. */
export const shownTheme = (chosen: ChosenTheme, prefersDark: boolean): ThemeName =>
  chosen === 'theme-system' ? (prefersDark ? 'theme-dark' : 'theme-white') : chosen

const ownColour = (chosen: ChosenTheme): string => themeOf(shownTheme(chosen, false)).colour

/** Chooses a theme; its colour comes along unless the person has chosen a colour of their own. */
export function chooseTheme(themeName: ChosenTheme): void {
  const before = useLook.getState()
  const isOwn = before.colorName.toLowerCase() !== ownColour(before.themeName).toLowerCase()
  changeLook({ themeName, ...(isOwn ? {} : { colorName: ownColour(themeName) }) })
}
