import * as calls from '#contract/calls/flow/flow.ts'
import { approvals } from '#contract/entities/flow/approval-kinds.ts'
import { checkDefinition } from '#contract/entities/flow/check-definition.ts'
import { placesOf } from '#contract/entities/flow/find-node.ts'
import { flowDefinition, flowPublishing } from '#contract/entities/flow/flow-definition.ts'
import { readTree } from '#contract/entities/flow/read-tree.ts'
import { type FlowTree, plainTree } from '#contract/entities/flow/tree.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Row, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { idOf, refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { answersSql } from './people/staff.ts'
import { addVersion } from './versions.ts'

/** The draft as a tree; refuses what is none, with where it is wrong. */
function treeOf(draft: unknown): FlowTree {
  const found = readTree(draft ?? plainTree)
  if ('fault' in found) throw new Refusal('rule', { zh: found.fault.zh, en: found.fault.en }, { at: found.fault.at })
  return found.tree
}

/** The people that the rules of a tree name. */
const peopleNamed = (tree: FlowTree): string[] =>
  [...placesOf(tree).values()].flatMap(({ node }) =>
    'who' in node ? node.who.flatMap((rule) => (rule.by === 'user' ? rule.ids : [])) : [],
  )

/**
 * Refuses people newly named by a rule who are stopped, a board, or not of this hospital. Those named before stay: they are passed over when their node
 * is reached.
 */
async function refuseNewlyNamed(tx: Transaction, tree: FlowTree, before?: unknown): Promise<void> {
  const known = new Set(before ? peopleNamed(treeOf(before)) : [])
  const ids = peopleNamed(tree).filter((id) => !known.has(id))
  const { rows: found } = await tx.run({
    text: `select u.id, u.real_name, ${answersSql} as answers from app_user u where u.tenant_id = $1 and u.id = any($2::uuid[]) order by u.real_name`,
    values: [tx.tenantId, ids],
  })
  const here = new Set(found.map(({ id }) => String(id)))
  if (ids.some((id) => !here.has(id.toLowerCase()))) throw refusalOf([{ field: 'draft', label: user, rule: 'absent' }])
  const rows = found.filter(({ answers }) => answers !== true)
  if (rows.length === 0) return
  const names = rows.map(({ real_name }) => String(real_name))
  throw new Refusal('rule', {
    zh: `“${names.join('、')}”已停用或是大屏账号，不能作为处理人`,
    en: `“${names.join(', ')}” is deactivated or a wall board account and cannot be an assignee`,
  })
}

hook(flowDefinition, {
  async beforeAdd(_context, tx, { draft }) {
    const tree = treeOf(draft.draft)
    await refuseNewlyNamed(tx, tree)
    return { draft: JSON.stringify(tree) }
  },
  async beforeChange(_context, tx, { row, draft }) {
    if (draft.approvalKind !== undefined && draft.approvalKind !== row.approval_kind && row.version_number !== null)
      throw new Refusal('rule', { zh: '已发布的流程不能改为其他单据', en: 'A published flow cannot change its documents' })
    if (draft.draft === undefined) return undefined
    const tree = treeOf(draft.draft)
    await refuseNewlyNamed(tx, tree, row.draft)
    return { draft: JSON.stringify(tree) }
  },
  async beforeRemove(_context, _tx, { rows }) {
    if (rows.some((row) => row.is_default === 1))
      throw new Refusal('rule', { zh: '默认流程不能删除', en: 'The default flow cannot be deleted' })
  },
})

function faultsOf(context: Context, row: Row) {
  const tree = treeOf(row.draft)
  const approval = approvals.get(String(row.approval_kind))
  const facts = approval && context.actor.settings.inputs(approval.facts)
  return { tree, faults: approval && facts ? checkDefinition(tree, { ...approval, facts }) : [] }
}

for (const name of ['publish', 'publishMore'] as const)
  step(flowPublishing, name, async ({ context, tx, row }) => {
    const { tree, faults } = faultsOf(context, row)
    if (faults.length > 0) {
      const all = (language: 'zh' | 'en') =>
        faults
          .slice(0, 10)
          .map((one) => one[language])
          .join(language === 'zh' ? '；' : '; ')
      throw new Refusal('rule', { zh: `流程不能发布：${all('zh')}`, en: `The flow cannot be published: ${all('en')}` }, faults)
    }
    const number = Number(row.version_number ?? 0) + 1
    addVersion(context, tx, row, number, tree)
    return { version_number: number }
  })

function check(context: Context): ReadPlan<AnswerOf<typeof calls.checkFlow>> {
  const id = idOf(context)
  return {
    queries: [
      {
        text: 'select approval_kind, draft from flow_definition where tenant_id = $1 and id = $2 and not is_deleted',
        values: [context.actor.tenantId, id],
      },
    ],
    answer([rows]) {
      const row = rows!.rows[0]
      if (!row) throw new Refusal('not_found', { what: flowDefinition })
      return faultsOf(context, row).faults.map((one) => ({ nodeId: one.nodeId, fault: one.fault, sentence: one[context.language] }))
    },
  }
}

function versions(context: Context): ReadPlan<AnswerOf<typeof calls.flowVersions>> {
  const id = idOf(context)
  return {
    queries: [
      {
        text: `select v.id, v.version_number as "versionNumber", v.tree, v.created_at as "createTime", u.real_name as "createUserName",
            (select count(*)::int from flow_instance i where i.tenant_id = v.tenant_id and i.flow_version_id = v.id and i.instance_status = 'running') as running
          from flow_version v left join app_user u on u.tenant_id = v.tenant_id and u.id = v.created_by where v.tenant_id = $1 and v.definition_id = $2 order by v.version_number desc`,
        values: [context.actor.tenantId, id],
      },
    ],
    answer: ([rows]) => rowsAs(rows),
  }
}

export const definitionAnswers: readonly Answer[] = [
  answer(calls.checkFlow, { read: check }),
  answer(calls.flowVersions, { read: versions }),
]
