import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfMade } from './directory.ts'

/** A letter that a server has taken. */
export interface Taken {
  readonly from: string
  readonly to: string
  /** Header lines, unfolded. */
  readonly headers: readonly string[]
  /** The parts of the letter, decoded. */
  readonly text: string
  readonly html: string
  readonly raw: string
  /** The account that signed in; empty without one. */
  readonly user: string
  readonly isEncrypted: boolean
}

/** A mail server on 127.0.0.1. */
export interface MailHost {
  readonly port: number
  /** PEM of the authority of its certificate. */
  readonly ca: string
  readonly letters: Taken[]
  /** Connections that have come. */
  connections: number
  /** What it answers instead of taking a step: `{ RCPT: '550 no such user' }`; `hangs`: it says nothing from there on. */
  answers: Partial<Record<'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END', string>>
  stop(): Promise<void>
}

export const mailAccount = { user: 'notice@ward.example', password: 'mail-password-of-the-ward' } as const

/** Undoes quoted-printable and base64 of the parts of a letter. */
function partsOf(raw: string): { text: string; html: string; headers: string[] } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  const decode = (part: string): string => {
    const [about = '', ...body] = part.split('\r\n\r\n')
    const content = body.join('\r\n\r\n')
    if (/base64/i.test(about)) return Buffer.from(content, 'base64').toString('utf8').replace(/\r\n/g, '\n')
    if (!/quoted-printable/i.test(about)) return content.replace(/\r\n/g, '\n')
    const bytes = content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n')
  }
  const parts = boundary ? rest.join('\r\n\r\n').split(`--${boundary}`) : [raw]
  const of = (type: string): string => decode(parts.find((part) => part.includes(`Content-Type: ${type}`))?.trimStart() ?? '')
  return { text: of('text/plain'), html: of('text/html'), headers }
}

/** Starts a mail server: `tls`: encrypted from the beginning; `starttls`: on request; `plain`: never. */
export async function startMail(mode: 'tls' | 'starttls' | 'plain'): Promise<MailHost> {
  const { ca, ...own } = mode === 'plain' ? { ca: '' } : await selfMade()
  const context = createSecureContext(own)
  const sockets = new Set<Socket>()
  const host: MailHost = { port: 0, ca, letters: [], connections: 0, answers: {}, stop }
  function speak(socket: Socket, isEncrypted: boolean, greets = true): void {
    let [rest, from, to, user] = ['', '', '', '']
    let body: string | undefined
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const step = (name: keyof MailHost['answers'], usual: string, then?: () => void): void => {
      const other = host.answers[name]
      if (other === 'hangs') return
      say(other ?? usual)
      if (!other) then?.()
    }
    const checked = (given: string, password: string): unknown => {
      if (given !== mailAccount.user || password !== mailAccount.password) return say('535 5.7.8 wrong account or password')
      user = given
      return say('235 signed in')
    }
    const command = (line: string): unknown => {
      const [verb = '', ...words] = line.split(' ')
      if (verb === 'EHLO') {
        const more = mode === 'starttls' && !isEncrypted ? ['250-STARTTLS'] : []
        return step('EHLO', ['250-ward.example', ...more, '250-AUTH PLAIN LOGIN', '250 SIZE 1000000'].join('\r\n'))
      }
      if (verb === 'STARTTLS') {
        say('220 go on')
        socket.removeAllListeners('data')
        return speak(new TLSSocket(socket, { isServer: true, secureContext: context }), true, false)
      }
      if (verb === 'AUTH' && words[0] === 'PLAIN') {
        const [, given = '', password = ''] = Buffer.from(words[1] ?? '', 'base64')
          .toString('utf8')
          .split('\0')
        return host.answers.AUTH ? step('AUTH', '') : checked(given, password)
      }
      if (verb === 'MAIL') {
        from = /<([^>]*)>/.exec(line)?.[1] ?? ''
        return step('MAIL', '250 ok')
      }
      if (verb === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        return step('RCPT', '250 ok')
      }
      if (verb === 'DATA')
        return step('DATA', '354 go on', () => {
          body = ''
        })
      if (verb === 'QUIT') return socket.end('221 bye\r\n')
      return say('502 unknown')
    }
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      rest += piece.toString('latin1')
      for (;;) {
        if (body !== undefined) {
          const end = rest.indexOf('\r\n.\r\n')
          if (end < 0) return
          const raw = Buffer.from(rest.slice(0, end).replace(/\r\n\.\./g, '\r\n.'), 'latin1').toString('utf8')
          rest = rest.slice(end + 5)
          body = undefined
          const taken = { from, to, raw, user, isEncrypted, ...partsOf(raw) }
          step('END', `250 taken as ${host.letters.length + 1}`, () => host.letters.push(taken))
          continue
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        command(line)
      }
    })
    if (greets) say('220 ward.example')
  }
  const server = createServer((socket) => {
    host.connections++
    sockets.add(socket.on('error', () => {}))
    if (mode === 'tls') speak(new TLSSocket(socket, { isServer: true, secureContext: context }), true)
    else speak(socket, false)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  async function stop(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return Object.assign(host, { port: (server.address() as AddressInfo).port })
}
