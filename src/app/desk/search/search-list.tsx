import { type ReactNode, useEffect, useRef } from 'react'
import type { SearchOption, SearchSection } from './sections.ts'

interface Props {
  readonly id: string
  readonly sections: readonly SearchSection[]
  /** Key of the option that Enter opens. */
  readonly active: string | undefined
  readonly onActive: (key: string) => void
  readonly onChoose: (option: SearchOption) => void
}

/** The sections of the search as one list; the field keeps the focus. */
export function SearchList({ id, sections, active, onActive, onChoose }: Props): ReactNode {
  const places = new Map(sections.flatMap(({ options }) => options).map(({ key }, index) => [key, index]))
  return (
    <div id={id} role="listbox" aria-label={sections.map(({ title }) => title).join(' ')} className="eam-found">
      {sections.map(({ key: section, title, options }) => (
        <fieldset key={section} aria-labelledby={`${id}-${section}`}>
          <h3 id={`${id}-${section}`} role="presentation">
            {title}
          </h3>
          {options.map((option) => (
            <Option
              key={option.key}
              id={`${id}-${places.get(option.key)}`}
              of={option}
              isActive={option.key === active}
              onActive={() => onActive(option.key)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly of: SearchOption
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onChoose: () => void
}

/** One option; scrolls into view when it becomes active. */
function Option({ id, of, isActive, onActive, onChoose }: OptionProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={box}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseMove={() => isActive || onActive()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      <span>{of.title}</span>
      {of.about && <small>{of.about}</small>}
    </div>
  )
}
