import { Drawer, Layout } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { changeLook, useLook } from './look.ts'
import { leaves, useMenu } from './menu.ts'
import { PageFault } from './page-fault.tsx'
import { type FoundPage, pageAt } from './pages.tsx'
import { GlobalSearch } from './search/global-search.tsx'
import { useNoteRecent } from './search/use-note-recent.ts'
import { SideMenu } from './side-menu.tsx'
import { homePath, type Tab } from './tab.ts'
import { TabBar } from './tab-bar.tsx'
import { TabHost } from './tab-host.tsx'
import { useTabNames } from './tab-names.ts'
import { openTab, useTabs } from './tabs.ts'
import { TopBar } from './top-bar.tsx'
import { useScreenClass } from './use-screen-class.ts'

/** The desk of a signed-in person at an address; unknown pages go to /404, pages without the right to /403. */
export function Shell(): ReactNode {
  const { pathname } = useLocation()
  const found = pageAt(pathname)
  const menu = useMenu()
  const allowed = new Set(leaves(menu.data ?? []).map((node) => node.path))
  const rights = useSession((state) => state.person?.rights)
  if (!found) return <Navigate to="/404" replace />
  const { whole, Page } = found.page
  // The right as it was told last: a screen on a wall also starts without a network.
  if (whole && !rights?.includes(whole.right)) return <Navigate to="/403" replace />
  if (whole)
    return (
      <PageFault>
        <Suspense fallback={<Outcome isLoading error={null} onRetry={() => {}} />}>
          <Page />
        </Suspense>
      </PageFault>
    )
  if (found.page.group && menu.data && !allowed.has(found.page.group)) return <Navigate to="/403" replace />
  if (found.page.group && menu.isPending && !menu.error) return <Outcome isLoading error={null} onRetry={() => {}} />
  return <Frame found={found} />
}

function Frame({ found }: { readonly found: FoundPage }): ReactNode {
  const { word } = useWords()
  const { pathname, search } = useLocation()
  const isFolded = useLook((look) => look.isFolded)
  const isSmall = useScreenClass() < 2
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const isBare = new URLSearchParams(search).get('isViewMenu') === 'false'
  const { page, params } = found
  useNoteRecent(pathname, params.id)
  useEffect(() => {
    openTab({ value: homePath, params: {}, query: '', group: homePath })
    openTab({ value: pathname, params, query: search, group: page.group ?? pathname })
  }, [pathname, search, page, params])
  const toggle = (): void => (isSmall ? setMenuOpen(!isMenuOpen) : changeLook({ isFolded: !isFolded }))
  return (
    <Layout className="eam-shell">
      <a className="eam-skip" href="#page">
        {word('shell.skip')}
      </a>
      {!isBare && !isSmall && (
        <Layout.Sider width={224} collapsedWidth={56} collapsed={isFolded} theme="light" className="eam-sider">
          <SideMenu isFolded={isFolded} onChosen={() => {}} />
        </Layout.Sider>
      )}
      {!isBare && isSmall && (
        <Drawer
          open={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={240}
          title={word('shell.menu')}
          className="eam-drawn"
        >
          <SideMenu isFolded={false} onChosen={() => setMenuOpen(false)} />
        </Drawer>
      )}
      <Layout className="eam-body">
        {!isBare && (
          <TopBar isFolded={isSmall ? !isMenuOpen : isFolded} isSmall={isSmall} onToggle={toggle} onSearch={() => setSearching(true)} />
        )}
        <TabBar onSearch={() => setSearching(true)} />
        <main id="page" className="eam-page" tabIndex={-1}>
          <TabHost />
        </main>
      </Layout>
      <GlobalSearch isOpen={isSearching} onOpen={setSearching} />
      <PageTitle path={pathname} />
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
