import { moveFlow } from '#contract/calls/flow/flow.ts'
import { compareTrees } from '#contract/entities/flow/compare-trees.ts'
import { placesOf } from '#contract/entities/flow/find-node.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { refuseStale } from '#server/kit/write/lock.ts'
import { openCourse, openNodes, refuseEnded, refuseStranger } from './course.ts'
import { act, addRecord } from './write.ts'

/** Moves a running approval to the newest version of its definition. The nodes where it waits must be there; who is asked at them stays. */
async function move(context: Context, tx: Transaction): Promise<AnswerOf<typeof moveFlow>> {
  const given = read(moveFlow.input, context.input) as { id: string; version?: number; preview?: 0 | 1 }
  if (!isId(given.id)) throw refusalOf([{ field: 'id', label: flowInstance, rule: 'not_id' }])
  const course = await openCourse(context, tx, given.id)
  await refuseStranger(course)
  await refuseEnded(course)
  await refuseStale(flowInstance, context, tx, course.row, given.version)
  const { rows } = await tx.run({
    text: `select n.id, n.version_number, n.tree from flow_version v join flow_version n on n.tenant_id = v.tenant_id and n.definition_id = v.definition_id
      where v.tenant_id = $1 and v.id = $2 order by n.version_number desc limit 1`,
    values: [tx.tenantId, course.row.flow_version_id],
  })
  const newest = rows[0]!
  const tree = newest.tree as FlowTree
  const changes = compareTrees(course.tree, tree).map((one) => ({ ...one, nodeName: nodeNameIn(one.nodeName, context.language) }))
  const places = placesOf(tree)
  const lost = openNodes(course).find((node) => places.get(String(node.node_key))?.node.kind !== 'approve')
  if (lost && given.preview !== 1)
    throw new Refusal('rule', {
      zh: `新版本没有正在审批的节点“${lost.node_name}”`,
      en: `The newest version has no node “${nodeNameIn(String(lost.node_name), 'en')}”, where the approval waits`,
    })
  if (given.preview !== 1 && newest.id !== course.row.flow_version_id) {
    addRecord(course, { act: 'move' })
    await act(course, 'move', {}, { flow_version_id: newest.id })
  }
  return {
    id: given.id,
    version: Number(course.row.version),
    versionNumber: Number(newest.version_number),
    changes,
    lost: lost ? nodeNameIn(String(lost.node_name), context.language) : null,
  }
}

export const moveAnswers: readonly Answer[] = [answer(moveFlow, { write: move })]
