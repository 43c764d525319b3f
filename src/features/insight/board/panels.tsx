import type { CSSProperties, ReactNode } from 'react'
import type { Tone } from '#contract/kit/fields/field.ts'
import { virtualNickName } from '#contract/roles.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'

interface PanelProps {
  readonly title: string
  /** Said beside the title. */
  readonly note?: ReactNode
  readonly area: string
  readonly isEmpty: boolean
  /** Said when it is empty. */
  readonly none?: string | undefined
  readonly children?: ReactNode
}

/** A panel with its title; a sentence instead when it is empty. */
export function Panel({ title, note, area, isEmpty, none, children }: PanelProps): ReactNode {
  const { word } = useWords()
  return (
    <section className="eam-board-panel" data-area={area} style={{ gridArea: area }} aria-label={title}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {isEmpty ? <p className="eam-board-none">{none ?? word('chart.empty')}</p> : children}
    </section>
  )
}

interface HeroProps {
  readonly label: string
  readonly value: string
  readonly unit: string
  /** What it is compared with. */
  readonly beside: string
  readonly tone?: Tone
  /** The list that it counts. */
  readonly to?: string | undefined
  /** The right that opens the list. */
  readonly right: string
}

/** A headline figure: a number, its unit, and a comparison. */
export function Hero({ label, value, unit, beside, tone = 'plain', to, right }: HeroProps): ReactNode {
  return (
    <section className="eam-board-hero" data-tone={tone} aria-label={label}>
      <h2>{label}</h2>
      <Counted to={to} right={right}>
        <strong>{value}</strong> <span>{unit}</span>
      </Counted>
      <p>{beside}</p>
    </section>
  )
}

interface CountedProps {
  readonly to: string | undefined
  readonly right: string
  readonly children: ReactNode
}

/** Whether what is behind a figure opens for the person; not for the virtual user, who has no lists. */
export const useOpens = (right: string): boolean =>
  useSession(({ person }) => person?.nickName !== virtualNickName && (person?.rights.includes(right) ?? false))

/** A text that opens its list or its record in a window of the desk; the text alone for who may not open it. */
export function Leading({ to, right, children }: CountedProps): ReactNode {
  const isOpen = useOpens(right)
  if (!to || !isOpen) return children
  return (
    <a className="eam-board-lead" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

/** A figure that opens the list it counts, in a window of the desk. */
export function Counted({ to, right, children }: CountedProps): ReactNode {
  const isOpen = useOpens(right)
  if (!to || !isOpen) return <div className="eam-board-counted">{children}</div>
  return (
    <a className="eam-board-counted" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly text: string
  readonly tone?: Tone | undefined
  readonly to?: string | undefined
}

interface BarsProps {
  readonly bars: readonly Bar[]
  readonly right: string
  readonly most: number
  /** The bars are parts of a whole: a full one would be all of it. */
  readonly isWhole?: boolean
}

/** A ranking as bars with names and values. */
export function Bars({ bars, right, most, isWhole = false }: BarsProps): ReactNode {
  const values = bars.map(({ value }) => value)
  const full = isWhole ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  return (
    <ul className="eam-board-bars" style={{ '--most': most } as CSSProperties}>
      {bars.slice(0, most).map(({ key, label, value, text, tone, to }) => (
        <li key={key}>
          <Counted to={to} right={right}>
            <span>{label}</span>
            <i data-tone={tone}>
              <b style={{ width: `${full > 0 ? (value / full) * 100 : 0}%` }} />
            </i>
            <em>{text}</em>
          </Counted>
        </li>
      ))}
    </ul>
  )
}
