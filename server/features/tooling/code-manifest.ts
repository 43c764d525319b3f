import { listText } from './code-text.ts'

interface Part {
  readonly start: number
  readonly end: number
}

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** Where a string or a comment that begins here ends; `at` itself where none begins. */
function skipped(source: string, at: number): number {
  const two = source.slice(at, at + 2)
  if (two === '//') return source.indexOf('\n', at)
  if (two === '/*') return source.indexOf('*/', at) + 2
  const quote = source[at]!
  if (!`'"\``.includes(quote)) return at
  let end = at + 1
  while (source[end] !== quote) end += source[end] === '\\' ? 2 : 1
  return end + 1
}

/** The parts between the commas of a bracket that opens here, and where it closes. Throws when it does not. */
function partsOf(source: string, open: number): { readonly parts: readonly Part[]; readonly close: number } {
  const wanted: string[] = []
  const parts: Part[] = []
  let start = open + 1
  for (let at = open; at < source.length; at++) {
    const after = skipped(source, at)
    if (after > at) at = after - 1
    else if (closing[source[at]!]) wanted.push(closing[source[at]!]!)
    else if (source[at] === wanted.at(-1)) {
      wanted.pop()
      if (wanted.length > 0) continue
      if (source.slice(start, at).trim() !== '') parts.push({ start, end: at })
      return { parts, close: at }
    } else if (source[at] === ',' && wanted.length === 1) {
      parts.push({ start, end: at })
      start = at + 1
    }
  }
  throw new Error('a bracket of the manifest stays open')
}

/** The properties of an object literal by name: where each value begins. */
function valuesOf(source: string, open: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { start, end } of partsOf(source, open).parts) {
    // A remark may stand before the name.
    const named = /^(?:\s|\/\/[^\n]*\n)*(\w+):\s*/.exec(source.slice(start, end))
    if (named) found.set(named[1]!, start + named[0].length)
  }
  return found
}

/** Where the value of a property of the manifest begins. Throws when it is no literal, which is a mistake of the program. */
function valueAt(source: string, name: string): number {
  const at = valuesOf(source, source.indexOf('{', source.indexOf('= module('))).get(name)
  if (at === undefined) throw new Error(`the manifest has no ${name}`)
  return at
}

const textsIn = (source: string, open: number): string[] =>
  partsOf(source, open).parts.map(({ start, end }) => source.slice(start, end).trim())

/** The manifest with one more element in a list of its own. */
export function withElement(source: string, name: string, element: string): string {
  const open = valueAt(source, name)
  const { close } = partsOf(source, open)
  const before = `${name}: `
  const text =
    source[open + 1] === '\n'
      ? `${source.slice(open, close)}  ${element},\n  ]`
      : listText(before, [...textsIn(source, open), element], '  ').slice(before.length)
  return source.slice(0, open) + text + source.slice(close + 1)
}

/** The manifest with rights of a role. */
export function withRight(source: string, role: string, right: string): string {
  const open = valueAt(source, 'rights')
  const { close } = partsOf(source, open)
  const held = new Map(
    [...valuesOf(source, open)].map(([name, at]): [string, string | string[]] => {
      const constant = /^\w+/.exec(source.slice(at))?.[0]
      return [name, constant ?? textsIn(source, at)]
    }),
  )
  const before = held.get(role) ?? []
  held.set(role, [...(typeof before === 'string' ? [`...${before}`] : before), `'${right}'`])
  const flat = `{ ${[...held].map(([name, list]) => `${name}: ${typeof list === 'string' ? list : `[${list.join(', ')}]`}`).join(', ')} }`
  const isFlat = source[open + 1] !== '\n' && `  rights: ${flat},`.length <= 140
  const lines = [...held].map(([name, list]) =>
    typeof list === 'string' ? `    ${name}: ${list},\n` : `    ${listText(`${name}: `, list, '    ')},\n`,
  )
  return source.slice(0, open) + (isFlat ? flat : `{\n${lines.join('')}  }`) + source.slice(close + 1)
}

/** The path of an import as the project orders it: without its extension. */
const orderOf = (path: string): string => path.replace(/\.ts$/, '')

/** The path of an entity’s file as if it lay directly in the folder of its module. */
const withoutRoom = (path: string): string => path.replace(/^(\.\.\/entities\/[^/]+)\/.+\/([^/]+)$/, '$1/$2')

/** Whether the manifest has a name of its own that is called so, or imports a file of that path. */
export function isTakenIn(source: string, name: string, path: string): boolean {
  const imports = [...source.matchAll(/^import ([^;]*?) from '([^']+)'$/gm)]
  const words = imports.flatMap(([, clause]) => clause!.match(/\w+/g) ?? [])
  const own = [...source.matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].map(([, word]) => word)
  return imports.some(([, , from]) => withoutRoom(from!) === path) || [...words, ...own].includes(name)
}

/** The manifest with one more import, in its place. */
export function withImport(source: string, name: string, path: string): string {
  const line = `import { ${name} } from '${path}'\n`
  const all = [...source.matchAll(/^import [^;]*? from '([^']+)'\n/gm)]
  const next = all.find((one) => orderOf(one[1]!) > orderOf(path))
  const at = next ? next.index : all.at(-1)!.index + all.at(-1)![0].length
  return source.slice(0, at) + line + source.slice(at)
}
