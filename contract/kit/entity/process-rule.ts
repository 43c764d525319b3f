import type { Language, Words } from '../words.ts'
import type { Entity } from './entity.ts'

/**
 * The declared permission of a system write: what a posting, an approval or timed work may write outside the data scope of its person. It
 * replaces only the data scope: the right to start the process, the state machines and row level security still apply.
 */
export interface ProcessRule extends Words {
  readonly name: string
  /** What it may write, by entity: steps of its machines, and event verbs such as `change`. */
  readonly touches: Readonly<Record<string, readonly string[]>>
}

/** Declares the permission of a system write. */
export const processRule = <const R extends ProcessRule>(facts: R): R => facts

/** Whether a rule covers the rows of an entity. */
export const reaches = (rule: ProcessRule | undefined, of: Pick<Entity, 'name'>): boolean =>
  rule !== undefined && Object.hasOwn(rule.touches, of.name)

/** A sentence about the rule of a write and its person; `who`: null for timed work, which no person started. */
export const ruleSentence = (rule: Words, who: string | null, language: Language): string => {
  const { zh, en } = rule
  if (language === 'zh') return who ? `按规则“${zh}”，代${who}办理` : `按规则“${zh}”自动办理`
  return who ? `By rule “${en}”, on behalf of ${who}` : `By rule “${en}”, automatically`
}
