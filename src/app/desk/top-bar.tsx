import {
  BgColorsOutlined,
  CompressOutlined,
  ExpandOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Layout, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { languages } from '#contract/kit/words.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { useWords } from '#src/words/words.ts'
import { ErrorLog } from './error-log.tsx'
import { JobsButton } from './jobs-button.tsx'
import { LookDialog } from './look/look-dialog.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { LockButton } from './session/lock-button.tsx'
import { TopMenuSwitch } from './top-menu.tsx'
import { UserMenu } from './user-menu.tsx'

interface Props {
  readonly isFolded: boolean
  readonly isSmall: boolean
  readonly onToggle: () => void
  readonly onSearch: () => void
}

/** The bar above everything: menu toggle, search, language, look, lock, full screen, and the person. */
export function TopBar({ isFolded, isSmall, onToggle, onSearch }: Props): ReactNode {
  const { word } = useWords()
  return (
    <Layout.Header className="eam-top">
      <Button
        type="text"
        icon={isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={word('shell.toggle')}
        aria-expanded={!isFolded}
        onClick={onToggle}
      />
      <Button
        className="eam-top-search"
        icon={<SearchOutlined />}
        onClick={onSearch}
        aria-label={isSmall ? word('search.title') : undefined}
        aria-keyshortcuts="Control+K"
      >
        {!isSmall && (
          <>
            {word('search.open')} <kbd>Ctrl K</kbd>
          </>
        )}
      </Button>
      <TopMenuSwitch isSmall={isSmall} />
      <span className="eam-grow" />
      <ErrorLog />
      <JobsButton />
      <NoticeBell />
      <LanguageSwitch />
      <LookSwitch />
      {!isSmall && <FullScreen />}
      <LockButton />
      <UserMenu isSmall={isSmall} />
    </Layout.Header>
  )
}

function LanguageSwitch(): ReactNode {
  const { word, language } = useWords()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((key) => ({ key, label: word(`language.${key}`) })),
        onClick: ({ key }) => chooseLanguage(key === 'en' ? 'en' : 'zh'),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={word('common.language')} />
    </Dropdown>
  )
}

function LookSwitch(): ReactNode {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title={word('look.title')}>
        <Button type="text" icon={<BgColorsOutlined />} aria-label={word('look.title')} onClick={() => setOpen(true)} />
      </Tooltip>
      <LookDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function FullScreen(): ReactNode {
  const { word } = useWords()
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = (): void => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <Tooltip title={word(isFull ? 'shell.smallScreen' : 'shell.fullScreen')}>
      <Button
        type="text"
        icon={isFull ? <CompressOutlined /> : <ExpandOutlined />}
        aria-label={word(isFull ? 'shell.smallScreen' : 'shell.fullScreen')}
        onClick={toggle}
      />
    </Tooltip>
  )
}
