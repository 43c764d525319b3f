import { Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { location } from '#contract/entities/place/location.ts'
import type { MenuItem } from '#contract/kit/area.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import { menu } from '#contract/menu.ts'
import { useList } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { GettingStarted } from './getting-started.tsx'
import { greeting } from './greeting.ts'
import { HomeCharts } from './home-charts.tsx'
import './home.css'

interface Figure {
  readonly of: Entity
  readonly label: Words
  readonly path: string
  /** The filter that the figure counts, as the list's address carries it. */
  readonly filter?: readonly [name: string, value: string]
}

const states = device.fields.eamStatus.of
const filing = device.fields.filingStatus.of

const figures: readonly Figure[] = [
  { of: device, path: '/eam/device', label: { zh: '设备总数', en: 'All devices' } },
  { of: device, path: '/eam/device', label: states.in_use, filter: ['eamStatus', 'in_use'] },
  { of: device, path: '/eam/device', label: states.in_stock, filter: ['eamStatus', 'in_stock'] },
  { of: device, path: '/eam/device', label: states.repairing, filter: ['eamStatus', 'repairing'] },
  { of: device, path: '/eam/device', label: states.idle, filter: ['eamStatus', 'idle'] },
  {
    of: device,
    path: '/eam/device',
    label: { zh: `建档${filing.pending.zh}`, en: 'Cards awaiting confirmation' },
    filter: ['filingStatus', 'pending'],
  },
  { of: checkTask, path: '/eam/check', label: { zh: '进行中的盘点', en: 'Checks in progress' }, filter: ['checkStatus', 'open'] },
  { of: location, path: '/eam/location', label: { zh: '位置', en: 'Locations' } },
]

/** The start page: a greeting, what this person can open, and the figures of it. */
export function HomePage(): ReactNode {
  const { word, say, language } = useWords()
  const person = useSession((state) => state.person)
  const now = useMinute()
  const rights = new Set(person?.rights ?? [])
  const shown = figures.filter(({ of }) => rights.has(`${of.name}.list`))
  const shortcuts = menu
    .flatMap((item): readonly MenuItem[] => item.children ?? [])
    .filter((item) => rights.has(`${item.entity}.list`) || rights.has(`${item.entity}.submit`))
  const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full' }).format(now)
  return (
    <div className="eam-home">
      <header>
        <h1>{word('home.greeting', { greeting: say(greeting(now.getHours())), name: person?.realName ?? '' })}</h1>
        <p>{[day, person?.deptName, person?.roleName].filter(Boolean).join(' · ')}</p>
      </header>
      <GettingStarted />
      {shown.length > 0 && (
        <section aria-label={word('home.figures')}>
          <h2>{word('home.figures')}</h2>
          <div className="eam-figures">
            {shown.map((figure) => (
              <FigureCard key={figure.label.en} figure={figure} />
            ))}
          </div>
        </section>
      )}
      <HomeCharts rights={rights} />
      {shortcuts.length > 0 && (
        <section aria-label={word('home.shortcuts')}>
          <h2>{word('home.shortcuts')}</h2>
          <div className="eam-shortcuts">
            {shortcuts.map((item) => (
              <Link key={item.code} to={item.path}>
                {say(item)}
              </Link>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function FigureCard({ figure }: { readonly figure: Figure }): ReactNode {
  const { say, language } = useWords()
  const { of, path, label, filter } = figure
  const page = useList(of, { current: 1, size: 1, ...(filter ? { [filter[0]]: filter[1] } : {}) })
  return (
    <Link to={filter ? `${path}?${filter[0]}=${filter[1]}` : path} className="eam-figure-card">
      <span>{say(label)}</span>
      {page.data ? (
        <strong>{numberText(page.data.total, language)}</strong>
      ) : page.error ? (
        <small>{page.error.message}</small>
      ) : (
        <Skeleton.Button active size="small" />
      )}
    </Link>
  )
}

/** The present moment, looked at again every minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
