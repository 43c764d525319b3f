import { Alert, App, Button, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { flowVersions } from '#contract/calls/flow/flow.ts'
import { flowDefinition, flowPublishing } from '#contract/entities/flow/flow-definition.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import { type Row, titleIn, useCall, useStep } from '#src/data/hooks.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import type { Draft } from '../tree/use-draft.ts'
import { VersionsDrawer } from '../tree/versions-drawer.tsx'
import { isSameTree } from './compare-versions.ts'
import { useDrawing, useDrawingStore } from './drawing-store.ts'

interface Props {
  readonly row: Row
  readonly draft: Draft
}

/** The name of a definition, how its draft stands, and the acts: versions, save, publish. */
export function DesignerHead({ row, draft }: Props): ReactNode {
  const { word, say } = useWords()
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const approval = useDrawing((drawing) => drawing.approval)
  const [isComparing, setComparing] = useState(false)
  const number = Number(row.versionNumber ?? 0)
  const kind = approval ?? flowDefinition.fields.approvalKind.of[String(row.approvalKind)]
  const name = titleIn(flowDefinition, row)
  return (
    <>
      <header className="eam-designer-head">
        <h1 title={name}>{name}</h1>
        {kind && <Tag>{say(kind)}</Tag>}
        <ToneTag tone={number > 0 ? 'good' : 'plain'}>
          {number > 0 ? word('flow.version', { n: number }) : say(flowDefinition.fields.definitionStatus.of.draft)}
        </ToneTag>
        {!isReadOnly && (
          <span className="eam-hint" role="status">
            {word(draft.isDirty ? 'flow.unsaved' : 'flow.allSaved')}
          </span>
        )}
        <Space className="eam-designer-acts">
          <Button onClick={() => setComparing(true)}>{word('flow.versions')}</Button>
          {!isReadOnly && (
            <>
              <Button loading={draft.isSaving} disabled={!draft.isDirty} onClick={() => void draft.save()}>
                {word('flow.save')}
              </Button>
              <Publish row={row} draft={draft} />
            </>
          )}
        </Space>
      </header>
      {isReadOnly && <Alert type="info" showIcon title={word('flow.readOnly')} />}
      {!approval && <Alert type="warning" showIcon title={word('flow.unknownKind')} />}
      {draft.stale !== undefined && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={draft.stale}
          action={
            <Space>
              <Button onClick={draft.takeNew}>{word('form.takeNew')}</Button>
              <Button type="primary" onClick={draft.keepMine}>
                {word('form.keepMine')}
              </Button>
            </Space>
          }
        />
      )}
      {isComparing && <VersionsDrawer row={row} onClose={() => setComparing(false)} />}
    </>
  )
}

function Publish({ row, draft }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const { modal } = App.useApp()
  const store = useDrawingStore()
  const run = useStep()
  const versions = useCall(flowVersions, { id: row.id })
  const number = Number(row.versionNumber ?? 0)
  const current = versions.data?.[0]?.tree as FlowTree | undefined
  const go = useOnce(async (): Promise<void> => {
    const version = await draft.save()
    if (version === undefined) return
    const step = number > 0 ? 'publishMore' : 'publish'
    await notice.tell(
      run.mutateAsync({ on: flowPublishing, step, rows: [{ ...row, version }], input: {} }),
      word('flow.published', { n: number + 1 }),
    )
  })
  const ask = (): void => {
    const { faults, designer, act } = store.getState()
    const count = [...faults.values()].flat().length
    const [first] = faults.keys()
    if (first !== undefined) {
      notice.warn(word('flow.publishRefused', { n: count }))
      act({ do: 'open', id: first })
    } else if (number > 0 && current && isSameTree(current, designer.tree)) notice.warn(word('flow.publishSame'))
    else modal.confirm({ title: word('flow.publishAsk', { n: number + 1 }), content: word('flow.publishSays'), onOk: go })
  }
  return (
    <Button type="primary" loading={run.isPending} onClick={ask}>
      {word(number > 0 ? 'flow.publishNew' : 'flow.publish')}
    </Button>
  )
}
