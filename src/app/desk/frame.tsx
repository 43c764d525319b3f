import { Drawer, Layout } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { useDialogs } from '#src/kit/dialog/ask.ts'
import { useGuide } from '#src/kit/guide.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useWords } from '#src/words/words.ts'
import { changeLook, useLook } from './look/look.ts'
import { noteVisit } from './nav/often.ts'
import type { FoundPage } from './pages.tsx'
import { GlobalSearch } from './search/global-search.tsx'
import { useNoteRecent } from './search/use-note-recent.ts'
import { SideMenu } from './side-menu.tsx'
import { useScreenClass } from './start/use-screen-class.ts'
import { homePath, type Tab } from './tabs/tab.ts'
import { TabBar } from './tabs/tab-bar.tsx'
import { TabHost } from './tabs/tab-host.tsx'
import { useTabNames } from './tabs/tab-names.ts'
import { openTab, useTabs } from './tabs/tabs.ts'
import { TopBar } from './top-bar.tsx'

const DialogHost = lazy(async () => ({ default: (await import('#src/kit/dialog/dialog-host.tsx')).DialogHost }))

interface Props {
  /** The page that is shown; it becomes a tab. */
  readonly found?: FoundPage
  /** Shown in the place of a page, without a tab. */
  readonly children?: ReactNode
}

/** Menu, top bar and tabs around the open pages. */
export function Frame({ found, children }: Props): ReactNode {
  const { word, language } = useWords()
  const { pathname, search } = useLocation()
  const isFolded = useLook((look) => look.isFolded)
  const screen = useScreenClass()
  // Below 1200 pixels the menu is a strip of icons, below 992 nothing; opened, it lies over the page.
  const isWide = screen === 3
  const isSmall = screen < 2
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const hasDialogs = useDialogs(({ open }) => open.length > 0)
  const isBare = new URLSearchParams(search).get('isViewMenu') === 'false'
  const guide = useGuide()
  const page = found?.page
  const params = found?.params
  useNoteRecent(pathname, params?.id)
  const person = useSession((state) => state.person)
  const group = page?.group
  useEffect(() => {
    if (person && group) noteVisit(person, group)
  }, [person, group])
  useEffect(() => {
    openTab({ value: homePath, params: {}, query: '', group: homePath })
    if (page && params) openTab({ value: pathname, params, query: search, group: page.group ?? pathname })
  }, [pathname, search, page, params])
  const toggle = (): void => (isWide ? changeLook({ isFolded: !isFolded }) : setMenuOpen(!isMenuOpen))
  return (
    <Layout className="eam-shell">
      <a className="eam-skip" href="#page">
        {word('shell.skip')}
      </a>
      {!isBare && !isSmall && (
        <Layout.Sider
          // English names of pages are longer.
          width={language === 'zh' ? 224 : 264}
          collapsedWidth={56}
          collapsed={!isWide || isFolded}
          theme="light"
          className="eam-sider"
        >
          <SideMenu isFolded={!isWide || isFolded} onChosen={() => {}} />
        </Layout.Sider>
      )}
      {!isBare && !isWide && (
        <Drawer
          open={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={240}
          title={word('shell.menu')}
          className="eam-drawn"
          destroyOnHidden
        >
          <SideMenu isFolded={false} onChosen={() => setMenuOpen(false)} />
        </Drawer>
      )}
      <Layout className="eam-body">
        {!isBare && (
          <TopBar isFolded={isWide ? isFolded : !isMenuOpen} isSmall={isSmall} onToggle={toggle} onSearch={() => setSearching(true)} />
        )}
        <TabBar onSearch={() => setSearching(true)} />
        {guide && !guide.isPaused && <Parts at="shell.guide" given={{}} />}
        <main id="page" className="eam-page" tabIndex={-1}>
          <TabHost />
          {children}
        </main>
      </Layout>
      {hasDialogs && (
        <Suspense>
          <DialogHost />
        </Suspense>
      )}
      <GlobalSearch isOpen={isSearching} onOpen={setSearching} />
      {found && <PageTitle path={pathname} />}
    </Layout>
  )
}

function PageTitle({ path }: { readonly path: string }): ReactNode {
  const names = useTabNames()
  const tab = useTabs((state) => state.tabs.find((other: Tab) => other.value === path))
  const title = tab ? names(tab) : ''
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return null
}
