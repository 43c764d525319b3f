import { type FlowTree, nodeKinds, startId } from '#contract/entities/flow/tree.ts'
import { inSentence } from '#contract/kit/words.ts'
import { branchText, nodeName, nodeText, type Telling } from '../tree/sentences.ts'
import { find } from '../tree/tree-edit.ts'
import type { Compared } from './compare-versions.ts'

interface Said {
  readonly kind: string
  readonly name: string
  readonly text: string
}

function saidOf(tree: FlowTree, id: string, telling: Telling): Said | undefined {
  const { word, say } = telling.speech
  const found = find(tree, id)
  if (found?.is === 'node')
    return { kind: inSentence(say(nodeKinds[found.node.kind])), name: nodeName(found.node, telling), text: nodeText(found.node, telling) }
  if (!found) return undefined
  const name = found.branch.name || (found.isDefault ? word('flow.otherwise') : word('flow.branch', { n: found.index + 1 }))
  return { kind: word('flow.branchWord'), name, text: branchText(found.branch, found.isDefault, telling) }
}

/** One difference between two versions as a sentence. */
export function differenceText(one: Compared, older: FlowTree, newer: FlowTree, telling: Telling): string {
  const { word } = telling.speech
  if (one.id === startId) return word(newer.allowSelf ? 'flow.selfOn' : 'flow.selfOff')
  const before = saidOf(older, one.id, telling)
  const after = saidOf(newer, one.id, telling)
  const { kind, name, text } = after ?? before ?? { kind: '', name: one.id, text: '' }
  if (one.is === 'added') return word('flow.addedSays', { kind, name, text: text || '—' })
  if (one.is === 'removed') return word('flow.removedSays', { kind, name, text: text || '—' })
  if (one.is === 'moved') return word('flow.movedSays', { kind, name })
  if (before && before.text === text)
    return before.name === name
      ? word('flow.changedOther', { kind, name })
      : word('flow.changedName', { kind, before: before.name, after: name })
  return word('flow.changedSays', { kind, name, before: before?.text || '—', after: text || '—' })
}
