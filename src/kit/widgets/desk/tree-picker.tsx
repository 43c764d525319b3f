import { useQueryClient } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { fetchBranch, type TreeNode, useOptions } from '#src/data/hooks.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useNameOf } from '#src/kit/use-name-of.ts'
import { offered } from '#src/kit/widgets/desk/offered.ts'
import { useOptionLabel, useRetiredLabel } from '#src/kit/widgets/desk/use-option-label.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly of: Entity
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly onBlur?: () => void
  readonly shownName?: string | null
  readonly disabled?: boolean
  /** Offers retired rows too, as a filter does. */
  readonly past?: boolean
}

interface Flat {
  readonly id: string
  readonly pId: string
  readonly value: string
  readonly title: string
  readonly isLeaf: boolean
}

const flat = (node: TreeNode, parentId: string): Flat => ({
  id: node.id,
  pId: parentId,
  value: node.id,
  title: node.name,
  isLeaf: !node.hasChildren,
})

/** Picks a row of a tree entity: branch by branch, or by a part of its name. */
export function TreePicker({ of, id, value, onChange, onBlur, shownName, disabled, past = false }: Props) {
  const { word, say } = useWords()
  const client = useQueryClient()
  const [branches, setBranches] = useState<readonly Flat[]>([])
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState<Flat>()
  const typed = keyword.trim()
  const asked = useDebounced(typed, 250)
  const found = useOptions(of, asked, asked !== '', undefined, past)
  const known = useNameOf(of, value, picked?.value === value ? picked?.title : shownName)
  const labelOf = useOptionLabel()
  const retired = useRetiredLabel(of, value)
  const load = async (parentId: string): Promise<void> => {
    const nodes = await client.fetchQuery({
      queryKey: ['entity', of.name, 'branch', parentId, past],
      queryFn: ({ signal }) => fetchBranch(of, parentId, signal, !past),
    })
    setBranches((known) => [...known.filter((node) => node.pId !== parentId), ...nodes.map((node) => flat(node, parentId))])
  }
  const nodes: Flat[] = typed
    ? offered(found, asked, typed).map((option) => ({ id: option.id, pId: '', value: option.id, title: labelOf(option), isLeaf: true }))
    : [...branches]
  if (value && !nodes.some((node) => node.value === value)) {
    nodes.push({ id: value, pId: '', value, title: retired ?? known ?? word('common.loading'), isLeaf: true })
  }
  return (
    <TreeSelect
      id={id}
      value={value ?? undefined}
      treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: '' }}
      treeData={nodes}
      loadData={(node) => load(String(node.value))}
      showSearch={{ filterTreeNode: false, onSearch: setKeyword, searchValue: keyword }}
      allowClear
      disabled={disabled}
      placeholder={word('pick.one', { what: inSentence(say(of)) })}
      notFoundContent={word('pick.nothing')}
      onOpenChange={(isOpen) => {
        if (isOpen) void load('')
        else setKeyword('')
      }}
      onBlur={onBlur}
      onChange={(next: string | undefined) => {
        setPicked(nodes.find((node) => node.value === next))
        onChange?.(next ?? null)
      }}
      style={{ width: '100%' }}
    />
  )
}
