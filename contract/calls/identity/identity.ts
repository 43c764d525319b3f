import { identityProvider } from '../../entities/identity/identity-provider.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, link, text } from '../../kit/fields/field.ts'
import { token } from './session.ts'

const id = text({ zh: identityProvider.zh, en: identityProvider.en, required: true, max: 36 })
const tenantId = { ...token.input.tenantId, required: true }
const source = text({
  zh: '身份源编号',
  en: 'Provider code',
  required: true,
  max: 40,
  pattern: '^[0-9A-Za-z_-]+$',
  example: 'hospital-sso',
})

/** Offers a provider at the log-in, after it has answered, or no longer; then the sessions that began with it end. */
export const providerEnable = call('identityProvider.enable', {
  zh: '启用身份源',
  en: 'Activate an identity provider',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/identity-provider/enable',
  may: 'identityProvider.submit',
  writes: true,
  changes: ['identityProvider'],
  answers: one(saved),
  input: { id, isStopped: flag({ zh: '停用', en: 'Inactive' }) },
})
/** Stores the client secret or the password of the bind account; no answer ever says it. */
export const providerSecret = call('identityProvider.secret', {
  zh: '设置身份源密钥',
  en: 'Set an identity provider secret',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/identity-provider/secret',
  may: 'identityProvider.submit',
  writes: true,
  changes: ['identityProvider'],
  answers: one(saved),
  input: { id, secretKey: text({ zh: '密钥', en: 'Secret', required: true, max: 500 }) },
})
/** Releases a user from the identities that were bound at a first sign-in; the sessions that began with one end. */
export const identityUnbind = call('identityProvider.unbind', {
  zh: '解除身份绑定',
  en: 'Unlink identities',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/identity-provider/unbind',
  may: 'user.reset',
  writes: true,
  changes: ['user'],
  answers: one({ released: out.number }),
  input: { user: link({ zh: '用户', en: 'User', to: 'user', required: true }) },
})
/** A tenant by its number or its exact name. */
const namedTenant = { tenantId: token.input.tenantId, tenantName: token.input.tenantName }

/** The ways to sign in that a tenant offers beside the password. */
export const signInWays = call('session.ways', {
  zh: '登录方式',
  en: 'Sign-in methods',
  module: 'identity',
  method: 'GET',
  path: '/osm/auth/federated/list',
  may: 'public',
  answers: listOf({ tenantId: out.text, source: out.text, name: out.text, kind: out.key(identityProvider.fields.kind.of) }),
  input: namedTenant,
})
/**
 * Whom a tenant says to ask about a forgotten password; empty without such a parameter, and for a tenant that is not known. `sends`: it sends codes for a
 * new password.
 */
export const signInHelp = call('session.help', {
  zh: '登录帮助',
  en: 'Sign-in help',
  module: 'identity',
  method: 'GET',
  path: '/osm/auth/help',
  may: 'public',
  answers: one({ text: out.text, sends: out.boolean }),
  input: namedTenant,
})
/** Begins a sign-in at a provider: the address to go on at. A cookie keeps what its answer is compared with, for ten minutes. */
export const federatedBegin = call('session.federatedBegin', {
  zh: '前往统一登录',
  en: 'Go to single sign-on',
  module: 'identity',
  method: 'POST',
  path: '/osm/auth/federated/begin',
  may: 'public',
  writes: true,
  answers: one({ address: out.text }),
  input: { tenantId, source },
})
