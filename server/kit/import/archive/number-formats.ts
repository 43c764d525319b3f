/** Built-in number formats by id, except those of dates, which are in `cell-styles.ts`. */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  49: '@',
}

/** A piece of a format: literal text, or a placeholder. */
interface Token {
  readonly kind: 'text' | 'digit' | 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'value'
  readonly text: string
}

interface Section {
  readonly tokens: readonly Token[]
  /** A condition such as `>=10000`, for sections selected by value. */
  readonly condition: { readonly sign: string; readonly limit: number } | undefined
}

// A quoted text, an escaped character, a space or fill character, brackets, or a single character.
const pieces = /"([^"]*)"?|[\\!](.)|[_*].|\[([^\]]*)\]|general|g\/通用格式|e[+-]|[\s\S]/gi

/** The sections of a format; undefined for scientific notation, where the number itself is meant. */
function sectionsOf(format: string): Section[] | undefined {
  const sections: { tokens: Token[]; condition: Section['condition'] }[] = [{ tokens: [], condition: undefined }]
  for (const [piece, quoted, escaped, bracket] of format.matchAll(pieces)) {
    const section = sections.at(-1)!
    const put = (kind: Token['kind'], text = piece): void => void section.tokens.push({ kind, text })
    if (quoted !== undefined) put('text', quoted)
    else if (escaped !== undefined) put('text', escaped)
    else if (bracket !== undefined) {
      const compared = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$/.exec(bracket)
      if (compared) section.condition = { sign: compared[1]!, limit: Number(compared[2]) }
      const currency = /^\$([^-]*)/.exec(bracket)?.[1]
      if (currency) put('text', currency)
    } else if (/^[_*]./.test(piece)) continue
    else if (/^(general|g\/)/i.test(piece)) put('general')
    else if (/^e[+-]$/i.test(piece)) return undefined
    else if (piece === ';') sections.push({ tokens: [], condition: undefined })
    else if (piece === '@') put('value')
    else if (/[0#?]/.test(piece)) put('digit')
    else if (piece === '.') put('point')
    else if (piece === ',') put('comma')
    else if (piece === '%') put('percent')
    else if (piece === '/') put('slash')
    else put('text')
  }
  return sections
}

const holds = ({ sign, limit }: NonNullable<Section['condition']>, value: number): boolean =>
  sign === '<'
    ? value < limit
    : sign === '<='
      ? value <= limit
      : sign === '>'
        ? value > limit
        : sign === '>='
          ? value >= limit
          : sign === '<>'
            ? value !== limit
            : value === limit

/** The section for a value, and whether its text already shows the sign. */
function sectionFor(sections: readonly Section[], value: number): { section: Section | undefined; isSigned: boolean } {
  const conditional = sections.find(({ condition }) => condition && holds(condition, value))
  if (conditional) return { section: conditional, isSigned: false }
  if (sections.some(({ condition }) => condition)) return { section: sections.find(({ condition }) => !condition), isSigned: false }
  const numeric = sections.slice(0, 3)
  if (value < 0 && numeric[1]) return { section: numeric[1], isSigned: true }
  if (value === 0 && numeric[2]) return { section: numeric[2], isSigned: true }
  return { section: numeric[0], isSigned: false }
}

/** A number with the fifteen digits that spreadsheets keep, without an exponent. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))

/** The nearest fraction with a denominator of at most `most`. */
function fractionOf(value: number, most: number): readonly [number, number] {
  let best: readonly [number, number] = [Math.round(value), 1]
  for (let below = 1; below <= most; below++) {
    const above = Math.round(value * below)
    if (Math.abs(value - above / below) < Math.abs(value - best[0] / best[1]) - 1e-12) best = [above, below]
  }
  return best
}

/** A fraction such as `1 3/4`: whole digits, if the format has them, then those above and below the line. */
function shownFraction(tokens: readonly Token[], value: number): string | undefined {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash')
  const before = tokens.slice(0, slash).map(({ kind }) => kind)
  const hasWhole = /digit.*text.*digit/.test(before.join(' '))
  const after = tokens.slice(slash + 1)
  const fixed = Number(
    after
      .map(({ kind, text }) => (kind === 'text' || kind === 'digit' ? text : ''))
      .join('')
      .trim(),
  )
  const places = after.filter(({ kind }) => kind === 'digit').length
  if (places > 3 || (!(fixed > 0) && places === 0)) return undefined
  const whole = hasWhole ? Math.floor(value) : 0
  const [above, below] = fixed > 0 ? [Math.round((value - whole) * fixed), fixed] : fractionOf(value - whole, 10 ** places - 1)
  if (above === below && hasWhole) return String(whole + 1)
  if (above === 0) return String(whole)
  return hasWhole && whole > 0 ? `${whole} ${above}/${below}` : `${above}/${below}`
}

/**
 * Fills digits into the placeholders of a format from the right, with its literal texts; the first placeholder takes all remaining digits.
 */
function inPlaces(tokens: readonly Token[], digits: string, isGrouped: boolean): string {
  let rest = digits
  let shown = ''
  let taken = 0
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { kind, text } = tokens[at]!
    if (kind === 'text' || kind === 'percent') shown = text + shown
    if (kind !== 'digit') continue
    for (let more = true; more; more = at === first && rest !== '') {
      const digit = rest.at(-1) ?? (text === '0' ? '0' : '')
      rest = rest.slice(0, -1)
      if (digit === '') break
      if (isGrouped && taken > 0 && taken % 3 === 0) shown = `,${shown}`
      shown = digit + shown
      taken++
    }
  }
  return shown
}

/** Decimal digits in their placeholders; trailing zeros of `#` and `?` are dropped. */
function decimals(tokens: readonly Token[], digits: string): string {
  const places = tokens.filter(({ kind }) => kind === 'digit')
  let kept = digits.length
  while (kept > 0 && digits[kept - 1] === '0' && places[kept - 1]!.text !== '0') kept--
  let at = 0
  return tokens
    .map(({ kind, text }) => (kind === 'digit' ? (at++ < kept ? digits[at - 1] : '') : kind === 'text' || kind === 'percent' ? text : ''))
    .join('')
}

const known = new Map<string, readonly Section[] | undefined>()
const mostKnown = 1000

/**
 * The text that a spreadsheet shows for a number in a format (ECMA-376, 18.8.30): `12345` in `000000` is `012345`. Undefined for scientific
 * notation, where the number itself is meant, and for dates.
 */
export function shownIn(format: string, value: number): string | undefined {
  if (!known.has(format) && known.size < mostKnown) known.set(format, sectionsOf(format))
  const sections = known.has(format) ? known.get(format) : sectionsOf(format)
  if (!sections || !Number.isFinite(value)) return undefined
  const { section, isSigned } = sectionFor(sections, value)
  if (!section) return undefined
  const { tokens } = section
  const sign = value < 0 && !isSigned ? '-' : ''
  const size = Math.abs(value)
  if (tokens.some(({ kind }) => kind === 'general' || kind === 'value'))
    return (
      sign +
      tokens
        .map(({ kind, text }) => (kind === 'general' || kind === 'value' ? plainNumber(size) : text))
        .join('')
        .trim()
    )
  if (!tokens.some(({ kind }) => kind === 'digit'))
    return tokens
      .map(({ text }) => text)
      .join('')
      .trim()
  if (tokens.some(({ kind }) => kind === 'slash')) {
    const fraction = shownFraction(tokens, size)
    return fraction === undefined ? undefined : sign + fraction
  }
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const [left, right] = point < 0 ? [tokens, []] : [tokens.slice(0, point), tokens.slice(point + 1)]
  const lastDigit = left.findLastIndex(({ kind }) => kind === 'digit')
  const thousands = left.slice(lastDigit + 1).filter(({ kind }) => kind === 'comma').length
  const isGrouped = left.slice(0, lastDigit).some(({ kind }) => kind === 'comma')
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  const scaled = Number((size * 100 ** percents) / 1000 ** thousands)
  const places = right.filter(({ kind }) => kind === 'digit').length
  const fixed = Number(scaled.toPrecision(15)).toFixed(Math.min(places, 30))
  if (fixed.includes('e')) return undefined
  const [whole, part = ''] = fixed.split('.')
  const after = decimals(right, part)
  const dot = point >= 0 && (after !== '' || places > 0) ? (/\d/.test(after) ? '.' : '') : ''
  // A zero without an integer placeholder shows no digit: `#.5`.
  const shown = `${inPlaces(left, whole === '0' ? '' : whole!, isGrouped)}${dot}${after}`.trim()
  return shown === '' ? undefined : sign + shown
}
