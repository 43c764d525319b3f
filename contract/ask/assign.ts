import { hasPeriods } from '../kit/figures/measure.ts'
import type { Words } from '../kit/words.ts'
import { type Bounded, boundComparison, boundDue, boundPeriod, moneyOf, openRows, type Said } from './bind.ts'
import { fallsDue, rowsOfMeasure } from './due.ts'
import { figureWords, groupLabel, orderWords, rangeWords, subjectWords, valueWords, wireOf } from './labels.ts'
import type { Meaning, Part, Question, Token } from './meaning.ts'
import { fieldOfWire, groupOf, isFilter, linkTo, type Scope } from './scope.ts'

/** What the sentence asks if it is about one subject, and how much of the sentence that explains. */
export interface Assignment {
  readonly question: Question
  readonly parts: readonly Part[]
  readonly unknown: readonly Token[]
  readonly score: number
  /** Whether a word of the sentence points at the subject, not only a period or a name. */
  readonly isAnchored: boolean
  /** How many stretches of the sentence it uses. */
  readonly used: number
}

type Of<K extends Meaning['is']> = Extract<Meaning, { readonly is: K }>

/** How much a token explains, by what it means. */
const weights: Readonly<Record<Meaning['is'], number>> = {
  ...{ subject: 3, figure: 3, count: 1, group: 2, value: 2, field: 1.5, overdue: 2.5, soon: 2.5, rows: 1.5, ordered: 1 },
  ...{ compare: 2, name: 2, keyword: 2, period: 2, compared: 3, top: 2, filler: 0, not: 0 },
}
const ignored = -2

/** How a token is used: with a label of its own, or as a part of another one's. */
interface Use {
  readonly words?: Words | undefined
  readonly goesWith?: Token
}

/** Reads the tokens as a question about the subject of a scope. */
export function assign(scope: Scope, tokens: readonly Token[], today: string): Assignment {
  return new Assigning(scope, tokens, today).result()
}

class Assigning {
  private readonly isMeasure: boolean
  private readonly used = new Map<Token, Use>()
  private readonly refused = new Set<Token>()
  private readonly filters = new Map<string, string[]>()
  private figure: string | undefined
  private hasCount = false
  private readonly groups: string[] = []
  private compare: Question['compare']
  private keyword: string | undefined
  private sort: Question['sort']
  private top: number | undefined
  private score = 0
  private isAnchored = false
  private hasValues = false
  private hasPeriod = false
  private hasNoun = false

  constructor(
    private readonly scope: Scope,
    private readonly tokens: readonly Token[],
    private readonly today: string,
  ) {
    this.isMeasure = scope.subject.kind === 'measure'
  }

  result(): Assignment {
    this.refuseNegated()
    for (const token of this.tokens) if (!this.refused.has(token)) this.takePlain(token)
    this.takeDates()
    this.takeOrder()
    if (this.groups.length > 0) this.takeWhich()
    if (this.compare) this.closePeriod()
    const unknown = this.tokens.filter((token) => !this.used.has(token) && !isFiller(token))
    for (const token of this.tokens)
      if (!this.used.has(token) && !this.refused.has(token) && token.meanings.length > 0 && !isFiller(token)) this.score += ignored
    return {
      question: this.question(),
      parts: this.tokens.flatMap((token) => {
        const words = this.used.get(token)?.words
        const others = this.tokens.filter((one) => this.used.get(one)?.goesWith === token)
        return words ? [{ spans: [token, ...others].map(({ from, end }) => [from, end] as const), words }] : []
      }),
      unknown,
      score: this.score + this.bonus(),
      isAnchored: this.isAnchored,
      used: this.used.size,
    }
  }

  /** A list shows rows, a measure figures: the words that ask for one speak for it. */
  private bonus(): number {
    if (!this.isMeasure) return 0
    const asksFigures = this.groups.length > 0 || this.hasCount || this.compare !== undefined || this.hasPeriod
    // A number of rows alone, such as 借出未还, is better seen as their list.
    if (this.figure && !asksFigures && this.measure().figures[this.figure]!.kind === 'count') return -2
    if (this.figure || this.groups.length > 0 || this.hasCount || this.compare) return 0.5
    return this.hasPeriod && !this.hasValues && this.scope.subject.kind === 'measure' && !this.scope.subject.of.isStock ? 0.2 : -0.6
  }

