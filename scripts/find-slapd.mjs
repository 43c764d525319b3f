import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd']

/** Path of OpenLDAP's server, which tests of directories start. Installs Debian's package as root where there is none; throws where it cannot. */
export const findOrInstallSlapd = () => {
  const find = () => places.find((path) => existsSync(path))
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // In runlevel 1 the package does not start a directory of its own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const run = (...flags) => spawnSync('apt-get', flags, { stdio: 'ignore', env })
    run('update')
    run('install', '-y', '--no-install-recommends', 'slapd')
  }
  const found = find()
  if (!found) throw new Error('No slapd was found and none could be installed: install the package slapd (OpenLDAP).')
  return found
}
