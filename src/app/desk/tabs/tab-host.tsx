import { Activity, type ReactNode, Suspense, useCallback } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { FormPlace } from '#src/kit/form/unsaved.ts'
import { TabTitle } from '#src/kit/tab-title.ts'
import { PageFault } from '../page-fault.tsx'
import { pageAt } from '../pages.tsx'
import { PageLoading } from '../start/page-loading.tsx'
import type { Tab } from './tab.ts'
import { useTabNames } from './tab-names.ts'
import { labelTab, useTabs } from './tabs.ts'

/** The open pages: the shown one, and the others kept alive but inactive. */
export function TabHost(): ReactNode {
  const { pathname, search } = useLocation()
  const { tabs, unrendered } = useTabs()
  const rendered = tabs.filter((tab) => tab.value !== unrendered)
  return rendered.map((tab) => (
    <Activity key={`${tab.value} ${tab.meta.generation}`} mode={tab.value === pathname ? 'visible' : 'hidden'}>
      <TabPage tab={tab} query={tab.value === pathname ? search : tab.query} />
    </Activity>
  ))
}

function TabPage({ tab, query }: { readonly tab: Tab; readonly query: string }): ReactNode {
  const found = pageAt(tab.value)
  const names = useTabNames()
  const setTitle = useCallback((title: string) => labelTab(tab.value, title), [tab.value])
  if (!found) return null
  const { path, Page } = found.page
  return (
    <FormPlace.Provider value={tab.value}>
      <TabTitle.Provider value={setTitle}>
        {/* Named by a label, so that a search for text finds the content alone. */}
        <h1 className="eam-page-heading" aria-label={names(tab)} data-path={tab.value} />
        <PageFault>
          <Suspense fallback={<PageLoading />}>
            <Routes location={{ pathname: tab.value, search: query }}>
              <Route path={path} element={<Page />} />
            </Routes>
          </Suspense>
        </PageFault>
      </TabTitle.Provider>
    </FormPlace.Provider>
  )
}
