import type { Field } from '#contract/kit/field.ts'
import type { View } from '#contract/kit/view.ts'
import { type Language, say } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'

/** The width of a text in px, near enough for a column: ideographs are square, Latin letters half as wide. */
const textWidth = (text: string, size: number): number => {
  let width = 0
  for (const letter of text) width += letter > '⺀' ? size : size * 0.56
  return Math.ceil(width)
}

/** What a cell keeps free left and right of its text. */
const padding = 16
/** The arrows of a heading that sorts. */
const arrows = 24
/** The frame of a coloured label. */
const frame = 18
const mostOfHeading = 190

function bodyWidth(name: string, field: Field, view: View, language: Language): number {
  if (name === view.entity.title) return field.kind === 'numbering' ? 150 : 190
  switch (field.kind) {
    case 'flag':
    case 'integer':
      return 72
    case 'choice': {
      const longest = Math.max(...Object.values(field.of).map((choice) => textWidth(say(choice, language), 12)), 24)
      return Math.min(170, longest + frame + padding)
    }
    case 'date':
      return 110
    case 'decimal':
      return 100
    case 'money':
      return 128
    case 'numbering':
      return 144
    case 'time':
      return 156
    case 'link': {
      const to = entityNamed(field.to)
      if (to.fields[to.title]?.kind === 'numbering') return 144
      // Names of departments and places are shorter than those of what a register holds.
      return to.large ? 180 : 128
    }
    case 'text':
      return field.multiline ? 220 : 140
    default:
      return 140
  }
}

/** The width of a column in px before a person or the hospital chooses another one: what its values need, and at least its heading. */
export function usualWidth(name: string, field: Field, view: View, language: Language, sorts: boolean): number {
  const heading = textWidth(say(field, language), 14.4) + padding + (sorts ? arrows : 0)
  return Math.max(bodyWidth(name, field, view, language), Math.min(mostOfHeading, heading))
}

/** The width in px of a heading that stands alone, in an empty list: on at most two lines, broken between words only. */
export function headingWidth(heading: string): number {
  // Bold Latin letters are wider than the others.
  const size = /[a-z]/i.test(heading) ? 15.4 : 14.4
  const longest = Math.max(...heading.split(' ').map((part) => textWidth(part, size)))
  return Math.max(longest, Math.ceil(textWidth(heading, size) / 2)) + padding + 1
}
