import { SearchOutlined } from '@ant-design/icons'
import { Input, Select, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Words } from '#contract/kit/words.ts'
import type { ListState } from '#src/kit/list/list-state.ts'
import type { Change } from '#src/kit/list/use-list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { chosenIn, type FilterNode, type TreeSource, wiresIn } from './tree-source.ts'
import { useSourceNodes } from './use-source-nodes.ts'

export interface FilterTrees {
  readonly sources: readonly TreeSource[]
  /** Placeholder of the panel's search field. */
  readonly hint: Words
}

interface Props extends FilterTrees {
  readonly state: ListState
  readonly change: Change
}

const dataOf = (nodes: readonly FilterNode[]): TreeDataNode[] =>
  nodes.map(({ key, title, children }) => ({ key, title, children: dataOf(children ?? []) }))

const find = (nodes: readonly FilterNode[], key: string): FilterNode | undefined => {
  for (const node of nodes) {
    const found = node.key === key ? node : find(node.children ?? [], key)
    if (found) return found
  }
  return undefined
}

/** A panel next to a list: a search field and a tree of filters, from one of several sources. */
export function FilterTree({ sources, hint, state, change }: Props): ReactNode {
  const { word, say } = useWords()
  const [at, setAt] = useState(0)
  const source = sources[at] ?? sources[0]!
  return (
    <aside className="eam-panel eam-side-tree" aria-label={word('side.tree')}>
      <Input
        prefix={<SearchOutlined aria-hidden />}
        key={state.keyword}
        allowClear
        defaultValue={state.keyword}
        placeholder={say(hint)}
        aria-label={say(hint)}
        onPressEnter={({ currentTarget }) => change({ keyword: currentTarget.value.trim() })}
        onChange={({ target }) => target.value === '' && change({ keyword: '' })}
      />
      {sources.length > 1 && (
        <Select
          value={at}
          onChange={setAt}
          aria-label={word('side.by')}
          options={sources.map((one, index) => ({ value: index, label: say(one) }))}
        />
      )}
      <Nodes key={at} source={source} state={state} change={change} />
    </aside>
  )
}

function Nodes({ source, state, change }: Omit<Props, 'sources' | 'hint'> & { readonly source: TreeSource }): ReactNode {
  const { say } = useWords()
  const { nodes, isPending, error, retry } = useSourceNodes(source)
  if (isPending || error) return <Outcome isLoading={isPending} error={error} onRetry={retry} />
  const choose = (key: string): void => {
    const wires = wiresIn(nodes)
    const others = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !wires.has(name)))
    change({ filters: { ...others, ...find(nodes, key)?.filters } })
  }
  const chosen = chosenIn(nodes, state.filters)
  return (
    <Tree
      blockNode
      treeData={dataOf(nodes)}
      defaultExpandedKeys={chosen ? [chosen] : []}
      autoExpandParent
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelect={(_, { node }) => choose(String(node.key))}
      aria-label={say(source)}
    />
  )
}
