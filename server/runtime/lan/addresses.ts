import { hostname, networkInterfaces } from 'node:os'

/** The names and addresses under which machines of the local network reach this one, in a stable order. */
export interface LanNames {
  readonly hosts: readonly string[]
  /** IPv4 and IPv6 addresses, the machine itself last; link-local IPv6 ones are left out, as phones cannot type their zone. */
  readonly addresses: readonly string[]
}

/** What the machine is called and reached by on its networks now. */
export function lanNames(interfaces = networkInterfaces(), name = hostname()): LanNames {
  const found = Object.values(interfaces).flatMap((list) => list ?? [])
  const outside = found.filter((one) => !one.internal && !one.address.toLowerCase().startsWith('fe80'))
  const fourFirst = [...outside].sort((a, b) => a.family.localeCompare(b.family) || a.address.localeCompare(b.address))
  const short = name.split('.')[0]!.toLowerCase()
  const hosts = ['localhost', ...(/^[a-z0-9-]+$/.test(short) ? [`${short}.local`, short] : [])]
  return { hosts: [...new Set(hosts)], addresses: [...new Set([...fourFirst.map((one) => one.address), '127.0.0.1'])] }
}