  private question(): Question {
    const filters = Object.fromEntries(
      [...this.filters].map(([wire, values]) => [wire, [...new Set(values.flatMap((one) => one.split(',')))].join()]),
    )
    return {
      subject: this.scope.subject,
      figure: this.figure,
      group: this.groups[0],
      split: this.groups[1],
      compare: this.compare,
      filters,
      keyword: this.keyword,
      sort: this.sort,
      top: this.top,
    }
  }

  private use(token: Token, words: Words | undefined, is: Meaning['is'], share = 1): true {
    this.used.set(token, { words })
    this.score += weights[is] * share
    return true
  }

  /** A token that another one has said more of, such as the date that a period is about. */
  private joinTo(token: Token, other: Token, is: Meaning['is']): void {
    this.used.set(token, { goesWith: other })
    this.score += weights[is]
  }

  /** What stands behind a negation, or before 除外, is not asked as its opposite: both are not understood. */
  private refuseNegated(): void {
    this.tokens.forEach((token, place) => {
      if (!token.meanings.some(({ is }) => is === 'not')) return
      this.refused.add(token)
      const step = /[外]$/.test(token.text) ? -1 : 1
      for (let at = place + step; at >= 0 && at < this.tokens.length; at += step) {
        const other = this.tokens[at]!
        if (isFiller(other)) continue
        this.refused.add(other)
        return
      }
    })
  }

  private takePlain(token: Token): void {
    const all = <K extends Meaning['is']>(is: K): Of<K>[] => token.meanings.filter((one): one is Of<K> => one.is === is)
    for (const one of all('name')) if (this.takeName(token, one)) return
    for (const one of all('keyword')) if (this.takeKeyword(token, one)) return
    for (const one of all('figure')) if (this.takeFigure(token, one)) return
    for (const one of all('group')) if (this.takeGroup(token, one)) return
    const isOwn = all('subject').some((one) => !one.isGeneric && this.isSubject(one))
    if (!isOwn || this.hasNoun) for (const one of all('value')) if (this.takeValue(token, one)) return
    for (const one of all('subject')) if (this.takeSubject(token, one)) return
    for (const one of all('compare')) if (this.takeCompare(token, one)) return
    // How many and which are asked of devices, unless the sentence says of what.
    if (all('count').length + all('rows').length > 0 && !this.isMeasure && this.scope.entity.name === 'device') this.isAnchored = true
    if (all('count').length > 0) {
      if (!this.isMeasure) return void this.use(token, undefined, 'count', 0.3)
      if (!('count' in this.measure().figures) || !this.scope.figures.has('count')) return
      this.hasCount = true
      this.use(token, undefined, 'count')
    } else if (all('rows').length > 0 && !this.isMeasure) this.use(token, undefined, 'rows')
  }

  /** Only a period with both ends is compared: an end that the sentence leaves open is that of this year. */
  private closePeriod(): void {
    const year = this.today.slice(0, 4)
    for (const [wire, day] of [
      [`${this.measure().period}_ge`, `${year}-01-01`],
      [`${this.measure().period}_le`, `${year}-12-31`],
    ] as const)
      if (!this.filters.has(wire)) this.filters.set(wire, [day])
  }

  /** Which departments: the rows of a grouping are asked for. */
  private takeWhich(): void {
    for (const token of this.tokens)
      if (token.meanings.some(({ is }) => is === 'rows') && !this.refused.has(token) && !this.used.has(token))
        this.use(token, undefined, 'rows', 0.1)
  }

  private measure() {
    if (this.scope.subject.kind === 'list') throw new Error('a list has no figures')
    return this.scope.subject.of
  }

  private isSubject({ measure, list }: Of<'subject'>): boolean {
    return this.isMeasure ? measure === this.measure().name : list === this.scope.entity.name
  }

