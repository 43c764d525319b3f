import { cutText } from '#contract/kit/fields/cut-text.ts'

/** A class as the file of a catalogue says it. */
export interface ListedClass {
  readonly code: string
  readonly name: string
  readonly riskLevel: 'I' | 'II' | 'III' | null
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Reads the file of a classification catalogue: JSON with `l1_categories` and `items`, each with `code`, `name` and, for items, `device_class`. A code that
 * stands twice counts once, with its first name. Throws with a sentence when it is no such file.
 */
export function readCatalogue(json: string): ListedClass[] {
  const file = JSON.parse(json) as { l1_categories?: unknown; items?: unknown }
  if (!Array.isArray(file.items)) throw new Error('The file holds no list "items" with the classes of a catalogue.')
  const found = new Map<string, ListedClass>()
  const listed = [...(Array.isArray(file.l1_categories) ? file.l1_categories : []), ...file.items] as Record<string, unknown>[]
  for (const one of listed) {
    const [code, name, risk] = [text(one.code), text(one.name), text(one.device_class)]
    if (!/^\d{2}(-\d{2}){0,2}$/.test(code) || name === '')
      throw new Error(`The file holds a class without a code or a name: ${JSON.stringify(one)}`)
    if (found.has(code)) continue
    found.set(code, { code, name: cutText(name, 120), riskLevel: risk === 'I' || risk === 'II' || risk === 'III' ? risk : null })
  }
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}
