import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import type { Entity } from '#contract/kit/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { type TreeNode, useTree } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { parentsOf, shownIn, withParents } from './in-tree.ts'

interface Props {
  readonly of: Entity
  readonly id?: string
  readonly value?: readonly string[] | null
  readonly onChange?: (value: readonly string[]) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
}

interface Node {
  readonly value: string
  readonly title: string
  readonly children: Node[]
}

const nodesOf = (nodes: readonly TreeNode[]): Node[] =>
  nodes.map(({ id, name, children }) => ({ value: id, title: name, children: nodesOf(children ?? []) }))

/** Picks rows of a tree entity in the full tree; the value includes the ancestors of picked rows. */
export function InTreePicker({ of, value, onChange, ...shared }: Props) {
  const { word, say } = useWords()
  const { data, isPending } = useTree(of)
  const parents = useMemo(() => parentsOf(data ?? []), [data])
  const nodes = useMemo(() => nodesOf(data ?? []), [data])
  return (
    <TreeSelect<string[]>
      {...shared}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_ALL}
      value={data ? shownIn(value ?? [], parents) : []}
      treeData={nodes}
      loading={isPending}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear
      maxTagCount="responsive"
      placeholder={word('pick.one', { what: inSentence(say(of)) })}
      notFoundContent={word(isPending ? 'common.loading' : 'pick.nothing')}
      onChange={(next) => onChange?.(withParents(next, parents))}
      style={{ width: '100%' }}
    />
  )
}
