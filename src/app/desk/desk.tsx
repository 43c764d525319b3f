import { Flex } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, matchPath, Navigate, useLocation } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { federatedRoute } from '#src/features/platform/sign-in-ways.ts'
import { LoginPage } from './login-page.tsx'
import { LookProvider } from './look/look-provider.tsx'
import { errors, lockPath } from './site.ts'

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

/** Every visit without a session is led to the log-in. */
function Door({ prepare }: { readonly prepare: Props['prepare'] }): ReactNode {
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.person !== undefined)
  const [load] = useState(() => {
    let loading: Promise<{ default: () => ReactNode }> | undefined
    const begin = async () => {
      const [{ Console }] = await Promise.all([import('./console.tsx'), prepare?.()])
      return { default: Console }
    }
    return () => {
      // A part that could not be fetched is asked for again.
      loading ??= begin().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    }
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
    <Suspense fallback={<div className="eam-starting" aria-busy />}>
      <Console />
    </Suspense>
  )
}
