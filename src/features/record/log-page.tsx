import { Button, Descriptions, type DescriptionsProps, Drawer, Flex, Select, Tabs } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { apiLog, apiLogDetail, errorLog, errorLogDetail } from '#contract/calls/record/log.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { rowVerbs } from '#contract/kit/entity/history.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { logSubjects } from '#contract/log-words.ts'
import { entities, machinesOf } from '#contract/registry.ts'
import { useCall } from '#src/data/hooks.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { type TypedSearch, useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, typedListSize } from '#src/kit/list/typed-list.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

/** What calls wrote and what failed in pages. */
export function LogPage(): ReactNode {
  const { word } = useWords()
  return (
    <section className="eam-panel">
      <Tabs
        destroyOnHidden
        items={[
          { key: 'calls', label: word('log.calls'), children: <Calls /> },
          { key: 'errors', label: word('log.errors'), children: <Errors /> },
        ]}
      />
    </section>
  )
}

interface LogSearch {
  readonly search: TypedSearch
  readonly criteria: Readonly<Record<string, string>>
  readonly limit: (wire: string, next: unknown) => void
}

/** The filters of a log by their names in the request. */
function useLogSearch(): LogSearch {
  const search = useTypedSearch()
  const [limits, setLimits] = useState<Readonly<Record<string, string>>>({})
  const limit = (wire: string, next: unknown): void => {
    setLimits(({ [wire]: _, ...rest }) => (typeof next === 'string' && next !== '' ? { ...rest, [wire]: next } : rest))
    search.goToPage(1)
  }
  return { search, criteria: { ...limits, ...(search.keyword === '' ? {} : { keyword: search.keyword }) }, limit }
}

/** One filter for each field, with its label before it. */
function Filters({ of, fields, children }: { of: LogSearch; fields: Readonly<Record<string, Field>>; children?: ReactNode }): ReactNode {
  const { say } = useWords()
  const own = useId()
  return (
    <div className="eam-toolbar">
      {children}
      {Object.entries(fields).map(([name, field]) => {
        const wire = wireName(name, field)
        return (
          <Flex key={name} vertical>
            <label htmlFor={`${own}-${name}`}>{say(field)}</label>
            <FieldInput
              id={`${own}-${name}`}
              field={asFilter(field)}
              value={wire === 'keyword' ? of.search.typed : (of.criteria[wire] ?? null)}
              onChange={(next: unknown) => (wire === 'keyword' ? of.search.type(String(next ?? '')) : of.limit(wire, next))}
            />
          </Flex>
        )
      })}
    </div>
  )
}

/** A choice among things that have names, found by typing. */
function NameFilter({
  name,
  value,
  options,
  onChange,
}: {
  name: string
  value: string | undefined
  options: readonly (readonly [value: string, words: Words])[]
  onChange: (next: string | undefined) => void
}): ReactNode {
  const { say } = useWords()
  const id = useId()
  return (
    <Flex vertical>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        allowClear
        showSearch={byLabel}
        className="eam-right-filter"
        value={value}
        onChange={onChange}
        options={options.map(([key, words]) => ({ value: key, label: say(words) }))}
      />
    </Flex>
  )
}

const { current: _current, size: _size, entity, verb, ...callFilters } = apiLog.input
const { current: _page, size: _rows, ...errorFilters } = errorLog.input

type CallRow = AnswerOf<typeof apiLog>['records'][number]
type ErrorRow = AnswerOf<typeof errorLog>['records'][number]

