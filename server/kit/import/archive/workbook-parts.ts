import { type Hearer, xmlReader } from './xml-reader.ts'
import { textOf, type ZipPart } from './zip-parts.ts'

const mib = 1024 * 1024

/**
 * Maximum bytes of the unpacked parts of a workbook, each and in total. Parts that only list the sheets are small. Styles grow with every
 * copy between workbooks, but only their number formats are kept; shared texts are held in memory; rows are read as a stream.
 */
export const mostOf = { whole: 1024 * mib, sheet: 384 * mib, texts: 128 * mib, styles: 16 * mib, facts: mib } as const

/** Maximum number of columns that are read of a sheet or text table; further ones are ignored. */
export const mostColumns = 200

/** Parses the XML of a part. Throws if it has more than `most` bytes or is not the XML of a spreadsheet. */
export async function readPart(part: ZipPart, most: number, hear: Hearer): Promise<void> {
  const reader = xmlReader(hear)
  for await (const text of textOf(part, most)) reader.feed(text)
  reader.end()
}
