import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { canClose, homePath } from './tab.ts'
import { useTabNames } from './tab-names.ts'
import { forgetAnswers } from './tab-queries.ts'
import { TabStrip } from './tab-strip.tsx'
import { closeOthers, closeTab, restartTab, useTabs } from './tabs.ts'
import { useUnsavedGuard } from './unsaved-guard.ts'
import { useShowPage } from './use-show-page.ts'

interface Props {
  readonly onSearch: () => void
}

/** The open pages: switch, close, and by right click clear, close the others, close all. */
export function TabBar({ onSearch }: Props): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const client = useQueryClient()
  const navigate = useNavigate()
  const guarded = useUnsavedGuard()
  const { pathname } = useLocation()
  const tabs = useTabs((state) => state.tabs)
  const names = useTabNames()
  const show = useShowPage()
  const close = (value: string): void =>
    guarded(value, () => {
      // The address is ahead of what is drawn while a page is being opened.
      const asked = window.location.pathname
      const next = closeTab(value, asked)
      // A page behind goes alone: to go anywhere would add a step to the history and call off the way to another page.
      if (value === asked) void navigate(next)
    })
  const clear = (value: string): void => {
    modal.confirm({
      title: word('tab.askClear'),
      onOk: () => {
        const others = tabs.flatMap((tab) => (tab.value === value ? [] : [tab.value]))
        restartTab(value, () => forgetAnswers(client, value, others))
        notice.done(word('tab.cleared'))
      },
    })
  }
  const act = (action: string, value: string): void => {
    if (action === 'clear') clear(value)
    else if (action === 'search') onSearch()
    else keepOnly(action === 'others' ? value : homePath)
  }
  const keepOnly = (kept: string): void => {
    guarded(tabs.some((tab) => tab.value !== kept) ? undefined : kept, () => {
      closeOthers(kept)
      show(kept)
    })
  }
  const actions = (withSearch: boolean): MenuProps['items'] => [
    ...(withSearch ? [{ key: 'search', label: word('shell.menuSearch') }, { type: 'divider' as const }] : []),
    { key: 'clear', label: word('tab.clear') },
    { key: 'others', label: word('tab.closeOthers') },
    { key: 'all', label: word('tab.closeAll') },
  ]
  return (
    <div className="eam-tabs">
      <TabStrip
        tabs={tabs.map((tab) => ({ value: tab.value, name: names(tab), canClose: canClose(tabs, tab.value) }))}
        shown={pathname}
        onShow={show}
        onClose={close}
        menuOf={(value) => ({ items: actions(false), onClick: ({ key }) => act(key, value) })}
      />
      <Dropdown trigger={['click']} menu={{ items: actions(true), onClick: ({ key }) => act(key, pathname) }}>
        <Button type="text" size="small" icon={<DownOutlined />} aria-label={word('tab.more')} />
      </Dropdown>
    </div>
  )
}
