import type { Meaning } from '#contract/ask/meaning.ts'
import { isPlaceName, kindsOfName } from '#contract/ask/name-kinds.ts'
import { deviceNames } from '#contract/ask/terms.ts'
import { folded } from '#contract/ask/writing.ts'
import type { Option } from '#src/data/hooks.ts'

/** The calls that look a text up, each with the rights of the reader. */
export interface Lookup {
  /** Rows of an entity whose names fit; none for an entity that the reader may not list. */
  options(entity: string, text: string): Promise<readonly Option[]>
  /** Whether the list of an entity has rows with the text. */
  isFound(entity: string, text: string): Promise<boolean>
}

/** At most so many rows are offered for a text. */
const mostChoices = 5

const languages = deviceNames.map((names) => names.split('|'))

/** A name of devices as a register may write it: as typed, in the singular, in the other language. */
function writings(text: string): string[] {
  const names = languages.find((all) => all.includes(text))
  return [...new Set([text, ...(names ? [names[0]!, names[1]!] : [])])]
}

async function firstFound(texts: readonly string[], lookup: Lookup): Promise<string | undefined> {
  for (const text of texts) if (await lookup.isFound('device', text)) return text
  return undefined
}

async function meaningsOf(text: string, kinds: readonly string[], lookup: Lookup): Promise<readonly Meaning[]> {
  const found = await Promise.all(
    kindsOfName(text, kinds).map(async (to) =>
      (await lookup.options(to, text)).map(({ id, name }) => ({ is: 'name' as const, to, id, name })),
    ),
  )
  const exact = found.flat().filter(({ name }) => folded(name) === text)
  if (exact.length > 0) return exact.slice(0, mostChoices)
  // Chinese names are found by pinyin too; other rows were found by something that is not their name.
  const alike = found.flat().filter(({ name }) => folded(name).includes(text) || /^[a-z]{3,}$/.test(text))
  const keyword = kinds.includes('device') && !isPlaceName(text) ? await firstFound(writings(text), lookup) : undefined
  return [...(keyword === undefined ? [] : [{ is: 'keyword' as const, of: 'device', text: keyword }]), ...alike].slice(0, mostChoices)
}

/** The rows that the texts of a sentence can mean; a text within one that was found is not looked up. */
export async function findNames(
  texts: readonly string[],
  kinds: readonly string[],
  lookup: Lookup,
): Promise<ReadonlyMap<string, readonly Meaning[]>> {
  const names = new Map<string, readonly Meaning[]>()
  for (const text of texts) {
    if ([...names.keys()].some((known) => known.includes(text))) continue
    const meanings = await meaningsOf(text, kinds, lookup)
    if (meanings.length > 0) names.set(text, meanings)
  }
  return names
}
