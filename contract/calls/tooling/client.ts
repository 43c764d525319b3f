import { client } from '../../entities/tooling/client.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link } from '../../kit/fields/field.ts'

/** Gives a client a new secret, which only this answer says; the one before ends. */
export const clientSecret = call('oauthClient.secret', {
  zh: '重置客户端密钥',
  en: 'Reset a client secret',
  module: 'tooling',
  method: 'POST',
  path: '/blade-system/client/secret',
  may: 'oauthClient.submit',
  writes: true,
  changes: ['oauthClient'],
  answers: one({ id: out.text, clientId: out.text, secret: out.text }),
  input: { client: link({ zh: client.zh, en: client.en, to: 'oauthClient', required: true }) },
})
