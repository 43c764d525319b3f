import type { Words } from '../../kit/words.ts'

/** A value of a document as approvers read it, with its label. `is` says how its text is written; none: as it is. */
export interface BriefFact extends Words {
  readonly value: string | Words
  readonly is?: 'date' | 'time' | 'money' | 'number'
}

/** A line of a document: a device with its photo, or what is asked for by name. */
export interface BriefLine {
  readonly title: string
  readonly model?: string
  readonly quantity?: number
  readonly deviceId?: string
  readonly deviceCode?: string
  readonly deptName?: string
  /** The file of its newest photo. */
  readonly photo?: string
}

/** What was done with an approval. `act` is one of `flowRecord`. */
export interface BriefAct {
  readonly act: string
  readonly who: string
  readonly to?: string
  readonly node?: string
  readonly opinion?: string
  readonly images?: readonly string[]
  readonly at: string
}

/** A person who is asked now. */
export interface BriefAsked {
  readonly taskId: string
  readonly userId: string
  readonly node: string
  readonly openedAt: string | null
  readonly dueAt: string | null
}

/** What a person needs to decide about an approval without a network: the document as it is now, and the course so far. */
export interface Brief {
  /** What kind of document it is. */
  readonly kind: Words
  readonly facts: readonly BriefFact[]
  readonly lines: readonly BriefLine[]
  /** Lines of the document, also those that are not listed. */
  readonly lineCount: number
  /** How often the document was changed since its approval began; absent: never. */
  readonly revision?: number
  readonly course: readonly BriefAct[]
  readonly asked: readonly BriefAsked[]
  /** Nodes that were approved, to which a rejection may lead back. */
  readonly earlier: readonly { readonly nodeKey: string; readonly nodeName: string }[]
  /** The applicant may decide too. */
  readonly allowSelf: boolean
  /** People who wrote the document or handed it in; unless the flow allows it they do not decide about it. */
  readonly writers?: readonly string[]
  /** The applicant may take it back. */
  readonly withdrawable?: boolean
}

/** Most lines and acts that are kept; the newest acts. */
export const briefLines = 20
export const briefActs = 40
