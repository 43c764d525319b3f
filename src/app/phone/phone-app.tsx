import { Button } from 'antd-mobile'
import { Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { ownAddress } from '#src/data/own-address.ts'
import { useSession } from '#src/data/session.ts'
import { heldHeight } from '#src/kit/phone/held-height.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { BrokenPage } from './broken-page.tsx'
import { phoneModules } from './modules.ts'
import { FederatedPhone, PasswordPhone, SignInPhone } from './pages.ts'
import { TabBar } from './tab-bar.tsx'
import { UpdateBar } from './update-bar.tsx'

const dock = heldHeight('--ph-dock')
const screens = phoneModules.flatMap((module) => module.screens ?? [])

function Frame() {
  const { word } = useWords()
  const isSignedIn = useSession((state) => state.person !== undefined)
  const mustChange = useSession((state) => state.person?.mustChange || state.person?.mustEnrol)
  const { pathname, search } = useLocation()
  if (!isSignedIn) return <Navigate to="/sign-in" replace state={{ from: pathname + search }} />
  if (mustChange)
    return (
      <Suspense>
        <PasswordPhone />
      </Suspense>
    )
  return (
    <div className="ph-frame">
      <BrokenPage key={pathname}>
        <Suspense fallback={<PageLoading label={word('common.loading')} />}>
          <Outlet />
        </Suspense>
      </BrokenPage>
      <div ref={dock} className="ph-dock">
        <UpdateBar />
        <TabBar />
      </div>
    </div>
  )
}

function SignInPage() {
  const isSignedIn = useSession((state) => state.person !== undefined)
  const from = (useLocation().state as { from?: string } | null)?.from ?? '/'
  if (isSignedIn) return <Navigate to={ownAddress(from)} replace />
  return (
    <Suspense>
      <SignInPhone />
    </Suspense>
  )
}

function NoPage() {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <PhonePage title={word('app.name')} back="/">
      <PageState title={word('page.gone')} help={word('page.goneHelp')}>
        <Button color="primary" onClick={() => void navigate('/', { replace: true })}>
          {word('page.home')}
        </Button>
      </PageState>
    </PhonePage>
  )
}

/** All pages of the phone, below `/m/`. */
export function PhoneApp() {
  return (
    // With a trailing slash, because `/m` itself lies outside the scope of the service worker.
    <BrowserRouter basename="/m/">
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route
          // Here and not from the pages of signing in, which load later.
          path="/login/federated/:tenantId/:source"
          element={
            <Suspense>
              <FederatedPhone />
            </Suspense>
          }
        />
        <Route element={<Frame />}>
          {screens.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<NoPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
