/** A stretch of text that people read, and the line it begins on. */
export interface Prose {
  readonly line: number
  readonly text: string
}

const beforeRegex = /(^|[(,=:[!&|?{};+\n>]|\breturn|\bcase)\s*$/

/** The end of a regular expression that begins at `at`; `at` itself when there is none on the line. */
const endOfRegex = (code: string, at: number): number => {
  const found = /^\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/.exec(code.slice(at, at + 500))
  return found && beforeRegex.test(code.slice(Math.max(0, at - 20), at)) ? at + found[0].length : at
}

/** Comments and strings of TypeScript, JavaScript or CSS; code between them is left out, also that inside `${…}`. */
export const proseOfCode = (code: string): Prose[] => {
  const found: Prose[] = []
  // Open braces inside each `${` that surrounds the place.
  const depths: number[] = []
  let line = 1
  let at = 0
  const take = (end: number): void => {
    const text = code.slice(at, end)
    found.push({ line, text })
    line += text.split('\n').length - 1
    at = end
  }
  const endOf = (mark: string, from: number): number => {
    const end = code.indexOf(mark, from)
    return end < 0 ? code.length : end + mark.length
  }
  const endOfString = (quote: string): number => {
    let end = at + 1
    while (end < code.length && code[end] !== quote && code[end] !== '\n') end += code[end] === '\\' ? 2 : 1
    return code[end] === quote ? end + 1 : end
  }
  /** Takes the text of a template up to its end or its next `${`. */
  const takeTemplate = (): void => {
    let end = at + 1
    while (end < code.length && code[end] !== '`' && !code.startsWith('${', end)) end += code[end] === '\\' ? 2 : 1
    if (code[end] === '$') depths.push(0)
    take(Math.min(code.length, code[end] === '$' ? end + 2 : end + 1))
  }
  while (at < code.length) {
    const one = code[at]!
    if (code.startsWith('//', at)) take(code.indexOf('\n', at) < 0 ? code.length : code.indexOf('\n', at))
    else if (code.startsWith('/*', at)) take(endOf('*/', at + 2))
    else if (one === "'" || one === '"') take(endOfString(one))
    else if (one === '`') takeTemplate()
    else if (one === '}' && depths.at(-1) === 0) {
      depths.pop()
      takeTemplate()
    } else {
      if (depths.length > 0 && (one === '{' || one === '}')) depths[depths.length - 1]! += one === '{' ? 1 : -1
      const end = one === '/' ? endOfRegex(code, at) : at
      if (one === '\n') line++
      at = Math.max(at + 1, end)
    }
  }
  return found
}

/** Lines of a document or a script without its blocks of code. */
export const proseOfText = (text: string): Prose[] => {
  const plain = text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  return plain.split('\n').map((one, index) => ({ line: index + 1, text: one }))
}
