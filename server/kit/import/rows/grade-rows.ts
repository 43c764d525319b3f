import { creatable } from '#contract/imports.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, LinkField } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Creatable, entityNamed } from '#contract/registry.ts'
import { seesAll } from '#server/kit/access/access.ts'
import { meetsConditions } from '#server/kit/access/scope-of-roles.ts'
import { leftEmpty } from '../archive/sheet-cells.ts'
import type { Graded, Grading } from '../grading.ts'
import { settleNumbers } from './brought-numbers.ts'
import { compareRows, type Paired } from './compare-rows.ts'
import { inFile } from './in-file.ts'
import { levelsOf } from './levels.ts'
import { keyFor, type Lookup, partsOfPath } from './name-links.ts'
import type { Kept } from './opening.ts'
import type { ReadRow } from './read-rows.ts'
import { type RowWords, rowChecks, type Wrong } from './row-checks.ts'
import { hashesOf } from './sameness.ts'
import { knownRows, type Standing, standingOf } from './standing.ts'

const isCreatable = (target: string): target is Creatable => (creatable as readonly string[]).includes(target)

const several: Words = { zh: '有多个同名的记录，请写全称或编码', en: 'matches several records: enter the full name or the code' }
const unknown: Words = { zh: '找不到', en: 'was not found' }
const outside: Words = { zh: '不在您可管理的科室范围内', en: 'is not one of your departments' }

/**
 * Resolves links and finds existing rows, duplicates, and departments outside the person's scope. Rows that already have errors keep them.
 */
