import { Refusal } from '#contract/kit/errors.ts'
import type { Identity, Provider } from './identity-provider.ts'
import { mobileOf, wordsOf } from './provider-texts.ts'
import { ask, hostOf, needed, type Reaching, type Said, type TokenOf, withQuery, withToken } from './vendor-client.ts'

const api = (provider: Provider): string => `${hostOf(provider, 'https://qyapi.weixin.qq.com')}/cgi-bin`

/** Whose people these are: ids of people count within their company. */
export const wecomIssuer = ({ corpId }: Pick<Provider, 'corpId'>): string => `wecom:${corpId}`

/** The token of an app (developer.work.weixin.qq.com/document/path/91039). */
export const wecomToken: TokenOf = async (tools, provider, secret) => {
  const said = await ask(tools, withQuery(`${api(provider)}/gettoken`, { corpid: provider.corpId, corpsecret: secret }))
  return { token: needed(said, 'access_token'), seconds: Number(said.expires_in) || 0 }
}

/**
 * Where a person proves who they are: by a code that they scan (path/98152), or, inside the app of the vendor, at once (path/91022), where it asks
 * them for their phone and e-mail.
 */
export function wecomAddress(provider: Provider, redirectUri: string, state: string, isInApp: boolean): string {
  const { corpId, agentId } = provider
  if (!isInApp)
    return withQuery(`${hostOf(provider, 'https://login.work.weixin.qq.com')}/wwlogin/sso/login`, {
      login_type: 'CorpApp',
      appid: corpId,
      agentid: agentId,
      redirect_uri: redirectUri,
      state,
    })
  const inside = { appid: corpId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_privateinfo', state, agentid: agentId }
  return `${withQuery(`${hostOf(provider, 'https://open.weixin.qq.com')}/connect/oauth2/authorize`, inside)}#wechat_redirect`
}

const outsider = () =>
  new Refusal('rule', { zh: '您不是该企业的成员，不能由此登录', en: 'You are not a member of this company, so you cannot sign in here' })

/** What may be known of a member: by the ticket of who agreed (path/95833), else what the app may read (path/90196). */
async function memberOf(tools: Reaching, provider: Provider, userid: string, ticket: string | undefined): Promise<Said> {
  return withToken(tools, provider, wecomToken, async (access_token) => {
    const member = await ask(tools, withQuery(`${api(provider)}/user/get`, { access_token, userid }))
    if (!ticket) return member
    const body = { user_ticket: ticket }
    return { ...member, ...(await ask(tools, withQuery(`${api(provider)}/auth/getuserdetail`, { access_token }), { body })) }
  })
}

/** Exchanges a code for who the person is (path/91023). Only members of the company are people of the hospital. */
export async function wecomIdentity(tools: Reaching, provider: Provider, code: string): Promise<Identity> {
  const who = await withToken(tools, provider, wecomToken, (access_token) =>
    ask(tools, withQuery(`${api(provider)}/auth/getuserinfo`, { access_token, code })),
  )
  const userid = wordsOf(who.userid ?? who.UserId)
  if (!userid) throw outsider()
  const member = await memberOf(tools, provider, userid, wordsOf(who.user_ticket))
  // Ids of members are not case-sensitive.
  if (wordsOf(member.userid)?.toLowerCase() !== userid.toLowerCase()) throw outsider()
  return {
    issuer: wecomIssuer(provider),
    subject: userid.toLowerCase(),
    account: userid,
    // The mailbox that the company gives; members enter the other one themselves.
    email: wordsOf(member.biz_mail),
    phone: mobileOf(member.mobile),
    name: wordsOf(member.name),
    hasFactor: false,
  }
}

/** Sends a text to a member from the app (path/90236). Answers the vendor's receipt. */
export async function wecomMessage(tools: Reaching, provider: Provider, userid: string, content: string): Promise<string> {
  const body = {
    touser: userid,
    msgtype: 'text',
    agentid: Number(provider.agentId),
    text: { content },
    safe: 0,
    enable_duplicate_check: 0,
  }
  const said = await withToken(tools, provider, wecomToken, (access_token) =>
    ask(tools, withQuery(`${api(provider)}/message/send`, { access_token }), { body }),
  )
  return wordsOf(said.msgid) ?? ''
}
