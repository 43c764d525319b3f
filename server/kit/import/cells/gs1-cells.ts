import { parseGs1 } from '#contract/codes/gs1.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { oneWriting } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'

/** The message about a GS1 code whose elements filled other fields. */
export const splitGs1Words: Words = {
  zh: '单元格是完整的 UDI，已拆分：序列号、批号、日期等填入空白的列',
  en: 'is a whole UDI and was taken apart: serial, lot, dates and the like went into columns that were empty',
}

const separator = '\x1d'

/**
 * Splits a full GS1 code in the device identifier's cell: the identifier stays, the other elements fill empty fields of the row. Returns
 * the names of the filled fields; undefined if the cell has no such code.
 */
export function splitGs1(draft: Record<string, unknown>, { gs1: of }: Pick<ImportFacts, 'gs1'>): readonly string[] | undefined {
  const text = of && draft[of.di]
  if (typeof text !== 'string') return undefined
  const read = parseGs1(oneWriting(text).replace(/[ \n]/g, ''))
  if (!read.ok || read.gs1.udiDi === undefined) {
    draft[of!.di] = text.replaceAll(separator, '')
    return undefined
  }
  const { udiDi, udiPi, serial, lot, made, expiry } = read.gs1
  draft[of!.di] = udiDi
  const filled: string[] = []
  for (const [name, value] of [
    [of!.pi, udiPi],
    [of!.serial, serial],
    [of!.lot, lot],
    [of!.made, made],
    [of!.expiry, expiry],
  ] as const)
    if (name !== undefined && value && (draft[name] ?? '') === '') {
      draft[name] = value
      filled.push(name)
    }
  return udiDi === text ? undefined : filled
}
