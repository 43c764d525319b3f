import { type FieldMap, json } from '../fields/field.ts'
import type { Words } from '../words.ts'
import type { Machine } from './machine.ts'

/** The facts of a document: single values, or lists if its lines have several. Amounts are texts such as `1234.50`. */
export type Facts = Readonly<Record<string, unknown>>

/** The departments of a document whose heads an assignee rule may name. */
export const deptRoles = {
  applicant: { zh: '申请人科室', en: 'Applicant’s department' },
  managing: { zh: '管理科室', en: 'Managing department' },
  giving: { zh: '转出科室', en: 'Sending department' },
  receiving: { zh: '接收科室', en: 'Receiving department' },
} as const satisfies Record<string, Words>
export type DeptRole = keyof typeof deptRoles

/**
 * The people whom the applicant chooses, ids by node; an input of the step that begins an approval, required if the definition needs it.
 */
export const chosenPeople = json({ zh: '自选审批人', en: 'Selected approvers' })

/** URL after `/api` of the staff who may take part in an approval. */
export const staffOptions = '/flow/process-new/staff'

/** A node whose people the applicant must choose, as listed in the data of a refusal. */
export interface NodeToChoose {
  readonly id: string
  readonly name: string
  /** They decide one after another, in the order of the ids. */
  readonly inOrder?: true
}

/** The steps of the document that the approval engine takes in its own transaction. */
export interface ApprovalSteps<K extends string = string> {
  /** The step that starts an instance, with the input `chosen`; if absent, adding the document starts it and no people are chosen. */
  readonly begin?: K
  /** After the last approval. */
  readonly agreed: K
  /** The application was rejected; its input may have `opinion`. */
  readonly refused: K
  /** The applicant cancelled before the approval ended. */
  readonly withdrawn?: K
}

/** A kind of document that the approval engine decides. */
export interface Approval extends Words {
  readonly kind: string
  /** The entity of the document. */
  readonly entity: string
  readonly machine: Machine
  readonly steps: ApprovalSteps
  /** The facts that conditions may use, as fields with kinds and labels. */
  readonly facts: FieldMap
  /** The departments of its documents. */
  readonly depts: readonly DeptRole[]
  /** Inner steps of the machine that an automatic node may take. */
  readonly automatic: readonly string[]
  /** The right to decide without a custom definition: its holders are the assignees of the default definition. */
  readonly may: string
  /** The document's read-only text field with the current state of its approval. */
  readonly nodeField?: string
}

/**
 * Declares that the approval engine decides the documents of a machine. `agreed`, `refused` and `withdrawn` are inner steps, or steps with
 * a route of their own, which then acts on the person's open task. Throws if the step that begins does not accept chosen people.
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