export async function gradeRows(rows: readonly ReadRow[], grading: Grading): Promise<Graded> {
  const { view, layout, findings, lookups } = grading
  const columnOf = new Map(layout.columns.flatMap(({ at, field }) => (field ? [[field, at] as const] : [])))
  const wrong = (row: ReadRow, name: string, words: RowWords, value: string, grade: 'error' | 'warning' = 'error'): void => {
    const label = view.fields[name] ?? view.entity.fields[name]!
    const said = ({ zh, en }: Words): Words => ({ zh: `${label.zh}${zh}`, en: `${label.en} ${en}` })
    findings.add({
      row: row.number,
      at: columnOf.get(name) ?? null,
      field: name,
      grade,
      words: said(words),
      value,
      ...(words.cause ? { cause: said(words.cause) } : {}),
      ...(words.isQuoting ? { isQuoting: true } : {}),
    })
  }
  const links = Object.entries(view.fields).filter((one): one is [string, LinkField] => one[1].kind === 'link' && columnOf.has(one[0]))
  const unknownNames: { index: number; field: string; target: Creatable; said: string }[] = []
  const headingOf = new Map(layout.columns.map(({ heading, field }) => [field, heading]))
  const lost: (Kept[] | undefined)[] = []
  /**
   * An unresolved optional link is left empty and its text kept for the note. A required link, a parent in a tree or a link that decides
   * who sees the row is an error.
   */
  const unlinked = (index: number, name: string, field: LinkField, words: Words, said: string): void => {
    if (field.required || name === view.entity.tree || name === view.entity.scope?.through) {
      wrong(rows[index]!, name, words, said)
      return
    }
    wrong(rows[index]!, name, leftEmpty(words, grading.facts.note !== undefined), said, 'warning')
    lost[index] = [...(lost[index] ?? []), { at: columnOf.get(name) ?? 0, heading: headingOf.get(name) || field.zh, text: said }]
  }
  const isPath = layout.asked?.paths === true
  const tree = inFile(view, rows, isPath)
  const below: (number | undefined)[] = []
  const unknownAbove: string[] = []
  rows.forEach((row, index) => {
    for (const [name, field] of links) {
      const said = row.names[name]
      if (said === undefined) continue
      const hit = lookups.get(field.to)?.(said)
      if (hit !== undefined && hit !== 'several') {
        row.draft[`${name}Id`] = hit
        continue
      }
      const own = name === view.entity.tree && hit === undefined ? tree.above(index) : undefined
      if (own !== undefined && own !== 'several') below[index] = own
      else if (hit === 'several' || own === 'several') unlinked(index, name, field, several, said)
      else if (isCreatable(field.to) && field.to !== view.entity.name) {
        const refused = grading.refuseName(field.to, said)
        if (!refused) unknownNames.push({ index, field: name, target: field.to, said })
        if (refused || !grading.creates.has(field.to)) unlinked(index, name, field, refused ?? unknown, said)
      } else {
        if (name === view.entity.tree && !view.entity.large) unknownAbove.push(said)
        unlinked(index, name, field, unknown, said)
      }
    }
  })
  for (const [index, name] of tree.rings())
    wrong(rows[index]!, name, { zh: '首尾相接，成了环', en: 'refers back to itself' }, rows[index]!.names[name]!)
  refuseOutside(rows, grading, wrong)
  const given = { ...grading, known: () => knownRows(rows, grading), above: aboveIn(rows, below) }
  for (const { of, check } of rowChecks) if (of.name === view.entity.name) await check(rows, given, wrong)
  const hashes = hashesOf(rows)
  const standing = await standingOf(rows, hashes, grading, wrong)
  findings.settleLacking((number) => standing.known.has(number))
  rows.forEach((row, index) => {
    const found = standing.of[index]!
    if (found !== 'new' || isHistory(row)) return
    replaceRetired(row, links, lookups, wrong, (...why) => unlinked(index, ...why))
  })
  const unused = new Map<number, readonly string[]>()
  await settleNumbers(
    rows,
    standing.of.map((found) => found !== 'new'),
    { view, facts: grading.facts, tenantId: grading.actor.tenantId, run: grading.run },
    (index, name, words, text) => {
      wrong(rows[index]!, name, words, text, 'warning')
      lost[index] = [...(lost[index] ?? []), { at: columnOf.get(name) ?? 0, heading: headingOf.get(name) || view.fields[name]!.zh, text }]
      unused.set(index, [...(unused.get(index) ?? []), name])
    },
  )
  const pairs = pairedRows(rows, standing, {
    fresh: createdLinks(unknownNames, grading),
    below: (at) => (below[at] === undefined ? [] : [view.entity.tree!]),
    lost: (at) => lost[at] ?? [],
    renewLink: (at, name) => {
      const one = links.filter(([link]) => link === name)
      replaceRetired(rows[at]!, one, lookups, wrong, (...why) => unlinked(at, ...why))
    },
  })
  const compared = await compareRows(pairs, grading)
  const same = standing.of.map((found, index) => found === 'same' || (found !== 'new' && !compared.updates.has(index)))
  const repeats = rows.filter((row, index) => hashes[index]!.repeats !== undefined && !row.isCopy).length
  const aboveIsFaulty: Words = { zh: '所在的行有错误', en: 'is in a row with errors' }
  for (let changed = view.entity.tree !== undefined; changed; ) {
    changed = false
    for (const [index, above] of below.entries())
      if (above !== undefined && !same[index] && findings.isFaulty(rows[above]!.number) && !findings.isFaulty(rows[index]!.number)) {
        wrong(rows[index]!, view.entity.tree!, aboveIsFaulty, rows[index]!.names[view.entity.tree!]!)
        changed = true
      }
  }
  const namesOf = (some: typeof unknownNames): Record<Creatable, readonly string[]> => {
    const missing = {} as Record<Creatable, readonly string[]>
    for (const of of creatable) {
      const key = keyFor(entityNamed(of), isPath)
      missing[of] = [...new Map(some.flatMap(({ target, said }) => (target === of ? [[key(said), said] as const] : []))).values()]
    }
    return missing
  }
  // Nothing is created for rows that exist already or will be left out.
  const isWanted = ({ index, field }: (typeof unknownNames)[number]): boolean =>
    !same[index] && (compared.updates.has(index) ? (grading.takes?.(field) ?? true) : true)
  const unknowns = unknownNames.filter(isWanted)
  const missing = namesOf(unknowns)
  const strokes = new Set(
    [...creatable.flatMap((of) => (entityNamed(of).tree ? missing[of] : [])), ...unknownAbove].filter((name) =>
      (levelsOf(name) ?? [name]).some((part) => partsOfPath(part).length > 1),
    ),
  )
  const drafts = rows.map((row, index) => {
    const { opening, filing } = row
    if (!grading.mayOpen && !same[index]) {
      if (opening && !opening.isUnknown) wrong(row, grading.facts.opening!.field, notOpened, opening.text, 'warning')
      if (filing) wrong(row, layout.columns.find(({ at }) => at === filing.at)!.field!, notOpened, filing.text, 'warning')
    }
    const { draft, isCut } = withNote({ ...row, draft: without(row.draft, unused.get(index)) }, lost[index] ?? [], grading)
    if (isCut) wrong(row, grading.facts.note!, cutNote, '', 'warning')
    return draft
  })
  return {
    rows: rows.map((row, index) => ({
      ...row,
      draft: drafts[index]!,
      hash: hashes[index]!.hash,
      below: below[index],
      isSame: same[index]!,
      ...(standing.ids[index] ? { known: standing.ids[index] } : {}),
      ...(compared.updates.has(index) ? { update: compared.updates.get(index)! } : {}),
    })),
    missing,
    needed: namesOf(unknowns.filter(({ index }) => !findings.isFaulty(rows[index]!.number))),
    found: { repeats, paths: strokes.size, unnumbered: standing.unnumbered },
    left: [...standing.left, ...compared.left],
    matched: standing.matched,
  }
}

/** Finds the row of the file that a row stands below. */
function aboveIn(rows: readonly ReadRow[], below: readonly (number | undefined)[]): (row: ReadRow) => ReadRow | undefined {
  const above = new Map(rows.flatMap((row, index) => (below[index] === undefined ? [] : [[row, rows[below[index]]!] as const])))
  return (row) => above.get(row)
}

