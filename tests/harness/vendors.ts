import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A member of the company of a vendor. */
export interface Member {
  readonly userid: string
  readonly unionid?: string
  readonly name?: string
  readonly mobile?: string
  readonly biz_mail?: string
  readonly org_email?: string
  /** A contact from outside. */
  readonly isContact?: boolean
}

interface Asked {
  readonly path: string
  readonly body: Record<string, unknown>
}

/**
 * The interfaces of WeCom and DingTalk that the program asks, on 127.0.0.1, as the vendors document them: every parameter is checked, codes count
 * once, tokens are of one app and end when the test says so.
 */
export interface Vendors {
  readonly url: string
  readonly members: Member[]
  /** Who signs in at the next visit; `undefined`: a person who is in no company. */
  now: Member | undefined
  /** Every request that was taken, oldest first. */
  readonly asked: Asked[]
  /** How many tokens of apps were given out. */
  tokens: number
  /** All tokens given out count no longer; the next answer says so with this code. */
  endTokens(code: number): void
  /** The next message is refused with this code. */
  refusal: number | undefined
  /** The company that DingTalk says the person chose. */
  chosenCorp: string
  stop(): Promise<void>
}

/** The app that the test server knows. */
export const app = {
  corpId: 'ww1234567890',
  agentId: '1000002',
  appKey: 'dingkey',
  secret: 'secret-of-the-app',
  robotToken: 'robot-token',
  robotSecret: 'SECrobot',
} as const

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

