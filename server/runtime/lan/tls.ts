import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { StartRefused } from '../../refused.ts'
import type { Settings } from '../../settings.ts'
import { lanNames } from './addresses.ts'
import type { Pair } from './authority.ts'
import { inside } from './networks.ts'

/** What the program shows to browsers that connect by HTTPS. */
export interface Tls {
  readonly pair: Pair
  /** Certificate of the local authority (PEM) that phones are to trust; absent with a certificate of the hospital's own. */
  readonly authority?: string
  /** Host names and addresses the machine is reached by, the best one first. */
  readonly reachedBy: readonly string[]
  /** The pair as it should be now: another one when files or addresses have changed. */
  renew(): Promise<Pair>
}

const readOwn = async (cert: string, key: string): Promise<Pair> => {
  const read = (name: string, file: string): Promise<string> =>
    readFile(file, 'utf8').catch((error: Error) => Promise.reject(new StartRefused(`${name}=${file} cannot be read (${error.message}).`)))
  return { cert: await read('TLS_CERT', cert), key: await read('TLS_KEY', key) }
}

/**
 * The certificate for HTTPS: the hospital's own (TLS_CERT, TLS_KEY), else with --lan one of a local authority that is made once in the data
 * folder; undefined when the program serves plain HTTP. Throws StartRefused when a file cannot be read.
 */
export async function tlsOf(settings: Settings, folder: string): Promise<Tls | undefined> {
  const { TLS_CERT: cert, TLS_KEY: key } = settings
  const { addresses, hosts } = lanNames()
  const reachedBy = [...addresses, ...hosts]
  if (cert && key) return { pair: await readOwn(cert, key), reachedBy, renew: () => readOwn(cert, key) }
  if (!settings.LAN) return undefined
  const { authorityIn, leafIn } = await import('./authority.ts')
  const home = join(folder, 'tls')
  const authority = await authorityIn(home, lanNames())
  const issue = (): Promise<Pair> => leafIn(home, authority, lanNames())
  const covered = reachedBy.filter((name) => isIP(name) === 0 || inside(name, authority.networks))
  return { pair: await issue(), authority: authority.cert, reachedBy: covered, renew: issue }
}
