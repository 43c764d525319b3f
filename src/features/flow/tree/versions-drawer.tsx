import { Drawer, Empty, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { flowVersions } from '#contract/calls/flow/flow.ts'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import { type Row, titleIn, useCall } from '#src/data/hooks.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { differenceText } from '../designer/compare-sentences.ts'
import { compareTrees, type Difference } from '../designer/compare-versions.ts'
import { useDrawing } from '../designer/drawing-store.ts'
import { useNames } from '../use-names.ts'
import type { Telling } from './sentences.ts'
import { StillDrawing } from './still-drawing.tsx'

interface Side {
  readonly key: string
  readonly label: string
  readonly tree: FlowTree
}

/** The versions of a definition and its draft: any two of them beside each other, with what differs in sentences and on both drawings. */
export function VersionsDrawer({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  const { word, language } = useWords()
  const found = useCall(flowVersions, { id: row.id }, true, 0)
  const draft = useDrawing((drawing) => drawing.designer.tree)
  const sides: readonly Side[] = [
    { key: 'draft', label: word('flow.draft'), tree: draft },
    ...(found.data ?? []).map((one) => {
      const about = { who: one.createUserName ?? '—', when: momentText(one.createTime, language), running: one.running }
      return {
        key: one.id,
        label: `${word('flow.version', { n: one.versionNumber })} · ${word('flow.publishedBy', about)}`,
        tree: one.tree as FlowTree,
      }
    }),
  ]
  return (
    <Drawer
      open
      size={drawerSizes.large}
      title={`${word('flow.compare')} · ${titleIn(flowDefinition, row)}`}
      onClose={onClose}
      className="eam-flow-versions"
    >
      {!found.data ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : sides.length < 2 ? (
        <Empty description={word('flow.tooFew')} />
      ) : (
        <Comparison sides={sides} />
      )}
    </Drawer>
  )
}

function Comparison({ sides }: { readonly sides: readonly Side[] }): ReactNode {
  const speech = useWords()
  const { word } = speech
  const approval = useDrawing((drawing) => drawing.approval)
  const [chosen, setChosen] = useState({ older: sides[1]!.key, newer: sides[0]!.key })
  const side = (key: string): Side => sides.find((one) => one.key === key) ?? sides[0]!
  const [older, newer] = [side(chosen.older), side(chosen.newer)]
  const trees = useMemo(() => [older.tree, newer.tree], [older.tree, newer.tree])
  const names = useNames(trees, approval)
  const found = useMemo(() => compareTrees(older.tree, newer.tree), [older.tree, newer.tree])
  const marks = useMemo(() => {
    const all = new Map<string, Difference>(found.map(({ id, is }) => [id, is]))
    const only = (out: Difference) => new Map([...all].filter(([, is]) => is !== out))
    return { older: only('added'), newer: only('removed') }
  }, [found])
  const telling: Telling = { speech, names, approval }
  const options = sides.map(({ key, label }) => ({ value: key, label }))
  const drawing = (which: 'older' | 'newer', of: Side): ReactNode => (
    <StillDrawing
      key={of.key}
      tree={of.tree}
      approval={approval}
      names={names}
      marks={marks[which]}
      label={`${word(which === 'older' ? 'flow.older' : 'flow.newer')} ${of.label}`}
      title={
        <Select
          aria-label={word(which === 'older' ? 'flow.older' : 'flow.newer')}
          value={of.key}
          options={options}
          onChange={(key) => setChosen({ ...chosen, [which]: key })}
          className="eam-flow-side"
        />
      }
    />
  )
  return (
    <div className="eam-flow-compare">
      <section aria-label={word('flow.compare')}>
        {found.length === 0 ? (
          <p>{word('flow.same')}</p>
        ) : (
          <ul>
            {found.map((one) => (
              <li key={one.id}>{differenceText(one, older.tree, newer.tree, telling)}</li>
            ))}
          </ul>
        )}
      </section>
      <div className="eam-flow-both">
        {drawing('older', older)}
        {drawing('newer', newer)}
      </div>
    </div>
  )
}
