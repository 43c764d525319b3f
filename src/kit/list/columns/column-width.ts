import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { type Language, say } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'

/** Approximate width of a text in px: Chinese characters are square, Latin letters about half as wide. */
const textWidth = (text: string, size: number): number => {
  let width = 0
  for (const letter of text) width += letter > '⺀' ? size : size * 0.56
  return Math.ceil(width)
}

/** Horizontal padding of a cell. */
const padding = 16
/** Sort arrows of a heading. */
const arrows = 24
/** Border and padding of a coloured label. */
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
      // Names of departments and places are shorter than those in large registers.
      return to.large ? 180 : 128
    }
    case 'text':
      return field.multiline ? 220 : 140
    default:
      return 140
  }
}

/** Default width of a column in px: enough for its values and its heading. */
export function usualWidth(name: string, field: Field, view: View, language: Language, sorts: boolean): number {
  const heading = textWidth(say(field, language), 14.4) + padding + (sorts ? arrows : 0)
  return Math.max(bodyWidth(name, field, view, language), Math.min(mostOfHeading, heading))
}

/** Width in px of a heading in an empty list: on at most two lines, broken between words only. */
export function headingWidth(heading: string): number {
  // Bold Latin letters are wider.
  const size = /[a-z]/i.test(heading) ? 15.4 : 14.4
  const longest = Math.max(...heading.split(' ').map((part) => textWidth(part, size)))
  return Math.max(longest, Math.ceil(textWidth(heading, size) / 2)) + padding + 1
}
