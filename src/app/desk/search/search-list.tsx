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
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the arrows choose comes into view
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const places = new Map(sections.flatMap(({ options }) => options).map(({ key }, index) => [key, index]))
  return (
    <div ref={box} id={id} role="listbox" aria-label={sections.map(({ title }) => title).join(' ')} className="eam-found">
      {sections.map(({ key: section, title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list, no fields of a form
        <div key={section} role="group" aria-labelledby={`${id}-${section}`}>
          <h3 id={`${id}-${section}`} role="presentation">
            {title}
          </h3>
          {options.map((option) => (
            <div
              key={option.key}
              id={`${id}-${places.get(option.key)}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === active}
              onMouseMove={() => option.key !== active && onActive(option.key)}
              onClick={() => onChoose(option)}
              onKeyDown={(event) => event.key === 'Enter' && onChoose(option)}
            >
              <span>{option.title}</span>
              {option.about && <small>{option.about}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
