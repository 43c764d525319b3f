import { useEffect, useState } from 'react'

/** What the browser says about the camera before it is asked for; `unknown` where it does not tell. */
export type Permission = 'granted' | 'denied' | 'prompt' | 'unknown'

/** The browser's word on the camera, kept up to date; undefined until it has answered. */
export function useCameraPermission(): Permission | undefined {
  const [permission, setPermission] = useState<Permission>()
  useEffect(() => {
    const controller = new AbortController()
    const ask = async (): Promise<void> => {
      const status = await navigator.permissions.query({ name: 'camera' as PermissionName })
      if (controller.signal.aborted) return
      setPermission(status.state)
      status.addEventListener('change', () => setPermission(status.state), { signal: controller.signal })
    }
    // Firefox and older Safari have no such name.
    ask().catch(() => {
      if (!controller.signal.aborted) setPermission('unknown')
    })
    return () => controller.abort()
  }, [])
  return permission
}
