import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { isImported } from '#contract/imports.ts'
import { type Entity, rightOf, verbsOf } from '#contract/kit/entity.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Query } from '#src/data/client.ts'
import { type Row, useRemove } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { DownloadButton } from '#src/kit/download-button.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { StepButtons } from '#src/kit/record/step-buttons.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly of: Entity
  readonly selected: readonly Row[]
  readonly onSelect: (rows: readonly Row[]) => void
  readonly onAdd: (() => void) | undefined
  /** The search the list shows, for the export. */
  readonly criteria: Query
}

/** Add, remove, steps for many rows, export and template, within the person's rights. */
export function BulkActions({ of, selected, onSelect, onAdd, criteria }: Props): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const rights = useSession((state) => state.person?.rights)
  const remove = useRemove(of)
  const may = (verb: 'submit' | 'remove' | 'export' | 'template'): boolean =>
    verbsOf(of).includes(verb) && (rights?.includes(rightOf(of, verb)) ?? false) && !(of.append && verb !== 'export')
  const askRemove = (): void => {
    if (selected.length === 0) {
      notice.warn(word('list.chooseFirst'))
      return
    }
    modal.confirm({
      title: word('list.removeChosen'),
      content: word('list.chosen', { count: selected.length }),
      okText: word('common.confirm'),
      cancelText: word('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await remove.mutateAsync(selected.map((row) => row.id))
          onSelect([])
          notice.done(word('list.removed'))
        } catch (thrown) {
          notice.failed(thrown)
        }
      },
    })
  }
  return (
    <>
      {selected.length > 0 && (
        <span className="eam-chosen" aria-live="polite">
          {word('list.chosen', { count: selected.length })}
          <Button type="link" size="small" onClick={() => onSelect([])}>
            {word('list.clearChosen')}
          </Button>
        </span>
      )}
      {selected.length > 0 &&
        machinesOf(of).map((on) => {
          const names = Object.entries(on.steps)
            .filter(([name, step]) => step.many && !step.inner && selected.every((row) => row.can?.includes(name)))
            .map(([name]) => name)
          return <StepButtons key={on.field} on={on} rows={selected} names={names} onDone={() => onSelect([])} />
        })}
      {onAdd && may('submit') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {word('list.add')}
        </Button>
      )}
      {may('remove') && (
        <Button danger={selected.length > 0} icon={<DeleteOutlined />} onClick={askRemove}>
          {word('list.remove')}
        </Button>
      )}
      <Parts at="list.import" given={{ of: of.name }} />
      {may('export') && <DownloadButton of={of} verb="export" query={criteria} label="list.export" />}
      {may('export') && (of.lines ?? []).some((line) => !line.readOnly) && (
        <DownloadButton of={of} verb="export" query={{ ...criteria, lines: 1 }} label="list.exportLines" />
      )}
      {onAdd && may('template') && isImported(of) && <DownloadButton of={of} verb="template" query={{}} label="list.template" />}
    </>
  )
}
