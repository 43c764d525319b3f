import { Button } from 'antd-mobile'
import { type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { ownAddress } from '#src/data/own-address.ts'
import { useSession } from '#src/data/session.ts'
import { type CardParts, DeviceCardPhone } from '#src/features/asset/device-card-phone.tsx'
import { ScanPhone } from '#src/features/asset/scan-phone.tsx'
import { ReportOnCard } from '#src/features/service/report-on-card.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { BrokenPage } from './broken-page.tsx'
import {
  CheckDeptPhone,
  CheckPhone,
  ChecksPhone,
  CountPhone,
  FindPhone,
  MePhone,
  NoticesPhone,
  OrderPhone,
  PasswordPhone,
  QueuePhone,
  RecordOnCard,
  RepairPhone,
  RepairsOfCard,
  ReportPhone,
  RoomPhone,
  SignInPhone,
  SurplusOfCode,
} from './pages.ts'
import { TabBar } from './tab-bar.tsx'
import { UpdateBar } from './update-bar.tsx'

const cardParts: CardParts = {
  actions: (row) => (
    <>
      <ReportOnCard row={row} />
      <Suspense>
        <RecordOnCard row={row} />
      </Suspense>
    </>
  ),
  news: (row) => (
    <Suspense>
      <RepairsOfCard row={row} />
    </Suspense>
  ),
}

const unknownCode = (code: string): ReactNode => (
  <Suspense>
    <SurplusOfCode code={code} />
  </Suspense>
)

function Frame() {
  const { word } = useWords()
  const isSignedIn = useSession((state) => state.person !== undefined)
  const mustChange = useSession((state) => state.person?.mustChange === true)
  const { pathname, search } = useLocation()
  if (!isSignedIn) return <Navigate to="/sign-in" replace state={{ from: pathname + search }} />
  if (mustChange)
    return (
      <Suspense>
        <PasswordPhone />
      </Suspense>
    )
  return (
    <>
      <BrokenPage key={pathname}>
        <Suspense fallback={<PageLoading label={word('common.loading')} />}>
          <Outlet />
        </Suspense>
      </BrokenPage>
      <UpdateBar />
      <TabBar />
    </>
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
    // With the slash at its end, for `/m` itself lies outside the scope of the service worker.
    <BrowserRouter basename="/m/">
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route element={<Frame />}>
          <Route path="/" element={<ScanPhone unknown={unknownCode} />} />
          <Route path="/find" element={<FindPhone />} />
          <Route path="/room/:id" element={<RoomPhone />} />
          <Route path="/c/:token" element={<DeviceCardPhone parts={cardParts} />} />
          <Route path="/device/:id" element={<DeviceCardPhone parts={cardParts} />} />
          <Route path="/check" element={<ChecksPhone />} />
          <Route path="/check/:id" element={<CheckPhone />} />
          <Route path="/check/:id/dept/:dept" element={<CheckDeptPhone />} />
          <Route path="/check/:id/scan" element={<CountPhone />} />
          <Route path="/repair" element={<RepairPhone />} />
          <Route path="/repair/new/:deviceId" element={<ReportPhone />} />
          <Route path="/repair/:id" element={<OrderPhone />} />
          <Route path="/notices" element={<NoticesPhone />} />
          <Route path="/queue" element={<QueuePhone />} />
          <Route path="/me" element={<MePhone />} />
          <Route path="*" element={<NoPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