/** The links of each row to rows that the import creates first, by the index of the row. */
function createdLinks(
  names: readonly { readonly index: number; readonly field: string; readonly target: Creatable }[],
  { creates }: Grading,
): ReadonlyMap<number, readonly string[]> {
  const created = new Map<number, string[]>()
  for (const { index, field, target } of names) if (creates.has(target)) created.set(index, [...(created.get(index) ?? []), field])
  return created
}

interface Pairing {
  readonly fresh: ReadonlyMap<number, readonly string[]>
  readonly below: (index: number) => readonly string[]
  readonly lost: (index: number) => readonly Kept[]
  readonly renewLink: (index: number, name: string) => void
}

/** The rows with a matching row in the register that may differ. */
const pairedRows = (rows: readonly ReadRow[], { of }: Standing, { fresh, below, lost, renewLink }: Pairing): Paired[] =>
  of.flatMap((found, index): Paired[] => {
    if (found === 'same' || found === 'new') return []
    const row = rows[index]!
    return [
      {
        index,
        row,
        id: found.id,
        fresh: [...(fresh.get(index) ?? []), ...below(index)],
        except: found.ownIn ? [found.ownIn] : [],
        kept: () => [...row.kept, ...lost(index)],
        renewLink: (name) => renewLink(index, name),
      },
    ]
  })

const without = (draft: Parsed, names: readonly string[] | undefined): Parsed =>
  names ? Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name))) : draft

/** Rows of disposed devices keep their links as they are. */
const isHistory = ({ opening }: ReadRow): boolean => opening?.state === 'disposed'

/**
 * Replaces links of new rows to retired rows by their successors, with a warning. Without a successor the link counts as unresolved. Runs
 * after the comparison, which uses the original links.
 */
function replaceRetired(
  row: ReadRow,
  links: readonly [string, LinkField][],
  lookups: ReadonlyMap<string, Lookup>,
  wrong: Wrong,
  unlinked: (name: string, field: LinkField, words: Words, said: string) => void,
): void {
  for (const [name, field] of links) {
    const id = row.draft[`${name}Id`]
    const found = field.past ? undefined : lookups.get(field.to)?.retired?.get(String(id))
    if (!found) continue
    const said = row.names[name] ?? found.name
    const gone = found.successor ? merged : inactive
    if (found.successor) {
      row.draft[`${name}Id`] = found.successor.id
      const next = found.successor.name
      wrong(row, name, { zh: `${gone.zh}，改用“${next}”`, en: `${gone.en} and is replaced by “${next}”` }, said, 'warning')
    } else {
      delete row.draft[`${name}Id`]
      unlinked(name, field, gone, said)
    }
  }
}

const merged: Words = { zh: '已合并', en: 'was merged' }
const inactive: Words = { zh: '已停用，不能再选', en: 'is inactive and can no longer be chosen' }

const notOpened: Words = {
  zh: '不作为初始状态（没有建档权限），原文记入备注',
  en: 'is not used as the initial status because you cannot file devices. The text goes into the note',
}
const cutNote: Words = { zh: '放不下这一行的全部原文，超出部分不保留', en: 'is too short for all that the row says; the rest is not kept' }

/**
 * The draft of a row, with texts that its fields could not hold added to the note of the entity, if it has one. `isCut`: the note was too
 * short for all of them.
 */
export function withNote(
  row: ReadRow,
  more: readonly Kept[],
  { view, facts }: Pick<Grading, 'view' | 'facts'>,
): { readonly draft: Parsed; readonly isCut: boolean } {
  const field = facts.note === undefined ? undefined : view.entity.fields[facts.note]
  const kept = [...row.kept, ...more].sort((one, other) => (one.at ?? -1) - (other.at ?? -1))
  if (facts.note === undefined || field?.kind !== 'text' || kept.length === 0) return { draft: row.draft, isCut: false }
  const own = row.draft[facts.note]
  const lines = [...(own ? [String(own)] : []), ...kept.map(({ heading, text }) => `${heading}: ${text}`)]
  const text = lines.join('\n')
  return { draft: { ...row.draft, [facts.note]: text.slice(0, field.max) }, isCut: text.length > field.max }
}

/**
 * A person with a limited data scope may import only rows that they will see. If departments limit it, a row without a department gets the
 * person's own.
 */
function refuseOutside(rows: readonly ReadRow[], { view, actor }: Grading, wrong: Wrong): void {
  const of = view.entity
  const name = of.scope?.dept
  if (!name || seesAll(of, actor)) return
  const { isOwn, custom, deptIds } = actor.scopeOf(of)
  const allowed = new Set(deptIds)
  for (const row of rows) {
    const said = row.names[name]
    if (deptIds && said === undefined) row.draft[`${name}Id`] ??= actor.deptId
    const id = row.draft[`${name}Id`]
    const held = (field: string): unknown => row.draft[wireName(field, of.fields[field]!)] ?? initialOf(of.fields[field]!)
    const isSeen = isOwn || (id && allowed.has(String(id))) || custom.some((conditions) => meetsConditions(of, conditions, held, actor))
    if (!isSeen) wrong(row, name, outside, said ?? '')
  }
}

const initialOf = (field: Field): unknown => (field.kind === 'choice' ? field.initial : undefined)
