import { SettingOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { homeHelp, homeLayout } from '#contract/calls/insight/home.ts'
import { roleTexts } from '#contract/kit/access/role-names.ts'
import { homeHour } from '#contract/kit/time/day.ts'
import { platformTenant } from '#contract/roles.ts'
import { useCall, useCalls } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { arranged, type HomePanel, hasCounts, isShown, panelHeights, panelsFor } from '#src/kit/home/home-panels.ts'
import { PanelFault } from '#src/kit/home/panel-fault.tsx'
import { useWords } from '#src/words/words.ts'
import { AskField } from './ask-field.tsx'
import type { Counted } from './counted-tiles.tsx'
import { PlatformSteps, Steps } from './getting-started.tsx'
import { greeting } from './greeting.ts'
import '#src/kit/home/home-panel.css'
import './home.css'

const ArrangeDrawer = lazy(async () => ({ default: (await import('./arrange-drawer.tsx')).ArrangeDrawer }))

/** The layout when none is stored or it could not be read. */
const usual = { panels: [], hidden: [] }

/** The first page: a greeting and the person's panels; in an empty hospital the first steps instead. */
export function HomePage(): ReactNode {
  const { word } = useWords()
  const person = useSession((state) => state.person)
  const isPlatform = person?.tenantId === platformTenant
  const [isArranging, setArranging] = useState(false)
  const layout = useCall(homeLayout, {}, true, 60_000)
  const help = useCall(homeHelp, {})
  const panels = useMemo(() => panelsFor(new Set(person?.rights ?? []), isPlatform), [person, isPlatform])
  const kept = layout.data ?? usual
  const calls = useMemo(() => [...new Set(panels.flatMap(({ counts }) => counts?.of ?? []))], [panels])
  const counts = useCalls(calls)
  const shown = arranged(panels, kept).filter(
    (panel) => isShown(panel, kept) && hasCounts(panel, (of) => counts[calls.indexOf(of)]?.data as Counted[] | undefined),
  )
  const steps = help.data?.filter(({ isDone }) => isDone !== null) ?? []
  const isEmpty = steps.some(({ code, isDone }) => code === 'asset.import' && isDone === false)
  // Once known it stays so: a call that fails is tried again by its own panel, and the others do not wait for it.
  const [isKnown, setKnown] = useState(false)
  if (!isKnown && [layout, help, ...counts].every(({ data, failureReason }) => data !== undefined || failureReason !== null)) setKnown(true)
  return (
    <div className="eam-home">
      <HomeHeader>
        {!isEmpty && panels.length > 0 && (
          <>
            {person?.rights.includes('device.list') && <AskField />}
            <Button type="text" icon={<SettingOutlined />} onClick={() => setArranging(true)}>
              {word('home.arrange')}
            </Button>
          </>
        )}
      </HomeHeader>
      {!isKnown ? (
        <div className="eam-home-grid" aria-busy>
          {shown.map((panel) => (
            <div key={panel.name} {...place(panel)}>
              <Waiting />
            </div>
          ))}
        </div>
      ) : isEmpty ? (
        <Steps steps={steps} />
      ) : (
        <>
          {isPlatform && person?.rights.includes('hospital.submit') && <PlatformSteps />}
          <div className="eam-home-grid">
            {shown.map((panel) => (
              <Cell key={panel.name} panel={panel} />
            ))}
          </div>
        </>
      )}
      {isArranging && (
        <Suspense>
          <ArrangeDrawer panels={panels} layout={kept} onClose={() => setArranging(false)} onSaved={() => void layout.refetch()} />
        </Suspense>
      )}
    </div>
  )
}

/** The place of a panel in the grid: its columns, and the least height of all its states. */
const place = ({ columns, shows }: HomePanel) => ({
  className: `eam-home-cell eam-home-cell-${columns} eam-home-shows-${shows}`,
  style: { minHeight: panelHeights[shows] },
})

/** A panel of which nothing is known. */
function Waiting(): ReactNode {
  return (
    <div className="eam-home-panel" aria-busy>
      <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 2 }} />
    </div>
  )
}

/** A panel in its place. */
function Cell({ panel }: { readonly panel: HomePanel }): ReactNode {
  const { say } = useWords()
  const { Panel, name } = panel
  return (
    <div {...place(panel)} data-panel={name}>
      <PanelFault title={say(panel)}>
        <Suspense fallback={<Waiting />}>
          <Panel />
        </Suspense>
      </PanelFault>
    </div>
  )
}

function HomeHeader({ children }: { readonly children: ReactNode }): ReactNode {
  const { word, say, language } = useWords()
  const person = useSession((state) => state.person)
  const now = useMinute()
  const day = dateFormat(language, { dateStyle: 'full' }).format(now)
  return (
    <header>
      <div>
        <h1>{word('home.greeting', { greeting: say(greeting(homeHour(now))), name: person?.realName ?? '' })}</h1>
        <p>{[day, person?.deptName, person?.roleName && roleTexts(person.roleName, language)].filter(Boolean).join(' · ')}</p>
      </div>
      {children}
    </header>
  )
}

/** The current time, updated every minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
