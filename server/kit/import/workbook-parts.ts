import { type Hearer, xmlReader } from './xml-reader.ts'
import { textOf, type ZipPart } from './zip-parts.ts'

const mib = 1024 * 1024

/**
 * Bytes that the parts of a workbook may have once unpacked, each and together. What only says which sheets there are is small. Styles grow with every
 * copy between workbooks, and only their kinds of numbers are kept; shared texts are held in memory; rows are read one by one.
 */
export const mostOf = { whole: 1024 * mib, sheet: 384 * mib, texts: 128 * mib, styles: 16 * mib, facts: mib } as const

/** Columns of a sheet or text table that are read; what stands to the right of them is passed over. */
export const mostColumns = 200

/** Reads the XML of a part. Refuses one of more than `most` bytes, and what is no XML of a spreadsheet. */
export async function readPart(part: ZipPart, most: number, hear: Hearer): Promise<void> {
  const reader = xmlReader(hear)
  for await (const text of textOf(part, most)) reader.feed(text)
  reader.end()
}
