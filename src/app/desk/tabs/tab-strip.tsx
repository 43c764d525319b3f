import { CloseOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '#src/words/words.ts'

export interface StripTab {
  readonly value: string
  readonly name: string
  readonly canClose: boolean
}

interface Props {
  readonly tabs: readonly StripTab[]
  /** The value of the shown tab; none is shown while an error page is. */
  readonly shown: string
  readonly onShow: (value: string) => void
  readonly onClose: (value: string) => void
  /** What a right click on a tab offers. */
  readonly menuOf: (value: string) => MenuProps
}

/** Which tab an arrow or the Home or End key leads to. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * The open pages in a row that scrolls. The library's own puts buttons between the tabs, which screen readers do not expect there; here Delete and the
 * middle button of the mouse close a tab, beside the cross.
 */
export function TabStrip({ tabs, shown, onShow, onClose, menuOf }: Props): ReactNode {
  const { word } = useWords()
  const strip = useRef<HTMLDivElement>(null)
  const first = tabs.some((tab) => tab.value === shown) ? shown : tabs[0]?.value
  // A page is shown before its tab is there, and the tab before the menu has its name.
  const named = tabs.map((tab) => tab.name).join('\n')
  useEffect(() => {
    if (shown && named) strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, named])
  const onKey = (event: KeyboardEvent, tab: StripTab): void => {
    const step = steps[event.key]
    if (step) {
      const at = step(tabs.indexOf(tab), tabs.length)
      strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') onShow(tab.value)
    else if (event.key === 'Delete' && tab.canClose) onClose(tab.value)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={word('tab.open')}
      className="eam-strip"
      onWheel={({ deltaY, currentTarget }) => currentTarget.scrollBy({ left: deltaY })}
    >
      {tabs.map((tab) => (
        <Dropdown key={tab.value} trigger={['contextMenu']} menu={menuOf(tab.value)}>
          <div
            role="tab"
            tabIndex={tab.value === first ? 0 : -1}
            aria-selected={tab.value === shown}
            aria-keyshortcuts={tab.canClose ? 'Delete' : undefined}
            title={tab.name}
            className="eam-tab"
            onClick={() => onShow(tab.value)}
            onAuxClick={({ button }) => button === 1 && tab.canClose && onClose(tab.value)}
            onKeyDown={(event) => onKey(event, tab)}
          >
            <span className="eam-tab-name">{tab.name}</span>
            {tab.canClose && (
              <span
                className="eam-tab-close"
                aria-hidden="true"
                title={word('tab.close')}
                onClick={(event) => {
                  event.stopPropagation()
                  onClose(tab.value)
                }}
              >
                <CloseOutlined />
              </span>
            )}
          </div>
        </Dropdown>
      ))}
    </div>
  )
}
