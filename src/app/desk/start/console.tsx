import { App } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { ownAddress } from '#src/data/own-address.ts'
import { useSession } from '#src/data/session.ts'
import { federatedRoute } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { isUnsaved } from '#src/kit/form/unsaved.ts'
import { NetworkQueries } from '#src/kit/network-queries.tsx'
import { Frame } from '../frame.tsx'
import { useGreeting } from '../greeting.ts'
import { JumpPage, NoticeJump } from '../jump-page.tsx'
import { deskQueries } from '../queries.ts'
import { FactorPage } from '../session/factor-page.tsx'
import { FederatedPage } from '../session/federated-page.tsx'
import { GivenPasswordPage } from '../session/given-password-page.tsx'
import { LockPage } from '../session/lock-page.tsx'
import { loginLink, takeJump } from '../session/login-link.ts'
import { isVirtual, sendAway, wallPages } from '../session/virtual-user.ts'
import { ErrorShell, Shell } from '../shell.tsx'
import { homePath } from '../tabs/tab.ts'
import { errors, lockPath } from './site.ts'

/** The area of suppliers is the list of them; who may not see it learns that there. */
const supplierPath = '/eam/supplier'
/** Everything behind the log-in. It loads while a person types. */
export function Console(): ReactNode {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault()
    }
    globalThis.addEventListener('beforeunload', ask)
    return () => globalThis.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <NetworkQueries client={deskQueries}>
      <App className="eam-app">
        <Greeting />
        <Guard />
      </App>
    </NetworkQueries>
  )
}

/** Shows what waits to be said. */
function Greeting(): ReactNode {
  const { notification } = App.useApp()
  const title = useGreeting((state) => state.title)
  useEffect(() => {
    if (title === undefined) return
    useGreeting.setState({ title: undefined })
    notification.info({ title, duration: 0 })
  }, [title, notification])
  return null
}

/** Lock first, then the return from the log-in, then the virtual user. */
function Guard(): ReactNode {
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.person !== undefined)
  const onlyBoards = useSession((state) => isVirtual(state.person))
  const mustChange = useSession((state) => state.person?.mustChange === true)
  const mustEnrol = useSession((state) => state.person?.mustEnrol === true)
  const isLocked = useSession((state) => state.isLocked)
  if (isLocked && isSignedIn && pathname !== lockPath) return <Navigate to={lockPath} replace state={{ from: pathname + search }} />
  if (isSignedIn && !isLocked && mustChange) return <GivenPasswordPage />
  if (isSignedIn && !isLocked && mustEnrol) return <FactorPage />
  if (isSignedIn && !isLocked && (pathname === '/login' || pathname === lockPath)) return <Return />
  if (isSignedIn && onlyBoards && pathname === '/') return <Navigate to={wallPages[0]!} replace />
  if (isSignedIn && onlyBoards && !isLocked && !wallPages.includes(pathname)) return <SendAway />
  return (
    <Routes>
      <Route path={federatedRoute} element={<FederatedPage />} />
      <Route path={lockPath} element={<LockPage />} />
      {errors.map((code) => (
        <Route key={code} path={`/${code}`} element={<ErrorShell code={code} />} />
      ))}
      <Route path="/" element={<FrontDoor />} />
      {['/supplier', '/supplier/index'].map((path) => (
        <Route key={path} path={path} element={<Navigate to={supplierPath} replace />} />
      ))}
      <Route path="/wel/index" element={<Navigate to={homePath} replace />} />
      <Route path="/jumppage" element={<Passing page={<JumpPage />} />} />
      {['/noticeJump', '/noticeJump/approvalJump'].map((path) => (
        <Route key={path} path={path} element={<Passing page={<NoticeJump />} />} />
      ))}
      <Route path="*" element={<Shell />} />
    </Routes>
  )
}

/** The first page: the one that the log-in was asked to lead to, once, else the home page. */
function FrontDoor(): ReactNode {
  const [to] = useState(() => takeJump() ?? homePath)
  return <Navigate to={to} replace />
}

/** A page that leads on: within the shell, without a tab of its own. */
const Passing = ({ page }: { readonly page: ReactNode }): ReactNode => <Frame>{page}</Frame>

/** The virtual user is on a page that is none of its own. */
function SendAway(): ReactNode {
  useEffect(sendAway, [])
  return null
}

/** Back to the page from which the log-in or the lock was opened. */
function Return(): ReactNode {
  const { state, search } = useLocation()
  const from = (state as { from?: string } | null)?.from
  const person = useSession((session) => session.person)
  const onlyBoards = isVirtual(person)
  const link = loginLink(search)
  // Who is signed in goes to the other organisation with the session that is here; a token of the address could be another person's.
  if (link?.refreshToken && link.tenantId !== person?.tenantId) return <Navigate to={`/jumppage?tenantId=${link.tenantId}`} replace />
  if (onlyBoards && !wallPages.includes(from ?? '')) return <Navigate to="/" replace />
  return <Navigate to={from && !/^\/(login|lock|40[34]|500)/.test(from) ? ownAddress(from) : '/'} replace />
}
