import type { Entity } from './entity.ts'
import type { Language, Words } from './words.ts'

/**
 * The right of a process: what a posting, an approval or timed work may write of rows outside the data scope of the person on whose behalf it acts. It
 * replaces the data scope alone: the right to start the process, the state machines and the fence of the tenant stay.
 */
export interface ProcessRule extends Words {
  readonly name: string
  /** What it may write, by entity: steps of its machines, and verbs of events such as `change`. */
  readonly touches: Readonly<Record<string, readonly string[]>>
}

/** Declares the right of a process: facts only. */
export const processRule = <const R extends ProcessRule>(facts: R): R => facts

/** Whether a rule reaches the rows of an entity. */
export const reaches = (rule: ProcessRule | undefined, of: Pick<Entity, 'name'>): boolean =>
  rule !== undefined && Object.hasOwn(rule.touches, of.name)

/** Under which rule something was written, and for whom; `who`: null for timed work, which no person started. */
export const ruleSentence = (rule: Words, who: string | null, language: Language): string => {
  const { zh, en } = rule
  if (language === 'zh') return who ? `按规则“${zh}”，代${who}办理` : `按规则“${zh}”自动办理`
  return who ? `By rule “${en}”, on behalf of ${who}` : `By rule “${en}”, automatically`
}
