import type { Tone } from '#contract/kit/fields/field.ts'
import sheet from './tones.css?raw'

/** A tone on light or dark ground: of marks and bars, of text, and of the ground below such a text. */
export type ToneColours = readonly [solid: string, text: string, back: string]

/** The tones of one block of the style sheet. */
function tonesIn(block: string): Readonly<Record<Tone, ToneColours>> {
  const found: Record<string, string[]> = {}
  for (const [, tone = '', part, colour = ''] of block.matchAll(/--tone-([a-z]+)(-text|-back)?:\s*(#[0-9a-f]{6})/gi)) {
    const colours = found[tone] ?? []
    colours[part === '-text' ? 1 : part === '-back' ? 2 : 0] = colour
    found[tone] = colours
  }
  return found as unknown as Readonly<Record<Tone, ToneColours>>
}

const [light = '', dark = ''] = sheet.split('}')

/** The colours of the style sheet, for what is drawn on a canvas. */
export const toneColours = { light: tonesIn(light), dark: tonesIn(dark) } as const

/** The solid colour of every tone. */
export const solidTones = (isDark: boolean): Readonly<Record<Tone, string>> =>
  Object.fromEntries(Object.entries(toneColours[isDark ? 'dark' : 'light']).map(([tone, [solid]]) => [tone, solid])) as Record<Tone, string>
