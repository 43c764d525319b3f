import { RightOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { applyKinds, offeredKinds } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { eventTypeConfig } from '#contract/entities/custody/event-type-config.ts'
import { offered } from '#contract/kit/fields/dictionary.ts'
import { useList } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { none } from '#src/kit/list/search/filters.ts'
import { useWords } from '#src/words/words.ts'
import { applyActs } from './apply-acts.ts'
import { applyOfKind } from './kind-view.ts'

const every = 'every'
const all = { zh: '全部', en: 'All' }

/** What is applied for on a page of its own. */
const elsewhere = [
  { path: '/eam/dev-disposal', may: 'deviceDisposal.list', words: applyKinds.disposal },
  { path: '/eam/share', may: 'poolDevice.list', words: { zh: '共享', en: 'Share' } },
] as const

function Elsewhere(): ReactNode {
  const { say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  return elsewhere
    .filter(({ may }) => rights?.includes(may))
    .map(({ path, words }) => (
      <Link key={path} to={path}>
        {say(words)} <RightOutlined aria-hidden />
      </Link>
    ))
}

/** The columns that the hospital's configurations name, by kind. */
function useConfigured(): ReadonlyMap<string, readonly string[] | null> {
  const maySee = useRight('eventTypeConfig.list')
  const found = useList(eventTypeConfig, maySee ? { deptId: none, categoryId: none, size: 100 } : undefined).data?.records
  return useMemo(() => new Map((found ?? []).map((row) => [String(row.eventType), row.listColumns ?? null])), [found])
}

/** The applications of all kinds, or of one with its own columns. */
export function ApplyPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const [kind, setKind] = useState<string>(every)
  const configured = useConfigured().get(kind)
  const of = useMemo(() => applyOfKind(kind, configured), [kind, configured])
  const type = useView(deviceApply).view?.fields.type
  // A hospital's own kinds come after the declared ones.
  const kinds = [[every, all] as const, ...offered(type?.kind === 'choice' ? type.of : offeredKinds, kind)]
  const isOne = kind !== every
  return (
    <>
      <div className="eam-actions">
        <Segmented
          aria-label={say(deviceApply.fields.type)}
          options={kinds.map(([value, words]) => ({ value, label: say(words) }))}
          value={kind}
          onChange={setKind}
        />
        <Elsewhere />
      </div>
      <EntityPage
        key={kind}
        of={of}
        {...(isOne ? { fixed: { type: kind }, initial: { type: kind } } : {})}
        order={applyActs}
        onOpen={(row) => void navigate(`/eam/apply/${row.id}`)}
        onSaved={(saved) => void navigate(`/eam/apply/${saved.id}`)}
      />
    </>
  )
}
