import { Tabs } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { type RecordTab, tabsOf } from './record-tab.ts'
import './record-tabs.css'

interface Props {
  readonly of: Entity
  readonly row: Row
  /** The first tab, with the record's fields. */
  readonly first: Words & { readonly children: ReactNode }
}

/** The tabs of a record: its fields, and the modules' tabs that the person has the right to. The address stores the open tab; tabs load on demand. */
export function RecordTabs({ of, row, first }: Props): ReactNode {
  const { say } = useWords()
  const [search, setSearch] = useSearchParams()
  const rights = useSession((state) => state.person?.rights)
  const tabs = tabsOf(of.name).filter(({ may }) => may === undefined || rights?.includes(may))
  const asked = search.get('tab')
  const shown = tabs.some(({ name }) => name === asked) ? asked! : 'facts'
  const show = (name: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (name === 'facts') next.delete('tab')
        else next.set('tab', name)
        return next
      },
      { replace: true },
    )
  return (
    <Tabs
      className="eam-panel eam-record-tabs"
      tabBarGutter={16}
      activeKey={shown}
      onChange={show}
      items={[
        { key: 'facts', label: say(first), children: first.children },
        ...tabs.map((tab) => ({
          key: tab.name,
          label: (
            <>
              {say(tab)}
              {tab.counts && <Count of={tab.counts} row={row} />}
            </>
          ),
          children: (
            <Suspense fallback={<Outcome isLoading error={null} onRetry={() => {}} />}>
              <tab.Tab row={row} />
            </Suspense>
          ),
        })),
      ]}
    />
  )
}

/** Number of rows that the person may see. */
function Count({ of: { of, by }, row }: { readonly of: NonNullable<RecordTab['counts']>; readonly row: Row }): ReactNode {
  const { language } = useWords()
  const entity = entityNamed(of)
  const { data } = useList(entity, { [wireName(by, entity.fields[by]!)]: row.id, current: 1, size: 1 })
  return data ? <small className="eam-tab-count">{numberText(data.total, language)}</small> : null
}
