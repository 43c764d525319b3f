import { setImmediate as turn } from 'node:timers/promises'
import bwip from 'bwip-js/generic'
import type { LabelCodes } from '#contract/label/label-codes.ts'
import type { LabelContent } from '#contract/label/label-content.ts'

/** What Code 128 holds without changing its tables to bytes. */
const isAscii = /^[ -~]{1,80}$/

interface Encoded {
  readonly sbs?: readonly number[]
  readonly pixs?: readonly number[]
  readonly pixx?: number
}

const encoded = (bcid: string, text: string): Encoded | undefined => bwip.raw({ bcid, text } as never)[0] as Encoded | undefined

/** The bars and spaces of a Code 128 in modules; undefined where the text has letters it cannot hold. */
export function barsOf(text: string): readonly number[] | undefined {
  return isAscii.test(text) ? encoded('code128', text)?.sbs : undefined
}

/** The squares of a GS1 DataMatrix (ECC 200) of a text such as `(01)…(21)…`, row by row; undefined where the text is no GS1. */
export function matrixOf(text: string): readonly string[] | undefined {
  try {
    const { pixs, pixx } = encoded('gs1datamatrix', text) ?? {}
    if (!pixs || !pixx) return undefined
    return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
  } catch {
    return undefined
  }
}

/** A label with its codes encoded. About a millisecond each. */
export function withCodes(content: LabelContent): LabelContent {
  if (!content.barcode && !content.udi) return content
  const [bars, matrix] = [content.barcode && barsOf(content.barcode), content.udi && matrixOf(content.udi)]
  const codes: LabelCodes = { ...(bars ? { bars } : {}), ...(matrix ? { matrix } : {}) }
  return { ...content, codes }
}

/** The same for many, between other requests. */
export async function allWithCodes(contents: readonly LabelContent[]): Promise<LabelContent[]> {
  const done: LabelContent[] = []
  for (const content of contents) {
    done.push(withCodes(content))
    if (done.length % 10 === 0) await turn()
  }
  return done
}
