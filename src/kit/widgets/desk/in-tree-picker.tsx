import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'
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
  /** Offers retired rows too, as a filter does. */
  readonly past?: boolean
}

interface Node {
  readonly value: string
  readonly title: string
  readonly children: Node[]
}

/** The nodes that are offered: retired ones stay where they are chosen. */
const nodesOf = (nodes: readonly TreeNode[], isShown: (node: TreeNode) => boolean, titleOf: (node: TreeNode) => string): Node[] =>
  nodes.flatMap((node) =>
    isShown(node) ? [{ value: node.id, title: titleOf(node), children: nodesOf(node.children ?? [], isShown, titleOf) }] : [],
  )

/** Picks rows of a tree entity in the full tree; the value includes the ancestors of picked rows. */
export function InTreePicker({ of, value, onChange, past, ...shared }: Props) {
  const { word, say } = useWords()
  const { data, isPending } = useTree(of)
  const parents = useMemo(() => parentsOf(data ?? []), [data])
  const nodes = useMemo(() => {
    const chosen = new Set(value ?? [])
    return nodesOf(
      data ?? [],
      ({ id, isRetired }) => past === true || !isRetired || chosen.has(id),
      ({ name, isRetired }) => (isRetired ? word('pick.retired', { name }) : name),
    )
  }, [data, value, past, word])
  return (
    <TreeSelect<string[]>
      {...shared}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_ALL}
      value={data ? shownIn(value ?? [], parents) : []}
      treeData={nodes}
      loading={isPending}
      showSearch={{ filterTreeNode: (typed, node) => nameForm(String(node.title ?? '')).includes(searchForm(typed).trim()) }}
      allowClear
      maxTagCount="responsive"
      placeholder={word('pick.one', { what: inSentence(say(of)) })}
      notFoundContent={word(isPending ? 'common.loading' : 'pick.nothing')}
      onChange={(next) => onChange?.(withParents(next, parents))}
      style={{ width: '100%' }}
    />
  )
}
