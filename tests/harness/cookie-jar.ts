/** A cookie as the server has set it. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly isHttpOnly: boolean
  readonly sameSite: string | undefined
}

/** Lets scripts of the document see a cookie; one without a value is gone. */
const showToScripts = (name: string, value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the document of the test has no other way
  document.cookie = `${name}=${value}; path=/${value ? '' : '; max-age=0'}`
}

/** The cookies of one browser: scripts of the document see those that are not `HttpOnly`. */
export class CookieJar {
  #cookies: Cookie[] = []

  /** A new browser: what scripts saw in the one before is gone. */
  constructor() {
    for (const pair of document.cookie.split('; ')) showToScripts(pair.split('=')[0]!, '')
  }

  /** The header of a request to this path. */
  headerFor(path: string): Record<string, string> {
    const fitting = this.#cookies.filter((cookie) => path.startsWith(cookie.path))
    return fitting.length > 0 ? { cookie: fitting.map(({ name, value }) => `${name}=${value}`).join('; ') } : {}
  }

  /** Keeps what an answer sets, and drops what it ends. */
  take(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(/; */)
      const facts = new Map(rest.map((one) => [one.split('=')[0]!.toLowerCase(), one.slice(one.indexOf('=') + 1)]))
      const [name = '', value = ''] = pair.split('=')
      const path = facts.get('path') ?? '/'
      this.drop(name, path)
      if (value === '' || facts.get('max-age') === '0') continue
      const isHttpOnly = facts.has('httponly')
      this.#cookies.push({ name, value, path, isHttpOnly, sameSite: facts.get('samesite') })
      if (!isHttpOnly) showToScripts(name, value)
    }
  }

  /** A kept cookie by its name. */
  find(name: string): Cookie | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)
  }

  /** Drops the cookies with this name, or all, as a person clears them; of one path where it is given. */
  drop(name?: string, path?: string): void {
    const isDropped = (cookie: Cookie): boolean =>
      (name === undefined || cookie.name === name) && (path === undefined || cookie.path === path)
    for (const cookie of this.#cookies.filter(isDropped)) if (!cookie.isHttpOnly) showToScripts(cookie.name, '')
    this.#cookies = this.#cookies.filter((cookie) => !isDropped(cookie))
  }
}