function Calls(): ReactNode {
  const { word, say, language } = useWords()
  const asked = useLogSearch()
  const [opened, setOpened] = useState<CallRow>()
  const found = useCall(apiLog, { ...asked.criteria, current: asked.search.current, size: typedListSize })
  const of = entities.find(({ name }) => name === asked.criteria.entity)
  const steps = (of ? machinesOf(of) : []).flatMap((on) => Object.entries<Words>(on.steps))
  const acts = new Map<string, Words>([...Object.entries(rowVerbs), ...steps])
  return (
    <>
      <Filters of={asked} fields={callFilters}>
        <NameFilter
          name={say(entity)}
          value={asked.criteria.entity}
          onChange={(next) => {
            asked.limit('verb', undefined)
            asked.limit('entity', next)
          }}
          options={[...entities.map((one) => [one.name, one] as const), ...Object.entries(logSubjects)]}
        />
        <NameFilter name={say(verb)} value={asked.criteria.verb} onChange={(next) => asked.limit('verb', next)} options={[...acts]} />
      </Filters>
      <TypedList<CallRow>
        search={asked.search}
        found={found}
        rowKey="id"
        columns={[
          { key: 'when', title: word('access.when'), render: (_, row) => momentText(row.createTime, language) },
          { key: 'who', title: say(apiLog.input.user), render: (_, row) => row.rule ?? row.createUserName ?? '—' },
          { key: 'what', title: say(entity), dataIndex: 'entityValue' },
          {
            key: 'act',
            title: say(verb),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => setOpened(row)}>
                {row.verbValue}
              </Button>
            ),
          },
        ]}
      />
      {opened && <CallDetail row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface Change {
  readonly from?: unknown
  readonly to?: unknown
  readonly fromName?: string | null
  readonly toName?: string | null
}

/** What one call changed, field by field. */
function CallDetail({ row, onClose }: { readonly row: CallRow; readonly onClose: () => void }): ReactNode {
  const { word, say } = useWords()
  const found = useCall(apiLogDetail, { id: row.id })
  const of = entities.find(({ name }) => name === row.entity)
  const fields = new Map(Object.entries(of?.fields ?? {}).map(([name, field]) => [wireName(name, field), field] as const))
  const label = (wire: string): string => {
    const field = fields.get(wire)
    return field ? say(field) : wire
  }
  /** A value: the word of a choice, the name of a linked row, else as it was written. */
  const text = (wire: string, value: unknown, name?: string | null): string => {
    const field = fields.get(wire)
    const words = field?.kind === 'choice' ? field.of[String(value)] : undefined
    if (words) return say(words)
    if (value === null || value === undefined || value === '') return '—'
    return name ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const items = (): DescriptionsProps['items'] => {
    const { changes, field, fromState, toState } = found.data ?? {}
    const state = field ?? ''
    const moved = toState && fromState !== toState
    return [
      ...(moved ? [{ key: 'state', label: label(state), children: `${text(state, fromState)} → ${text(state, toState)}` }] : []),
      ...Object.entries((changes ?? {}) as Record<string, Change | null>).map(([wire, change]) => ({
        key: wire,
        label: label(wire),
        children:
          change && 'to' in change
            ? `${text(wire, change.from, change.fromName)} → ${text(wire, change.to, change.toName)}`
            : text(wire, change),
      })),
    ]
  }
  const shown = items() ?? []
  return (
    <Drawer open onClose={onClose} size={drawerSizes.small} title={`${row.entityValue} · ${row.verbValue}`} destroyOnHidden>
      {!found.data ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : shown.length > 0 ? (
        <Descriptions column={1} size="small" bordered items={shown} />
      ) : (
        <p>{word('log.noChanges')}</p>
      )}
    </Drawer>
  )
}

function Errors(): ReactNode {
  const { word, say, language } = useWords()
  const asked = useLogSearch()
  const [opened, setOpened] = useState<ErrorRow>()
  const found = useCall(errorLog, { ...asked.criteria, current: asked.search.current, size: typedListSize })
  return (
    <>
      <Filters of={asked} fields={errorFilters} />
      <TypedList<ErrorRow>
        search={asked.search}
        found={found}
        rowKey="id"
        columns={[
          { key: 'when', title: word('access.when'), render: (_, row) => momentText(row.createTime, language) },
          { key: 'who', title: say(errorLog.input.user), render: (_, row) => row.createUserName ?? '—' },
          { key: 'type', title: say(errorLog.input.type), render: (_, row) => row.type ?? '—' },
          {
            key: 'message',
            title: word('logs.message'),
            render: (_, row) => (
              <Button type="link" size="small" className="eam-home-cut" onClick={() => setOpened(row)}>
                {row.message ?? '—'}
              </Button>
            ),
          },
          { key: 'url', title: word('logs.page'), dataIndex: 'url', ellipsis: true },
        ]}
      />
      {opened && <ErrorDetail row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** One error with what the page said about it. */
function ErrorDetail({ row, onClose }: { readonly row: ErrorRow; readonly onClose: () => void }): ReactNode {
  const { word } = useWords()
  const found = useCall(errorLogDetail, { id: row.id })
  return (
    <Drawer open onClose={onClose} size={drawerSizes.large} title={row.message ?? '—'} destroyOnHidden>
      {found.data ? (
        <>
          <p>{[found.data.url, found.data.info].filter(Boolean).join(' · ')}</p>
          <pre className="eam-stack">{found.data.stack ?? word('history.none')}</pre>
        </>
      ) : (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  )
}