export async function startVendors(): Promise<Vendors> {
  const codes = new Map<string, Member | undefined>()
  const persons = new Map<string, Member | undefined>()
  let [token, staleCode, serial] = ['', 42001, 0]
  const make = (what: string): string => `${what}-${++serial}-${createHash('sha256').update(String(serial)).digest('hex')}`
  const self = {
    members: [] as Member[],
    now: undefined as Member | undefined,
    asked: [] as Asked[],
    tokens: 0,
    chosenCorp: app.corpId as string,
    refusal: undefined as number | undefined,
  }
  const no = (errcode: number, errmsg = 'refused') => ({ errcode, errmsg })
  const ok = (more: object = {}) => ({ errcode: 0, errmsg: 'ok', ...more })
  const newToken = (): string => {
    self.tokens += 1
    token = make('token')
    return token
  }
  const held = (url: URL, work: () => object): object => {
    const given = url.searchParams.get('access_token')
    if (!given?.startsWith('token-')) return no(40014, 'invalid access_token')
    return given === token ? work() : no(staleCode, 'access_token expired')
  }
  const takeCode = (code: unknown): { member: Member | undefined } | undefined => {
    const key = String(code)
    if (!codes.has(key)) return undefined
    const member = codes.get(key)
    codes.delete(key)
    return { member }
  }
  const message = (userid: unknown, done: object): object => {
    const code = self.refusal
    self.refusal = undefined
    if (code !== undefined) return no(code)
    return self.members.some((one) => one.userid.toLowerCase() === userid) ? ok(done) : no(81013, 'user invalid')
  }
  const wecom: Record<string, (url: URL, body: Record<string, unknown>) => object> = {
    '/cgi-bin/gettoken': ({ searchParams }) =>
      searchParams.get('corpid') === app.corpId && searchParams.get('corpsecret') === app.secret
        ? ok({ access_token: newToken(), expires_in: 7200 })
        : no(40013, 'invalid corpid'),
    '/cgi-bin/auth/getuserinfo': (url) =>
      held(url, () => {
        const found = takeCode(url.searchParams.get('code'))
        if (!found) return no(40029, 'invalid code')
        return found.member ? ok({ userid: found.member.userid, user_ticket: '' }) : ok({ openid: 'outsider', external_userid: 'x' })
      }),
    '/cgi-bin/user/get': (url) =>
      held(url, () => {
        const found = self.members.find(({ userid }) => userid === url.searchParams.get('userid'))
        return found ? ok({ ...found }) : no(60111, 'userid not found')
      }),
    '/cgi-bin/message/send': (url, body) =>
      held(url, () =>
        body.msgtype === 'text' && body.agentid === Number(app.agentId) ? message(body.touser, { msgid: make('msg') }) : no(40008),
      ),
  }
  const dingtalk: typeof wecom = {
    '/v1.0/oauth2/accessToken': (_, body) =>
      body.appKey === app.appKey && body.appSecret === app.secret
        ? { accessToken: newToken(), expireIn: 7200 }
        : { code: 'invalidClientIdOrSecret', message: 'wrong' },
    '/v1.0/oauth2/userAccessToken': (_, body) => {
      if (body.clientId !== app.appKey || body.clientSecret !== app.secret || body.grantType !== 'authorization_code')
        return { code: 'invalidParameter', message: 'wrong' }
      const found = takeCode(body.code)
      if (!found) return { code: 'invalidParameter.authCode.notFound', message: 'no such code' }
      const person = make('person')
      persons.set(person, found.member)
      return { accessToken: person, expireIn: 7200, refreshToken: 'r', corpId: self.chosenCorp }
    },
    '/topapi/user/getbyunionid': (url, { unionid }) =>
      held(url, () => {
        const found = self.members.find((one) => one.unionid === unionid)
        return found ? ok({ result: { userid: found.userid, contact_type: found.isContact ? 1 : 0 } }) : no(60121, 'no such user')
      }),
    '/topapi/v2/user/get': (url, { userid }) =>
      held(url, () => {
        const found = self.members.find((one) => one.userid === userid)
        return found ? ok({ result: found }) : no(60121)
      }),
    '/topapi/message/corpconversation/asyncsend_v2': (url, body) =>
      held(url, () => {
        const { msgtype } = body.msg as { msgtype?: string }
        return msgtype === 'text' && body.agent_id === Number(app.agentId) ? message(body.userid_list, { task_id: ++serial }) : no(33012)
      }),
    '/robot/send': ({ searchParams }, body) => {
      const [at, sign] = [searchParams.get('timestamp') ?? '', searchParams.get('sign')]
      const right = createHmac('sha256', app.robotSecret).update(`${at}\n${app.robotSecret}`).digest('base64')
      if (searchParams.get('access_token') !== app.robotToken) return no(300001, 'token is not exist')
      if (sign !== right || !/^\d{13}$/.test(at)) return no(310000, 'sign not match')
      const code = self.refusal
      self.refusal = undefined
      if (code !== undefined) return no(code)
      return body.msgtype === 'text' ? ok() : no(40035)
    },
  }
  const back = (url: URL, name: 'code' | 'authCode'): string => {
    const code = make('code')
    codes.set(code, self.now)
    const to = new URL(url.searchParams.get('redirect_uri')!)
    to.search = new URLSearchParams({ [name]: code, state: url.searchParams.get('state')! }).toString()
    return to.href
  }
  const visits: Record<string, (url: URL) => string | undefined> = {
    '/wwlogin/sso/login': (url) => {
      const { login_type, appid, agentid } = Object.fromEntries(url.searchParams)
      return login_type === 'CorpApp' && appid === app.corpId && agentid === app.agentId ? back(url, 'code') : undefined
    },
    '/connect/oauth2/authorize': (url) => (url.searchParams.get('scope') === 'snsapi_privateinfo' ? back(url, 'code') : undefined),
    '/oauth2/auth': (url) => {
      const { client_id, response_type, prompt, scope } = Object.fromEntries(url.searchParams)
      const fits = client_id === app.appKey && response_type === 'code' && prompt === 'consent' && scope === 'openid corpid'
      return fits ? back(url, 'authCode') : undefined
    },
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const visit = visits[url.pathname]
    if (visit) {
      const to = visit(url)
      return void response.writeHead(to ? 302 : 400, to ? { location: to } : {}).end()
    }
    const body = await bodyOf(request)
    const person = request.headers['x-acs-dingtalk-access-token']
    const said =
      url.pathname === '/v1.0/contact/users/me'
        ? persons.has(String(person))
          ? { nick: 'nick', unionId: persons.get(String(person))?.unionid ?? 'union-outsider', openId: 'o' }
          : { code: 'InvalidAuthentication', message: 'wrong' }
        : ((wecom[url.pathname] ?? dingtalk[url.pathname])?.(url, body) ?? no(404))
    if (!('code' in said) && !('errcode' in said && said.errcode !== 0)) self.asked.push({ path: url.pathname, body })
    response.writeHead('code' in said ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(self, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endTokens(code: number) {
      staleCode = code
      token = ''
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}
