import { out } from './kit/answer.ts'
import { errors } from './kit/errors.ts'
import { rules } from './kit/problem.ts'

/** What is wrong with one field: its wire name, with the index of a line in front, and the rule where one was broken. */
const problem = out.object({
  field: out.text,
  rule: out.optional(out.key(rules)),
  // The row to choose in place of a retired one.
  successor: out.optional({ id: out.text, name: out.text }),
})

/** What is wrong with one node of a flow that cannot be published. */
const flowFault = out.object({ nodeId: out.text, fault: out.text, zh: out.text, en: out.text })

/** What else a refusal says about the rows in its way, and what it asks for; each refusal has a few of these. */
const details = out.object({
  // The row that has changed, or that is held.
  id: out.optional(out.text),
  version: out.optional(out.number),
  status: out.optional(out.text),
  // The device in the way, and what holds it.
  deviceId: out.optional(out.text),
  eamStatus: out.optional(out.nullable(out.text)),
  applyId: out.optional(out.text),
  applyNo: out.optional(out.nullable(out.text)),
  stopId: out.optional(out.text),
  borrowingNo: out.optional(out.nullable(out.text)),
  fromTime: out.optional(out.nullable(out.text)),
  toTime: out.optional(out.nullable(out.text)),
  /** Fields that have changed since. */
  fields: out.optional(out.list(out.text)),
  // Labels that were printed before: a reason is asked for.
  reprints: out.optional(out.number),
  /** Nodes at which the applicant names people. */
  choose: out.optional(out.list({ id: out.text, name: out.text, inOrder: out.optional(out.boolean) })),
  /** Warnings to send back under `confirmed` once the person has confirmed them. */
  confirm: out.optional(out.list(out.text)),
  /** Where the tree of a flow cannot be read. */
  at: out.optional(out.text),
  // A log-in goes on with a tenant, or with the code of the second factor.
  tenants: out.optional(out.list({ tenantId: out.text, tenantName: out.text })),
  second_factor: out.optional(out.boolean),
})

/** What the server answers to every call that it refuses, also where a success has no envelope. */
export const refusal = out.object({
  /** The HTTP status. */
  code: out.number,
  success: out.boolean,
  /** A sentence for the person, in their language; `error_description` is the same one, as OAuth names it. */
  msg: out.text,
  error: out.key(errors),
  error_description: out.text,
  data: out.nullable(out.either(out.list(out.either(problem, flowFault)), details)),
})
