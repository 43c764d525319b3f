import { Alert, Button, Flex } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, matchPath, Navigate, useLocation } from 'react-router-dom'
import { appendLog } from '#src/data/error-log.ts'
import { useSession } from '#src/data/session.ts'
import { federatedRoute } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'
import { useWords } from '#src/words/words.ts'
import { LookProvider } from './look/look-provider.tsx'
import { LoginPage } from './session/login-page.tsx'
import { errors, lockPath } from './start/site.ts'

/** The pages besides the log-in that also who is not signed in may open. */
const open: readonly string[] = [lockPath, ...errors.map((code) => `/${code}`)]

interface Props {
  /** What must be there before the console is shown, such as its words. */
  readonly prepare?: () => Promise<unknown>
}

/** The whole desk: the log-in, and behind it the console, which loads while a person types. */
export function Desk({ prepare }: Props): ReactNode {
  return (
    <LookProvider>
      <BrowserRouter>
        <Door prepare={prepare} />
      </BrowserRouter>
    </LookProvider>
  )
}

/** Work that is done once: a later call has the same result, and one after a failure tries again. */
const untilDone = <T,>(work: () => Promise<T>): (() => Promise<T>) => {
  let doing: Promise<T> | undefined
  return () => {
    doing ??= work().catch((error: unknown) => {
      doing = undefined
      throw error
    })
    return doing
  }
}

/** Every visit without a session is led to the log-in. */
function Door({ prepare }: { readonly prepare: Props['prepare'] }): ReactNode {
  const { word } = useWords()
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.person !== undefined)
  const [load] = useState(() => {
    const prepared = untilDone(async () => prepare?.())
    return untilDone(async () => {
      const [{ Console }] = await Promise.all([import('./start/console.tsx'), prepared()])
      return { default: Console }
    })
  })
  const [Console] = useState(() => lazy(load))
  const isLogin = !isSignedIn && pathname === '/login'
  useEffect(() => {
    if (!isLogin) return
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
    idle(() => void load().catch(() => {}))
  }, [isLogin, load])
  if (isLogin)
    return (
      // Carries the variables of the look; what else a frame brings is not needed for a form.
      <Flex vertical className="eam-app">
        <LoginPage />
      </Flex>
    )
  if (!isSignedIn && !open.includes(pathname) && !matchPath(federatedRoute, pathname))
    return <Navigate to="/login" replace state={{ from: pathname + search }} />
  return (
    <FaultBoundary
      onFault={appendLog}
      instead={() => (
        // A browser does not ask again for a module that failed.
        <Alert
          type="error"
          showIcon
          title={word('fault.chunk')}
          action={<Button onClick={() => location.reload()}>{word('fault.reload')}</Button>}
        />
      )}
    >
      <Suspense fallback={<div className="eam-starting" aria-busy />}>
        <Console />
      </Suspense>
    </FaultBoundary>
  )
}
