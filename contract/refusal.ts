import { out } from './kit/entity/answer.ts'
import { errors } from './kit/errors.ts'
import { rules } from './kit/fields/problem.ts'

/** A problem of one field: its wire name, prefixed by the index of a line, and the violated rule if there is one. */
const problem = out.object({
  field: out.text,
  rule: out.optional(out.key(rules)),
  // The successor of a retired row.
  successor: out.optional({ id: out.text, name: out.text }),
})

/** A problem of one node of a flow that cannot be published. */
const flowFault = out.object({ nodeId: out.text, fault: out.text, zh: out.text, en: out.text })

/** Further data of a refusal about the rows that caused it, and what it asks for; each refusal has a few of these. */
const details = out.object({
  // The row that has changed, or that is locked.
  id: out.optional(out.text),
  version: out.optional(out.number),
  status: out.optional(out.text),
  // The device that caused it, and what holds the device.
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
  // Labels that were printed before: a reason is required.
  reprints: out.optional(out.number),
  /** Nodes whose people the applicant must choose. */
  choose: out.optional(out.list({ id: out.text, name: out.text, inOrder: out.optional(out.boolean) })),
  /** Warnings to send back under `confirmed` once the person has confirmed them. */
  confirm: out.optional(out.list(out.text)),
  /** Position of the error in the tree of a flow. */
  at: out.optional(out.text),
  // A sign-in continues with a tenant, or with the code of the second factor.
  tenants: out.optional(out.list({ tenantId: out.text, tenantName: out.text })),
  second_factor: out.optional(out.boolean),
})

/** The answer of the server to every refused call, even if a success has no envelope. */
export const refusal = out.object({
  /** The HTTP status. */
  code: out.number,
  success: out.boolean,
  /** A message for the person, in their language; `error_description` is the same one under its OAuth name. */
  msg: out.text,
  error: out.key(errors),
  error_description: out.text,
  data: out.nullable(out.either(out.list(out.either(problem, flowFault)), details)),
})
