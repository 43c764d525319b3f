import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { isLeaked } from '#server/kit/access/leaked.ts'
import { StartRefused } from '../refused.ts'

const shortest = 10
// What people call this account and this program, beside the list of leaked passwords.
const known = ['admin', 'administrator', 'wardkeeper', 'changeme', 'default']

/** Why a password is no first password, or undefined when it is one. */
export const weakness = (password: string): string | undefined => {
  const plain = password.toLowerCase()
  if (isLeaked(password) || known.some((word) => plain === word || plain === word + word) || new Set(plain).size < 4)
    return 'is one everybody tries first'
  return [...password].length < shortest ? `must have at least ${shortest} characters` : undefined
}

/**
 * The password of the first administrator: ADMIN_PASSWORD, else asked for twice at the terminal without showing it.
 * Throws StartRefused when it is weak, or when there is neither variable nor terminal.
 */
export const firstPassword = async (given: string | undefined): Promise<string> => {
  if (given !== undefined) {
    const wrong = weakness(given)
    if (wrong) throw new StartRefused(`ADMIN_PASSWORD ${wrong}: choose another one.`)
    return given
  }
  if (!process.stdin.isTTY) {
    throw new StartRefused(
      'The first start without demo data needs a password for admin: set ADMIN_PASSWORD, or start at a terminal and it is asked for.',
    )
  }
  for (;;) {
    const password = await ask('管理员 admin 的密码 / Password for admin: ')
    const wrong = weakness(password)
    if (wrong) process.stdout.write(`The password ${wrong}.\n`)
    else if ((await ask('再输一次 / Once more: ')) === password) return password
    else process.stdout.write('两次不一致 / The two differ.\n')
  }
}

const ask = async (question: string): Promise<string> => {
  process.stdout.write(question)
  // What is typed goes nowhere: readline echoes to its output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    const stopped = new Promise<never>((_done, fail) =>
      line.once('SIGINT', () => fail(new StartRefused('Stopped before a password was given: nothing was made.'))),
    )
    return await Promise.race([line.question(''), stopped])
  } finally {
    line.close()
    process.stdout.write('\n')
  }
}
