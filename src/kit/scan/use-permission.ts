import { useEffect, useState } from 'react'

/** What the browser says about the camera before it is asked for; `unknown` where it does not tell. */
export type Permission = 'granted' | 'denied' | 'prompt' | 'unknown'

/** The browser's word on the camera, kept up to date; undefined until it has answered. */
export function useCameraPermission(): Permission | undefined {
  const [permission, setPermission] = useState<Permission>()
  useEffect(() => {
    const abort = new AbortController()
    const ask = async (): Promise<void> => {
      const status = await navigator.permissions.query({ name: 'camera' as PermissionName })
      if (abort.signal.aborted) return
      setPermission(status.state)
      status.addEventListener('change', () => setPermission(status.state), { signal: abort.signal })
    }
    // Firefox and older Safari have no such name.
    ask().catch(() => {
      if (!abort.signal.aborted) setPermission('unknown')
    })
    return () => abort.abort()
  }, [])
  return permission
}
