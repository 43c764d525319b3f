import { createHmac } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Identity, Provider } from './identity-provider.ts'
import { mobileOf, wordsOf } from './provider-texts.ts'
import { ask, hostOf, needed, type Reaching, type Said, type TokenOf, VendorRefusal, withQuery, withToken } from './vendor-client.ts'

const open = (provider: Provider): string => `${hostOf(provider, 'https://api.dingtalk.com')}/v1.0`
const old = (provider: Pick<Provider, 'apiAddress'>): string => hostOf(provider, 'https://oapi.dingtalk.com')

/** Whose people these are: ids of people count within their company. */
export const dingtalkIssuer = ({ corpId }: Pick<Provider, 'corpId'>): string => `dingtalk:${corpId}`

/** The token of an app (open.dingtalk.com, "obtain the access token of an internal app"). */
export const dingtalkToken: TokenOf = async (tools, provider, secret) => {
  const body = { appKey: provider.appKey, appSecret: secret }
  const said = await ask(tools, `${open(provider)}/oauth2/accessToken`, { body })
  return { token: needed(said, 'accessToken'), seconds: Number(said.expireIn) || 0 }
}

/** Where a person proves who they are, and chooses the company as whose member. */
export const dingtalkAddress = (provider: Provider, redirectUri: string, state: string): string =>
  withQuery(`${hostOf(provider, 'https://login.dingtalk.com')}/oauth2/auth`, {
    redirect_uri: redirectUri,
    response_type: 'code',
    client_id: provider.appKey,
    scope: 'openid corpid',
    state,
    prompt: 'consent',
    corpId: provider.corpId,
  })

const outsider = () =>
  new Refusal('rule', { zh: '您不是该企业的成员，不能由此登录', en: 'You are not a member of this company, so you cannot sign in here' })

const resultOf = (said: Said): Said => (typeof said.result === 'object' && said.result !== null ? (said.result as Said) : {})

/** The member of the company who has that id of the vendor's. Anybody may have a DingTalk account: only members are people of the hospital. */
async function memberOf(tools: Reaching, provider: Provider, unionid: string): Promise<Said> {
  return withToken(tools, provider, dingtalkToken, async (access_token) => {
    const at = (path: string): string => withQuery(`${old(provider)}/topapi${path}`, { access_token })
    const found = resultOf(
      await ask(tools, at('/user/getbyunionid'), { body: { unionid } }).catch((error: unknown) => {
        throw error instanceof VendorRefusal && error.code === '60121' ? outsider() : error
      }),
    )
    const userid = wordsOf(found.userid)
    if (!userid || Number(found.contact_type ?? 0) !== 0) throw outsider()
    const member = resultOf(await ask(tools, at('/v2/user/get'), { body: { userid } }))
    if (member.userid !== userid || member.unionid !== unionid) throw outsider()
    return member
  })
}

/** The vendor gives the code of the country apart from the number. */
const homePhone = ({ state_code: country, mobile }: Said): string | undefined =>
  country === undefined || country === null || /^\+?86$/.test(String(country)) ? mobileOf(mobile) : undefined

/** Exchanges a code for who the person is. `secret`: of the app. */
export async function dingtalkIdentity(tools: Reaching, provider: Provider, code: string, secret: string): Promise<Identity> {
  const body = { clientId: provider.appKey, clientSecret: secret, code, grantType: 'authorization_code' }
  const tokens = await ask(tools, `${open(provider)}/oauth2/userAccessToken`, { body })
  // Who chose another company there vouches for nothing here.
  if (tokens.corpId !== undefined && tokens.corpId !== provider.corpId) throw outsider()
  const headers = { 'x-acs-dingtalk-access-token': needed(tokens, 'accessToken') }
  const me = await ask(tools, `${open(provider)}/contact/users/me`, { headers })
  const member = await memberOf(tools, provider, needed(me, 'unionId'))
  return {
    issuer: dingtalkIssuer(provider),
    subject: needed(member, 'userid'),
    account: wordsOf(member.userid),
    // The mailbox that the company gives; members enter the other one themselves.
    email: wordsOf(member.org_email),
    phone: homePhone(member),
    name: wordsOf(member.name),
    hasFactor: false,
  }
}

/** Sends a text to a member as a work notice. Answers the vendor's receipt. */
export async function dingtalkMessage(tools: Reaching, provider: Provider, userid: string, content: string): Promise<string> {
  const body = { agent_id: Number(provider.agentId), userid_list: userid, msg: { msgtype: 'text', text: { content } } }
  const said = await withToken(tools, provider, dingtalkToken, (access_token) =>
    ask(tools, withQuery(`${old(provider)}/topapi/message/corpconversation/asyncsend_v2`, { access_token }), { body }),
  )
  return String(said.task_id ?? '')
}

/** HMAC-SHA256 in base64, by which the vendor's interfaces are signed. */
export const dingtalkSignature = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64')

interface Robot {
  readonly apiAddress: string
  readonly token: string
  readonly secret: string
}

/** Posts a text to the group of a robot, signed by the moment in milliseconds and the secret. */
export async function robotMessage(tools: Pick<Reaching, 'reachable'>, robot: Robot, content: string): Promise<void> {
  const timestamp = String(Date.now())
  const sign = dingtalkSignature(robot.secret, `${timestamp}\n${robot.secret}`)
  const query = { access_token: robot.token, timestamp, sign }
  await ask(tools, withQuery(`${old(robot)}/robot/send`, query), { body: { msgtype: 'text', text: { content } } })
}
