import { text } from '../../kit/fields/field.ts'
import { type Language, saySeeded, saySeededList, type Words } from '../../kit/words.ts'
import { type FlowNode, nodeKinds } from './tree.ts'

/** What nodes are called that no one named: by their kind. */
export const seededNodeNames: readonly Words[] = Object.values(nodeKinds)

/** The name of a node as it is kept. */
export const nameOfNode = ({ name, kind }: Pick<FlowNode, 'name' | 'kind'>): string => name || nodeKinds[kind].zh

/** A kept name of a node in the language of the reader, unless the hospital gave it. */
export const nodeNameIn = (name: string, language: Language): string => saySeeded(seededNodeNames, name, language)

/** The same of the nodes at which an approval waits. */
export const nodeNamesIn = (names: string, language: Language): string => saySeededList(seededNodeNames, names, language)

/** The field of a document that shows where its approval stands. */
export const approvalNode = (more: { readonly group?: Words } = {}) =>
  text({ zh: '审批节点', en: 'Approval node', readOnly: true, list: true, max: 200, seeded: seededNodeNames, several: true, ...more })

/** What the definition is called that a hospital begins with. */
export const defaultFlowName = ({ zh, en }: Words): Words => ({ zh: `${zh}（默认）`, en: `${en} (default)` })

/** These names of all kinds; the registry gathers them from the modules. */
export const seededFlowNames: Words[] = []
