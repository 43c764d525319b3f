import { type FieldMap, json } from './field.ts'
import type { Machine } from './machine.ts'
import type { Words } from './words.ts'

/** The values of a document: plain ones, or lists where its lines have several. Amounts are texts such as `1234.50`. */
export type Facts = Readonly<Record<string, unknown>>

/** The departments of a document whose heads an assignee rule may name. */
export const deptRoles = {
  applicant: { zh: '申请人科室', en: 'Applicant’s department' },
  managing: { zh: '管理科室', en: 'Managing department' },
  giving: { zh: '转出科室', en: 'Sending department' },
  receiving: { zh: '接收科室', en: 'Receiving department' },
} as const satisfies Record<string, Words>
export type DeptRole = keyof typeof deptRoles

/** The people that an applicant names, ids by node; an input of the step that begins an approval, asked for where the definition needs it. */
export const chosenPeople = json({ zh: '自选审批人', en: 'Selected approvers' })

/** URL after `/api` of the staff whom an approval may be shown to or asked of. */
export const staffOptions = '/flow/process-new/staff'

/** A node whose people the applicant has to name, as the data of a refusal lists it. */
export interface NodeToChoose {
  readonly id: string
  readonly name: string
  /** They are asked one after another, in the order of the ids. */
  readonly inOrder?: true
}

/** The steps of the document that the engine raises in its own transaction. */
export interface ApprovalSteps<K extends string = string> {
  /** The step that starts an instance, with the input `chosen`; absent: adding the document does, and no people are chosen. */
  readonly begin?: K
  /** The last approval was given. */
  readonly agreed: K
  /** The application was rejected; its input may have `opinion`. */
  readonly refused: K
  /** The applicant cancelled before the approval ended. */
  readonly withdrawn?: K
}

/** A kind of document that the approval engine decides about. */
export interface Approval extends Words {
  readonly kind: string
  /** The entity of the document. */
  readonly entity: string
  readonly machine: Machine
  readonly steps: ApprovalSteps
  /** What conditions may look at, as fields: their kinds and labels. */
  readonly facts: FieldMap
  /** The departments that its documents have. */
  readonly depts: readonly DeptRole[]
  /** Inner steps of the machine that an automatic node may raise. */
  readonly automatic: readonly string[]
  /** The right that decides without a definition of its own: its holders are the assignees of the default definition. */
  readonly may: string
  /** The read-only text of the document that shows where its approval stands. */
  readonly nodeField?: string
}

/**
 * Declares that the documents of a machine are decided by the approval engine. `agreed`, `refused` and `withdrawn` are inner steps, or steps with a route
 * of their own, which then acts on the open task of its person. Throws when the step that begins takes no chosen people.
 */
export function approval<const K extends string, const M extends Machine, const F extends FieldMap>(
  facts: Words & {
    readonly kind: K
    readonly of: M
    readonly steps: ApprovalSteps<keyof M['steps'] & string>
    readonly facts: F
    readonly depts?: readonly DeptRole[]
    readonly automatic?: readonly (keyof M['steps'] & string)[]
    readonly may: string
    readonly nodeField?: string
  },
): Approval & { readonly kind: K; readonly facts: F } {
  const { of: on, ...rest } = facts
  const begin = rest.steps.begin && on.steps[rest.steps.begin]
  if (begin && !('chosen' in begin.input)) throw new Error(`the step that begins ${rest.kind} has no input for chosen people`)
  return { depts: ['applicant'], automatic: [], ...rest, entity: on.entity, machine: on }
}
