import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { businessDictionary, dictionaryFields as fields, systemDictionary } from '#contract/calls/settings/dictionary.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, TypedToolbar, typedListSize } from '#src/kit/list/typed-list.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { DictionaryDialog } from './dictionary-dialog.tsx'

type Calls = typeof businessDictionary
type Row = AnswerOf<Calls['detail']>
type Asked = { readonly row?: Row; readonly head?: Row; readonly parentId?: string }

/** The dictionaries that are the same for all tenants; the platform's own people write them. */
export const SystemDictionaryPage = (): ReactNode => <DictionaryPage calls={systemDictionary} hint="dict.system" />

/** The dictionaries of this hospital. */
export const BusinessDictionaryPage = (): ReactNode => <DictionaryPage calls={businessDictionary} hint="dict.own" />

/** Dictionaries on the left, the values of the chosen one as a tree on the right. */
function DictionaryPage({ calls, hint }: { readonly calls: Calls; readonly hint: 'dict.system' | 'dict.own' }): ReactNode {
  const { word, say } = useWords()
  const search = useTypedSearch()
  const [chosen, setChosen] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const found = useCall(calls.parentList, { current: search.current, size: typedListSize, dictValue: search.keyword })
  const heads = found.data?.records
  const head = heads?.find((row) => row.id === chosen)
  const may = useRight(calls.submit.may)
  return (
    <section className="eam-panel">
      <TypedToolbar
        search={search}
        label={say(fields.dictValue)}
        add={may ? { label: word('dict.addHead'), run: () => setAsked({}) } : undefined}
      >
        <span className="eam-hint">{word(hint)}</span>
      </TypedToolbar>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, alignItems: 'flex-start' }}>
        <div style={{ flex: '1 1 520px', minWidth: 0 }}>
          <TypedList<Row>
            search={search}
            found={found}
            rowKey="id"
            rowSelection={{ type: 'radio', selectedRowKeys: chosen ? [chosen] : [], onChange: ([key]) => setChosen(String(key)) }}
            onRow={(row) => ({ onClick: () => setChosen(row.id) })}
            empty={word(may ? 'dict.noneAdd' : 'dict.none')}
            columns={[
              { key: 'code', title: say(fields.code), dataIndex: 'code', ellipsis: true },
              { key: 'name', title: say(fields.dictValue), dataIndex: 'dictValue', ellipsis: true },
              { key: 'sealed', title: word('common.state'), width: 90, render: (_, row) => <Sealed row={row} /> },
              { key: 'do', width: 200, render: (_, row) => <RowActions calls={calls} row={row} onChange={() => setAsked({ row })} /> },
            ]}
          />
        </div>
        {heads && heads.length > 0 && (
          <div style={{ flex: '2 1 520px', minWidth: 0 }}>
            {head ? <Values calls={calls} head={head} onAsk={setAsked} /> : <p className="eam-hint">{word('dict.choose')}</p>}
          </div>
        )}
      </div>
      {asked && <DictionaryDialog calls={calls} {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function Sealed({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  return <ToneTag tone={row.isSealed === 1 ? 'plain' : 'good'}>{word(row.isSealed === 1 ? 'dict.sealed' : 'dict.open')}</ToneTag>
}

interface ActionsProps {
  readonly calls: Calls
  readonly row: Row
  readonly onChange: () => void
  readonly onBelow?: () => void
}

function RowActions({ calls, row, onChange, onBelow }: ActionsProps): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const save = useAction(calls.submit)
  const remove = useAction(calls.remove)
  const [may, mayRemove] = [useRight(calls.submit.may), useRight(calls.remove.may)]
  const isSealed = row.isSealed === 1
  const seal = (): void => {
    const body = { id: row.id, version: row.version, isSealed: isSealed ? 0 : 1, parentId: row.parentId }
    void notice.tell(save.mutateAsync({ body }), word('form.updated'))
  }
  const ask = (): void => {
    const onOk = (): Promise<boolean> => notice.tell(remove.mutateAsync({ query: { ids: row.id } }), word('list.removed'))
    modal.confirm({ title: word('dict.askRemove', { name: row.dictValue }), okButtonProps: { danger: true }, onOk })
  }
  return (
    <div className="eam-actions">
      {may && onBelow && (
        <Button size="small" onClick={onBelow}>
          {word('dict.addBelow')}
        </Button>
      )}
      {may && (
        <>
          <Button size="small" onClick={onChange}>
            {word('dict.change')}
          </Button>
          <Button size="small" onClick={seal}>
            {word(isSealed ? 'dict.unseal' : 'dict.seal')}
          </Button>
        </>
      )}
      {mayRemove && (
        <Button size="small" danger onClick={ask}>
          {word('dict.remove')}
        </Button>
      )}
    </div>
  )
}

interface ValuesProps {
  readonly calls: Calls
  readonly head: Row
  readonly onAsk: (asked: Asked) => void
}

function Values({ calls, head, onAsk }: ValuesProps): ReactNode {
  const { word, say } = useWords()
  const found = useCall(calls.childList, { parentId: head.id })
  const may = useRight(calls.submit.may)
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      <div className="eam-toolbar">
        <strong style={{ flex: 1 }}>{word('dict.values', { name: head.dictValue })}</strong>
        {may && (
          <Button icon={<PlusOutlined />} onClick={() => onAsk({ head, parentId: head.id })}>
            {word('dict.addValue')}
          </Button>
        )}
      </div>
      <Table<Row>
        rowKey="id"
        size="middle"
        pagination={false}
        dataSource={[...found.data]}
        expandable={{ defaultExpandAllRows: true }}
        columns={[
          { key: 'name', title: say(fields.dictValue), dataIndex: 'dictValue' },
          { key: 'key', title: say(fields.dictKey), dataIndex: 'dictKey' },
          { key: 'sort', title: say(fields.sort), dataIndex: 'sort', width: 100, align: 'right' },
          { key: 'sealed', title: word('common.state'), width: 90, render: (_, row) => <Sealed row={row} /> },
          {
            key: 'do',
            width: 290,
            render: (_, row) => (
              <RowActions
                calls={calls}
                row={row}
                onChange={() => onAsk({ row, head, parentId: row.parentId ?? head.id })}
                onBelow={() => onAsk({ head, parentId: row.id })}
              />
            ),
          },
        ]}
      />
    </>
  )
}
