import { Button, Splitter } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage, type PageOptions } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { TreePane } from './tree-pane.tsx'

export interface TreePageOptions extends Pick<PageOptions, 'rowActions' | 'more' | 'extraColumns'> {
  /** Buttons of the list; `fixed`: the query parameter for the selected node, by wire name. */
  readonly listActions?: (selected: readonly Row[], fixed: Readonly<Record<string, string>> | undefined) => ReactNode
}

type Props = TreePageOptions & { readonly of: Entity }

/** Page of a tree entity: the tree on the left, the children of the selected node as a list on the right. */
export function TreePage({ of, rowActions, listActions, more, extraColumns }: Props): ReactNode {
  const { word } = useWords()
  const [node, setNode] = useState<{ id: string; name: string }>()
  const [, setSearch] = useSearchParams()
  const choose = (next: typeof node): void => {
    setNode(next)
    setSearch((search) => {
      search.delete('current')
      return search
    })
  }
  const [round, setRound] = useState(0)
  const mayMove = useRight(`${of.name}.submit`)
  const parent = `${of.tree}Id`
  const fixed = node ? { [parent]: node.id } : undefined
  return (
    <Splitter className="eam-tree-page">
      <Splitter.Panel defaultSize={260} min={180} max={480} collapsible>
        <div className="eam-panel eam-tree">
          <Button block type={node ? 'text' : 'default'} onClick={() => choose(undefined)} aria-pressed={!node}>
            {word('tree.all')}
          </Button>
          <TreePane
            of={of}
            selected={node?.id}
            onSelect={(id, name) => choose(id ? { id, name: name ?? '' } : undefined)}
            mayMove={mayMove}
            round={round}
          />
          {mayMove && <p className="eam-hint">{word('tree.moveHint')}</p>}
        </div>
      </Splitter.Panel>
      <Splitter.Panel>
        <div className="eam-tree-list">
          <EntityPage
            key={node?.id ?? ''}
            of={of}
            fixed={fixed}
            initial={node ? { [parent]: node.id, [`${of.tree}Name`]: node.name } : undefined}
            onSaved={() => setRound(round + 1)}
            rowActions={rowActions}
            more={more}
            extraColumns={extraColumns}
            listActions={listActions && ((selected) => listActions(selected, fixed))}
          />
        </div>
      </Splitter.Panel>
    </Splitter>
  )
}
