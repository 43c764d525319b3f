import { type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ownAddress } from '#src/data/own-address.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { leaves, useMenu } from './menu.ts'
import { PageFault } from './page-fault.tsx'
import { pageAt } from './pages.tsx'
import { PageLoading } from './start/page-loading.tsx'

/** The desk of a signed-in person at an address; unknown pages go to /404, pages without the right to /403. */
export function Shell(): ReactNode {
  const { pathname, search } = useLocation()
  const found = pageAt(pathname)
  const menu = useMenu()
  const allowed = new Set(leaves(menu.data ?? []).map((node) => node.path))
  const rights = useSession((state) => state.person?.rights)
  if (!found) return <Navigate to="/404" replace />
  // `src` names another page of ours in the place of this one; a title in `name` goes along.
  const query = new URLSearchParams(search)
  const source = ownAddress(query.get('src') ?? '', '')
  if (source && pageAt(source.split(/[?#]/)[0]!)) {
    const name = query.get('name')
    return <Navigate to={name ? `${source}${source.includes('?') ? '&' : '?'}${new URLSearchParams({ name })}` : source} replace />
  }
  const { whole, Page } = found.page
  // The right as it was told last: a screen on a wall also starts without a network.
  if (whole && !rights?.includes(whole.right)) return <Navigate to="/403" replace />
  if (whole)
    return (
      <PageFault>
        <Suspense fallback={<PageLoading />}>
          <Page />
        </Suspense>
      </PageFault>
    )
  if (found.page.group && menu.data && !allowed.has(found.page.group)) return <Navigate to="/403" replace />
  if (found.page.group && menu.isPending && !menu.error) return <Outcome isLoading error={null} onRetry={() => {}} />
  return <Frame found={found} />
}

/** An error page: within the shell for who is signed in, so that the menu and the open tabs lead on; bare for everyone else. */
export function ErrorShell({ code }: { readonly code: '403' | '404' | '500' }): ReactNode {
  const isSignedIn = useSession((state) => state.person !== undefined)
  if (isSignedIn)
    return (
      <Frame>
        <ErrorPage code={code} />
      </Frame>
    )
  return (
    <main className="eam-bare">
      <ErrorPage code={code} />
    </main>
  )
}
