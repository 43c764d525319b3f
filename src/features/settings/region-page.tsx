import { App, Breadcrumb, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type regionDetail, regionList, regionRemove, regionSubmit } from '#contract/calls/settings/region.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, TypedToolbar, typedListSize } from '#src/kit/list/typed-list.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

type Row = AnswerOf<typeof regionDetail>
type Place = Pick<Row, 'code' | 'name'>

const fields = regionSubmit.input
const top = '00'

/** The divisions of the country, one level at a time; a keyword looks through all of them. */
export function RegionPage(): ReactNode {
  const { word, say } = useWords()
  const search = useTypedSearch()
  const [way, setWay] = useState<readonly Place[]>([])
  const [asked, setAsked] = useState<'add' | Row>()
  const { keyword, current } = search
  const at = way.at(-1)?.code ?? top
  const found = useCall(regionList, { current, size: typedListSize, ...(keyword === '' ? { parentCode: at } : { keyword }) })
  const may = useRight(regionSubmit.may)
  const goTo = (next: readonly Place[]): void => {
    setWay(next)
    search.type('')
  }
  return (
    <section className="eam-panel">
      <TypedToolbar
        search={search}
        label={say(fields.name)}
        add={may ? { label: word('list.add'), run: () => setAsked('add') } : undefined}
      >
        <Breadcrumb
          items={[{ code: top, name: word('region.top') }, ...way].map(({ code, name }, index) => ({
            key: code,
            title: (
              <Button type="link" size="small" onClick={() => goTo(way.slice(0, index))}>
                {name}
              </Button>
            ),
          }))}
        />
      </TypedToolbar>
      <TypedList<Row>
        search={search}
        found={found}
        rowKey="code"
        columns={[
          { key: 'code', title: say(fields.code), dataIndex: 'code', width: 160 },
          {
            key: 'name',
            title: say(fields.name),
            render: (_, row) =>
              row.hasChildren ? (
                <Button type="link" size="small" onClick={() => goTo(keyword === '' ? [...way, row] : [row])}>
                  {row.name}
                </Button>
              ) : (
                row.name
              ),
          },
          { key: 'above', title: say(fields.parentCode), dataIndex: 'parentName' },
          { key: 'level', title: say(fields.regionLevel), dataIndex: 'regionLevelValue', width: 120 },
          { key: 'do', width: 180, render: (_, row) => <RowActions row={row} onChange={() => setAsked(row)} /> },
        ]}
      />
      {asked && (
        <CallDialog
          of={regionSubmit}
          given={asked === 'add' ? { id: '', version: null } : { id: asked.code, version: asked.version, code: asked.code }}
          start={asked === 'add' ? { parentCode: at === top ? null : at } : { ...asked }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function RowActions({ row, onChange }: { readonly row: Row; readonly onChange: () => void }): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const remove = useAction(regionRemove)
  const [may, mayRemove] = [useRight(regionSubmit.may), useRight(regionRemove.may)]
  const ask = (): void => {
    const onOk = (): Promise<boolean> => notice.tell(remove.mutateAsync({ query: { id: row.code } }), word('list.removed'))
    modal.confirm({ title: word('list.removeOne', { what: row.name }), okButtonProps: { danger: true }, onOk })
  }
  return (
    <div className="eam-actions">
      {may && (
        <Button size="small" onClick={onChange}>
          {word('record.edit')}
        </Button>
      )}
      {mayRemove && !row.hasChildren && (
        <Button size="small" danger onClick={ask}>
          {word('record.remove')}
        </Button>
      )}
    </div>
  )
}
