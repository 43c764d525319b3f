import { bytesOf, type TenantSettings } from '#server/kit/tenant-settings.ts'

export interface SettingsMemory {
  /** The remembered settings of the tenant when they are of the same epoch; else remembers the given ones. */
  shared(tenantId: string, loaded: TenantSettings): TenantSettings
  /** Estimated bytes of all remembered settings. */
  bytes(): number
}

/**
 * What tenants have set, dictionaries included: the same for all people of a tenant while its epoch lasts, and so is what was worked out from it.
 * Holds at most `most` bytes; the tenant that was loaded longest ago goes first. `replaced`: a tenant's settings are others now. `forgotten`: a tenant
 * has to be loaded again.
 */
export function rememberSettings(
  told: { readonly replaced: (tenantId: string, now: TenantSettings) => void; readonly forgotten: (tenantId: string) => void },
  most = 16 * 1024 * 1024,
): SettingsMemory {
  const known = new Map<string, { readonly settings: TenantSettings; readonly bytes: number }>()
  let bytes = 0
  const drop = (tenantId: string): boolean => {
    bytes -= known.get(tenantId)?.bytes ?? 0
    return known.delete(tenantId)
  }
  return {
    bytes: () => bytes,
    shared(tenantId, loaded) {
      const found = known.get(tenantId)
      if (found?.settings.epoch === loaded.epoch) return found.settings
      // A slow load may end after a newer one.
      if (found && found.settings.epoch > loaded.epoch) return loaded
      const isOther = drop(tenantId)
      const size = bytesOf(loaded)
      known.set(tenantId, { settings: loaded, bytes: size })
      bytes += size
      if (isOther) told.replaced(tenantId, loaded)
      for (const oldest of known.keys()) {
        if (bytes <= most || oldest === tenantId) break
        drop(oldest)
        told.forgotten(oldest)
      }
      return loaded
    },
  }
}
