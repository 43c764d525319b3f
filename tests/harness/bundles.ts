import type { BundleAnswer, BundleIds } from '#contract/sync/sync-bundle.ts'

/** Ids of a pack, in their order. */
const idsOfBundle = ({ heads, tails }: BundleIds): string[] => {
  const bytes = Buffer.from(tails, 'base64')
  let head = 0
  return heads.map((more, index) => {
    head += more
    const hex = head.toString(16).padStart(12, '0') + bytes.subarray(index * 10, index * 10 + 10).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  })
}

/** The rows of a pack as its text says, read without the phone's own code. */
export const rowsOfBundle = (bundle: BundleAnswer): Record<string, unknown>[] => {
  const linked = new Map(
    bundle.columns.flatMap((column) => (column.kind === 'link' ? [[column.name, idsOfBundle(column.ids)] as const] : [])),
  )
  return idsOfBundle(bundle.ids).map((id, index) => {
    const row: Record<string, unknown> = { id, version: bundle.versions[index] }
    for (const column of bundle.columns) {
      if (column.kind === 'text') row[column.name] = column.values[index]
      else if (column.kind === 'few') row[column.name] = column.values[column.at[index] as number] ?? null
      else {
        row[`${column.name}Id`] = linked.get(column.name)?.[column.at[index] as number] ?? null
        row[`${column.name}Name`] = column.names[column.at[index] as number] ?? null
      }
    }
    return row
  })
}