  private takeName(token: Token, { to, id, name }: Of<'name'>): boolean {
    const link = linkTo(this.scope, to)
    if (!link) return false
    this.add(wireOf(this.scope, link), id)
    return this.use(token, { zh: name, en: name }, 'name')
  }

  private takeKeyword(token: Token, { of, text }: Of<'keyword'>): boolean {
    if (this.isMeasure || of !== this.scope.entity.name || this.keyword !== undefined) return false
    this.keyword = text
    return this.use(token, { zh: `名称等含“${text}”`, en: `Text: “${text}”` }, 'keyword')
  }

  private takeFigure(token: Token, { measure, figure }: Of<'figure'>): boolean {
    if (!this.isMeasure || measure !== this.measure().name || !this.scope.figures.has(figure)) return false
    if (this.figure !== undefined && this.figure !== figure) return false
    this.figure = figure
    this.isAnchored = true
    return this.use(token, this.hasNoun ? this.measure().figures[figure]! : figureWords(this.scope, figure), 'figure')
  }

  private takeGroup(token: Token, meaning: Of<'group'>): boolean {
    const group = groupOf(this.scope, meaning)
    if (!group || this.groups.length > 1 || this.groups.includes(group)) return false
    this.groups.push(group)
    if ('fields' in meaning) this.isAnchored = true
    return this.use(token, groupLabel(this.scope, group), 'group')
  }

  private takeValue(token: Token, { of, wire, value, also = {} }: Of<'value'>): boolean {
    const [name] = fieldOfWire(this.scope, wire) ?? []
    if (of !== this.scope.entity.name || !name || !isFilter(this.scope, name)) return false
    this.add(wire, value)
    for (const [other, given] of Object.entries(also)) if (!this.filters.has(other)) this.add(other, given)
    this.hasValues = true
    // Figures of a period are asked by their names: the rows themselves are those of another subject.
    if (!this.isMeasure || !this.measure().amounts) this.isAnchored = true
    return this.use(token, valueWords(this.scope, wire, value), 'value')
  }

  private takeSubject(token: Token, meaning: Of<'subject'>): boolean {
    if (meaning.isGeneric) {
      const isDevices = this.isSubject(meaning)
      if (isDevices) this.isAnchored = true
      return this.use(token, isDevices ? subjectWords(this.scope) : undefined, 'subject', isDevices ? 0.5 : 0.1)
    }
    if (!this.isSubject(meaning)) return false
    const isFirst = !this.hasNoun
    const rows = this.isMeasure ? undefined : rowsOfMeasure[meaning.measure ?? '']
    for (const [wire, value] of Object.entries(rows ?? {})) this.filters.set(wire, [value])
    this.hasNoun = true
    this.isAnchored = true
    return this.use(token, subjectWords(this.scope), 'subject', isFirst ? 1 : 0.1)
  }

  private takeCompare(token: Token, { how }: Of<'compare'>): boolean {
    if (!this.isMeasure || !hasPeriods(this.measure())) return false
    this.compare = how
    return this.use(
      token,
      how === 'yearAgo' ? { zh: '与去年同期对比', en: 'vs same period last year' } : { zh: '与上期对比', en: 'vs previous period' },
      'compare',
    )
  }

  private add(wire: string, value: string): void {
    this.filters.set(wire, [...(this.filters.get(wire) ?? []), value])
  }

  private bind(token: Token, is: Meaning['is'], bounded: Bounded): void {
    for (const [wire, value] of Object.entries(bounded.filters)) this.filters.set(wire, [value])
    this.use(token, rangeWords(this.scope, bounded), is)
  }

