import { useEffect, useState } from 'react'

/** Camera permission as reported by the browser before asking; `unknown` when it does not report it. */
export type Permission = 'granted' | 'denied' | 'prompt' | 'unknown'

/** The current camera permission; undefined until the browser has answered. */
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
    // Firefox and older Safari do not support the name.
    ask().catch(() => {
      if (!controller.signal.aborted) setPermission('unknown')
    })
    return () => controller.abort()
  }, [])
  return permission
}
