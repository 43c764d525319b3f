import { execFileSync, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { StartRefused } from '#server/refused.ts'

/** The account that runs PostgreSQL if the program runs as root: PostgreSQL refuses to run as root. */
export interface ProcessUser {
  name: string
  uid: number
  gid: number
}

const idOf = (flag: '-u' | '-g'): number | undefined => {
  const answer = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

/**
 * The user to run PostgreSQL as: undefined for an ordinary user (PostgreSQL runs as the same user); for root the account `postgres`, which
 * is created if missing. Throws StartRefused if it cannot be created.
 */
export const processUser = (): ProcessUser | undefined => {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  if (idOf('-u') === undefined) {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
        stdio: 'pipe',
      })
    } catch {
      throw new StartRefused(
        'PostgreSQL does not run as root and the user "postgres" could not be made: make it with useradd, or start as an ordinary user.',
      )
    }
  }
  const uid = idOf('-u')
  const gid = idOf('-g')
  if (uid === undefined || gid === undefined) throw new StartRefused('The user "postgres" is not usable: start as an ordinary user.')
  return { name: 'postgres', uid, gid }
}

/** Whether the user can enter and read the folder. The operating system itself is asked, so that ACLs and mounts count. */
export const canEnter = (user: ProcessUser, folder: string): boolean => asUser(user, 'test -d "$1" && test -x "$1"', folder)

/** Whether the user can read the file. */
export const canRead = (user: ProcessUser, file: string): boolean => asUser(user, 'test -r "$1"', file)

const asUser = (user: ProcessUser, script: string, path: string): boolean =>
  spawnSync('/bin/sh', ['-c', script, 'sh', path], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' }).status === 0
