import { approveModes, assigneeRules, comparisons, type FlowNode, type FlowTree, lateActs, nodeKinds } from '../../entities/flow/tree.ts'
import { out } from '../../kit/entity/answer.ts'
import { deptRoles } from '../../kit/entity/approval.ts'

// Answers refer to a definition and to its nodes by name, because nodes hold each other.
const nodes = out.list(out.named<FlowNode>('flowTreeNode'))
/** The definition of a flow, or a version of it. */
export const flowTree = out.named<FlowTree>('flowTree')

const rule = {
  by: out.key(assigneeRules),
  ids: out.optional(out.list(out.text)),
  of: out.optional(out.key(deptRoles)),
  levels: out.optional(out.number),
} as const
const scalar = out.either(out.text, out.number)
const condition = { fact: out.text, is: out.key(comparisons), value: out.either(scalar, out.list(scalar)) } as const
const branch = {
  id: out.text,
  name: out.optional(out.text),
  when: out.optional(out.list(out.list(condition))),
  nodes,
} as const

/** A definition of a flow as `read-tree.ts` accepts it. */
export const flowTreeShapes = {
  flowTree: out.object({ allowSelf: out.optional(out.boolean), nodes }),
  flowTreeNode: out.object({
    kind: out.key(nodeKinds),
    id: out.text,
    name: out.optional(out.text),
    who: out.optional(out.list(rule)),
    mode: out.optional(out.key(approveModes)),
    share: out.optional(out.number),
    limit: out.optional({ remindAfter: out.optional(out.number), hours: out.number, late: out.key(lateActs) }),
    branches: out.optional(out.list(branch)),
    otherwise: out.optional(branch),
    act: out.optional(out.text),
  }),
} as const