  /** Periods, lengths and amounts, and the words that say of which date or number. */
  private takeDates(): void {
    const open = this.tokens.filter((token) => !this.refused.has(token) && !this.used.has(token))
    const having = <K extends Meaning['is']>(is: K): [Token, Of<K>][] =>
      open.flatMap((token) => {
        const one = token.meanings.find((meaning): meaning is Of<K> => meaning.is === is)
        return one ? [[token, one] as [Token, Of<K>]] : []
      })
    const named = open.flatMap((token) =>
      token.meanings.flatMap((one) =>
        one.is === 'field' && one.of === this.scope.entity.name && Object.hasOwn(this.scope.fields, one.field)
          ? [[token, one.field] as const]
          : [],
      ),
    )
    const canFallDue = !this.isMeasure && fallsDue(this.scope.entity.name)
    const [overdue, soon] = canFallDue ? [having('overdue'), having('soon')] : [[], []]
    const state = this.scope.entity.name === 'device' ? this.filters.get('eamStatus') : undefined
    const said: Said = {
      fields: named.map(([, field]) => field),
      isOverdue: overdue.length > 0,
      isSoon: soon.length > 0,
      state: state?.join(),
    }
    const bounds: (Bounded & { readonly token: Token })[] = []
    for (const [token, { period }] of having('period')) {
      const bounded = bounds.length === 0 ? boundPeriod(this.scope, said, period) : undefined
      if (!bounded) continue
      this.hasPeriod = true
      this.bind(token, 'period', bounded)
      bounds.push({ ...bounded, token })
    }
    for (const [token, { compared }] of having('compared')) {
      const bounded = boundComparison(this.scope, said, compared, this.today)
      if (!bounded) continue
      this.bind(token, 'compared', bounded)
      if (this.scope.entity.name === 'device') this.isAnchored = true
      bounds.push({ ...bounded, token })
    }
    for (const [token] of [...overdue, ...soon]) {
      const [before] = bounds
      const bounded = before ?? boundDue(this.scope, said, this.today)
      if (!bounded) continue
      if (before) this.joinTo(token, before.token, 'overdue')
      else {
        this.bind(token, 'overdue', bounded)
        bounds.push({ ...bounded, token })
      }
      for (const [wire, value] of Object.entries(openRows(this.scope, bounded.field)))
        if (!this.filters.has(wire)) this.filters.set(wire, [value])
    }
    for (const [token, field] of named) {
      const bound = bounds.find((one) => one.field === field)
      if (!bound || this.used.has(token)) continue
      this.isAnchored = true
      this.joinTo(token, bound.token, 'field')
    }
  }

  /** The largest first: of groups, or of rows by an amount. */
  private takeOrder(): void {
    const open = this.tokens.filter((token) => !this.refused.has(token) && !this.used.has(token))
    const ordered = open.flatMap((token) => token.meanings.flatMap((one) => (one.is === 'ordered' ? [[token, one] as const] : [])))
    const tops = open.flatMap((token) => token.meanings.flatMap((one) => (one.is === 'top' ? [[token, one] as const] : [])))
    if (ordered.length + tops.length === 0) return
    const isRising = ordered[0]?.[1].isRising ?? false
    const count = tops[0]?.[1].count
    if (this.isMeasure) {
      const group = this.groups[0]
      if (!group || this.measure().groups[group]!.as || isRising) return
      for (const [token] of [...ordered, ...tops]) this.use(token, { zh: '从高到低', en: 'Highest first' }, token.meanings[0]!.is)
      return
    }
    const named = open.flatMap((token) =>
      token.meanings.flatMap((one) =>
        one.is === 'field' && one.of === this.scope.entity.name && Object.hasOwn(this.scope.fields, one.field)
          ? [[token, one.field] as const]
          : [],
      ),
    )
    const isMoney = [...ordered, ...tops].some(([token]) => /贵|便宜|expensive|cheap|costl/i.test(token.text))
    const [namedToken, namedField] = named.find(([, field]) => !['date', 'time'].includes(this.scope.fields[field]!.kind)) ?? named[0] ?? []
    const field = namedField ?? (isMoney ? moneyOf(this.scope) : undefined)
    if (!field) return
    this.sort = { by: wireOf(this.scope, field), isRising }
    this.top = count
    const [first, ...others] = [...tops, ...ordered]
    this.use(first![0], orderWords(this.scope, field, isRising, count), 'top')
    if (namedToken) this.joinTo(namedToken, first![0], 'field')
    for (const [token] of others) this.joinTo(token, first![0], 'ordered')
  }
}

const isFiller = ({ meanings }: Token): boolean => meanings.length > 0 && meanings.some(({ is }) => is === 'filler')
