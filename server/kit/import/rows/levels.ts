import { headingKey } from '#contract/imports.ts'
import { type ImportFacts, levelColumn } from '#contract/kit/sheets/import-facts.ts'
import type { Mapped } from '../archive/sheet-cells.ts'
import type { Cell } from '../cells/cell.ts'
import { plain } from '../cells/cell-values.ts'
import { bareKey, cellText, type Headings } from '../table/headings.ts'
import type { Column } from '../table/layout.ts'

/**
 * Between the names of a place that a sheet tells level by level, and behind one of the topmost level: a path, also where the separators
 * of other names are plain signs.
 */
const [joint, topJoint] = [' › ', ' » ']
const joints = new RegExp(`${joint}|${topJoint}`)

/** The names of such a place from the top down; undefined for any other name. */
export const levelsOf = (name: string): string[] | undefined => (joints.test(name) ? name.split(joints) : undefined)

/** Whether such names begin at the topmost level. */
export const isFromTop = (name: string): boolean => name.includes(topJoint)

export const isLevel = (name: string): boolean => /^#level\d+$/.test(name)

/**
 * Maps columns that tell one link level by level, such as building and room: the lowest to the link, unless it has a column of its own, the
 * others to their levels.
 */
export function withLevels(columns: readonly Column[], { levels }: ImportFacts, names: Headings): readonly Column[] {
  if (!levels) return columns
  const keys = levels.parts.map(({ headings }) => new Set(headings.map(headingKey)))
  const levelOf = ({ heading, field }: Column): number => {
    const [key, bare] = [headingKey(heading), bareKey(heading)]
    // Which level it is depends on the columns beside it: a remembered place or level is decided again.
    const own = levels.parts.findIndex((_, level) => field === levelColumn(level))
    if (own >= 0) return own
    const remembered = names.chosen?.has(key) ? names.get(key) : undefined
    const isOther = remembered !== undefined && remembered !== levels.of && !isLevel(remembered)
    return (field === null || field === levels.of) && !isOther ? keys.findIndex((some) => some.has(key) || some.has(bare)) : -1
  }
  const found = new Map<number, number>()
  for (const column of columns) {
    const level = levelOf(column)
    if (level >= 0 && ![...found.values()].includes(level)) found.set(column.at, level)
  }
  const hasOwn = columns.some(({ at, field }) => field === levels.of && !found.has(at))
  const lowest = hasOwn ? undefined : Math.max(...found.values())
  return columns.map((column) => {
    const level = found.get(column.at)
    if (level === undefined) return column
    return { ...column, field: level === lowest ? levels.of : levelColumn(level) }
  })
}

/** Levels that a person chose without a column for the link itself: the lowest of them is its column, so that none is lost. */
export function withLowest(columns: readonly Column[], { levels }: ImportFacts): readonly Column[] {
  if (!levels || columns.some(({ field }) => field === levels.of)) return columns
  const lowest = levels.parts.map((_, level) => levelColumn(level)).findLast((name) => columns.some(({ field }) => field === name))
  return columns.map((column) => (column.field === lowest ? { ...column, field: levels.of } : column))
}

/** A name without that of the level above, if it begins with it: `门诊楼3层301` in `门诊楼`. A number alone is no such name. */
function withoutLevel(name: string, level: string): string {
  const isIn = /[㐀-鿿]|[a-z]{3}/i.test(level) && name.toLowerCase().startsWith(level.toLowerCase())
  return isIn ? name.slice(level.length).replace(/^[\s/\\>|,，、_–—-]+/, '') : name
}

/** Joins the cells of levels and of the link to one name. */
export function levelReader(mapped: readonly Mapped[], { levels }: ImportFacts) {
  const of = levels?.of ?? ''
  const at = (levels?.parts ?? []).flatMap((_, level) => mapped.findIndex(({ name }) => name === levelColumn(level)))
  return (names: Record<string, string>, cells: readonly Cell[]): void => {
    const above = at.flatMap((index, level) => {
      const text = index < 0 ? '' : plain(cellText(cells[index])).replace(joints, ' ')
      return text === '' ? [] : [{ text, isTop: level === 0 }]
    })
    if (above.length === 0) return
    const texts = above.map(({ text }) => text)
    const own = texts.reduce(withoutLevel, names[of] ?? '')
    names[of] = [...texts, ...(own === '' ? [] : [own])].join(joint).replace(joint, above[0]!.isTop ? topJoint : joint)
  }
}
