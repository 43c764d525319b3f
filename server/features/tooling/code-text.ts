/** Most columns of a line, as the formatter of the project has it. */
const width = 140

/** A text as a literal of TypeScript: nothing that is typed ends the literal or runs. Quotes are those that the formatter chooses. */
export function literal(text: string): string {
  const count = (mark: string): number => text.split(mark).length
  const quote = count("'") > count('"') ? '"' : "'"
  const safe = [...text].map((one) => {
    if (one === '\\' || one === quote) return `\\${one}`
    const code = one.codePointAt(0)!
    const isHidden = code < 32 || code === 127 || /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(one)
    return isHidden ? `\\u{${code.toString(16)}}` : one
  })
  return `${quote}${safe.join('')}${quote}`
}

/** `gasCylinder` -> `gas-cylinder`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Lines of an object, each a property; an inner array holds the lines of an object below it. */
export type Lines = readonly (string | readonly [before: string, inside: Lines, after: string])[]

/** Properties as the formatter leaves them: one a line, objects open. */
export const propertiesText = (lines: Lines, indent: string): string =>
  lines
    .map((line) =>
      typeof line === 'string'
        ? `${indent}${line},\n`
        : `${indent}${line[0]}{\n${propertiesText(line[1], `${indent}  `)}${indent}}${line[2]},\n`,
    )
    .join('')

/** A list after what stands before it in its line: on that line where it fits, else one a line. `rest`: columns of what follows in the line. */
export function listText(before: string, elements: readonly string[], indent: string, rest = 1): string {
  const flat = `[${elements.join(', ')}]`
  if (!flat.includes('\n') && indent.length + before.length + flat.length + rest <= width) return `${before}${flat}`
  return `${before}[\n${elements.map((one) => `${indent}  ${one},\n`).join('')}${indent}]`
}
