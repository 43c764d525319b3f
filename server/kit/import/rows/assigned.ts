/** Assigns a field to each column: the heading that matches more precisely wins, then the leftmost column. */
export function assigned(wanted: readonly (readonly { readonly name: string; readonly rank: number }[])[]): Map<number, string> {
  const fields = new Map<number, string>()
  const taken = new Set<string>()
  const ranks = [...new Set(wanted.flatMap((some) => some.map(({ rank }) => rank)))].sort((one, other) => other - one)
  for (const least of ranks)
    for (const [at, some] of wanted.entries()) {
      const found = fields.has(at) ? undefined : some.find(({ name, rank }) => rank >= least && !taken.has(name))
      if (!found) continue
      fields.set(at, found.name)
      taken.add(found.name)
    }
  return fields
}
