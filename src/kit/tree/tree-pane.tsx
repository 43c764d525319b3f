import { useQueryClient } from '@tanstack/react-query'
import { App, Empty, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { fetchBranch, useSubmit } from '#src/data/hooks.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly of: Entity
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined, name: string | undefined) => void
  /** Whether nodes may be dragged to another parent. */
  readonly mayMove: boolean
  /** Incremented to reload the tree. */
  readonly round: number
}

type Node = TreeDataNode & { readonly name: string; children?: Node[] }

function withChildren(nodes: readonly Node[], id: string, children: Node[]): Node[] {
  return nodes.map((node) =>
    node.key === id ? { ...node, children } : node.children ? { ...node, children: withChildren(node.children, id, children) } : node,
  )
}

/** The tree of an entity, loaded branch by branch; dragging a node moves it to another parent. */
export function TreePane({ of, selected, onSelect, mayMove, round }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const client = useQueryClient()
  const submit = useSubmit(of)
  const [nodes, setNodes] = useState<Node[]>()
  const [error, setError] = useState<Error | null>(null)
  const [open, setOpen] = useState<React.Key[]>([])
  const branch = useCallback(
    async (parentId: string): Promise<Node[]> =>
      (await fetchBranch(of, parentId)).map((node) => ({ key: node.id, title: node.name, name: node.name, isLeaf: !node.hasChildren })),
    [of],
  )
  // Drop answers to an earlier start.
  const starts = useRef(0)
  const start = useCallback(async () => {
    const mine = ++starts.current
    setError(null)
    try {
      const roots = await branch('')
      const [only] = roots
      // Expand a single root, as it says little on its own.
      const shown = only && roots.length === 1 && !only.isLeaf ? [{ ...only, children: await branch(String(only.key)) }] : roots
      if (mine !== starts.current) return
      setNodes(shown)
      setOpen(only && roots.length === 1 ? [only.key] : [])
    } catch (thrown) {
      if (mine === starts.current) setError(thrown as Error)
    }
  }, [branch])
  // A new round means that the tree on the server has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: round is the signal to reload
  useEffect(() => void start(), [start, round])
  const move = async (id: string, parentId: string): Promise<void> => {
    try {
      const row = await client.fetchQuery({
        queryKey: ['entity', of.name, 'detail', id],
        queryFn: ({ signal }) => readDetail(of, id, signal),
        staleTime: 0,
      })
      await submit.mutateAsync({ id, version: row.version, [`${of.tree}Id`]: parentId })
      notice.done(word('form.updated'))
      await start()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  if (!nodes) return <Outcome isLoading={!error} error={error} onRetry={() => void start()} />
  if (nodes.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('list.noneYet', { what: inSentence(say(of)) })} />
  return (
    <Tree<Node>
      blockNode
      showLine
      treeData={nodes}
      expandedKeys={open}
      onExpand={setOpen}
      selectedKeys={selected ? [selected] : []}
      onSelect={(keys, { node }) => onSelect(keys[0] === undefined ? undefined : String(keys[0]), node.name)}
      loadData={async (node) => {
        if (node.children) return
        const children = await branch(String(node.key))
        setNodes((known) => known && withChildren(known, String(node.key), children))
      }}
      draggable={mayMove ? { icon: false } : false}
      allowDrop={({ dropPosition }) => dropPosition === 0}
      onDrop={({ dragNode, node }) => {
        modal.confirm({
          title: word('tree.askMove', { what: dragNode.name, to: node.name }),
          onOk: () => move(String(dragNode.key), String(node.key)),
        })
      }}
      aria-label={say(of)}
    />
  )
}
