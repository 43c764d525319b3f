import { parseGs1 } from '#contract/gs1.ts'
import type { ImportFacts } from '#contract/kit/import-facts.ts'
import { oneWriting } from '#contract/kit/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'

export const takenApart: Words = {
  zh: '单元格是完整的 UDI，已拆分：序列号、批号、日期等填入空白的列',
  en: 'is a whole UDI and was taken apart: serial, lot, dates and the like went into columns that were empty',
}

const separator = '\x1d'

/**
 * Takes a whole GS1 code in the field of the device identifier apart: the identifier stays, the other elements fill fields that the row
 * leaves empty. Returns the names of the fields that were filled; undefined if the cell holds no such code.
 */
export function takeApart(draft: Record<string, unknown>, { gs1: of }: Pick<ImportFacts, 'gs1'>): readonly string[] | undefined {
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
