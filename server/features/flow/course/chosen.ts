import { chosenNodes } from '#contract/entities/flow/chosen-nodes.ts'
import { nameOfNode, nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { FlowNode, FlowTree } from '#contract/entities/flow/tree.ts'
import type { Facts, NodeToChoose } from '#contract/kit/entity/approval.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Language, listedWords, type Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { refuseNamed, staffSql } from '../people/staff.ts'

const wordsOf = (node: FlowNode): Words => ({ zh: nameOfNode(node), en: nodeNameIn(nameOfNode(node), 'en') })

interface Given {
  readonly language: Language
  readonly applicantId: string
  /** Ids of people by node. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
}

/** Refuses a document on whose way a node waits for people that its applicant has not named; the data of the refusal lists these nodes under `choose`. */
export async function refuseUnchosen(
  tx: Transaction,
  tree: FlowTree,
  facts: Facts,
  { applicantId, chosen, language }: Given,
): Promise<void> {
  const nodes = chosenNodes(tree, facts)
  if (nodes.length === 0) return
  const { rows } = await tx.run({
    text: `select u.id, u.real_name, ${staffSql} as is_staff from app_user u where u.tenant_id = $1 and u.id = any($2::uuid[]) and not u.is_deleted`,
    values: [tx.tenantId, nodes.flatMap(({ id }) => chosen[id] ?? [])],
  })
  refuseNamed(rows)
  const active = new Set(rows.map(({ id }) => String(id)))
  const decides = (id: string): boolean => active.has(id) && (id !== applicantId || tree.allowSelf === true)
  const missing = nodes.filter(({ id }) => !chosen[id]?.some(decides))
  if (missing.length === 0) return
  const choose: NodeToChoose[] = nodes.map((node) => ({
    id: node.id,
    name: wordsOf(node)[language],
    ...('mode' in node && node.mode === 'order' ? { inOrder: true as const } : {}),
  }))
  const named = listedWords(missing.map(wordsOf))
  throw new Refusal(
    'rule',
    {
      zh: `请选择“${named.zh}”的处理人（在职，且不是申请人本人）`,
      en: `Choose approvers for “${named.en}”: active staff other than the applicant`,
    },
    { choose },
  )
}
