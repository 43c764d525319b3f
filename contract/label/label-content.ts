import { anyLabelLine, type LabelKind, labelTargets, ownLines } from '../entities/label/label-lines.ts'
import type { View } from '../kit/entity/view.ts'
import type { Language, Words } from '../kit/words.ts'
import type { LabelCodes } from './label-codes.ts'
import { udiOf } from './label-udi.ts'

/** The content of one row's label. `code`: the text of its QR code. */
export interface LabelContent {
  readonly id: string
  readonly code: string
  readonly title: string
  /** `caption` ends in its colon. */
  readonly lines: readonly { readonly caption: string; readonly value: string }[]
  /** The texts of a Code 128 and a GS1 DataMatrix, if the design has them and the row has a value. */
  readonly barcode?: string
  readonly udi?: string
  /** Both as modules to draw. */
  readonly codes?: LabelCodes
}

/** Maximum number of labels that the page prints itself; more become a PDF. */
export const mostInBrowser = 500

/** The text of a QR code, for cards and rooms alike; the phone accepts any base address. */
export const codeOf = (base: string, token: string): string => `${base}/m/c/${token}`

/** The part of such a text in a small QR code: 14 characters, the capacity of the smallest version. */
export const shortCodeOf = (code: string): string => code.slice(code.lastIndexOf('/c/') + 1)

const colons = { zh: '：', en: ': ' } as const

/** The label of a field before its value. */
export const captionOf = (words: Words, language: Language): string => words[language] + colons[language]

type Row = Readonly<Record<string, unknown>>

function textIn(view: View, name: string, row: Row): string {
  const field = view.fields[name]
  if (!field) return ''
  const value = field.kind === 'link' ? row[`${name}Name`] : field.kind === 'choice' ? (row[`${name}Value`] ?? row[name]) : row[name]
  return value === null || value === undefined ? '' : String(value)
}

/**
 * The label content of a row in wire form. `lines`: names of fields, including custom ones; the first is the title; empty and hidden fields
 * are left out.
 */
export function contentOf(
  kind: LabelKind,
  view: View,
  given: {
    readonly lines: readonly string[]
    readonly base: string
    readonly language: Language
    /** The field in a Code 128. */
    readonly barcode?: string | null
    readonly hasUdi?: boolean
  },
  row: Row,
): LabelContent {
  const own = [...view.custom].filter((name) => view.fields[name]?.list)
  const known = given.lines.filter((name) => Object.hasOwn(anyLabelLine, name) || view.custom.has(name))
  const [first = '', ...rest] = new Set(known.flatMap((name) => (name === ownLines ? own : [name])))
  const barcode = given.barcode ? textIn(view, given.barcode, row) : ''
  const udi = given.hasUdi ? udiOf(row) : ''
  return {
    id: String(row.id),
    code: codeOf(given.base, String(row.qrToken ?? '')),
    title: textIn(view, first, row) || String(row[labelTargets[kind].title] ?? ''),
    lines: rest.flatMap((name) => {
      const value = textIn(view, name, row)
      return value ? [{ caption: captionOf(view.fields[name]!, given.language), value }] : []
    }),
    ...(barcode ? { barcode } : {}),
    ...(udi ? { udi } : {}),
  }
}
