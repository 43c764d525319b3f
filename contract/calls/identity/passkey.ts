import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'
import { factorBegin } from './factor.ts'
import { freshFactor } from './fresh-factor.ts'

const { password } = factorBegin.input
const keys = out.list({ id: out.text, transports: out.list(out.text) })
/** What a browser is to ask, in the words of WebAuthn; bytes are base64url, and the person is verified always. */
const common = { challenge: out.text, timeout: out.number } as const
const passkeyAsked = out.object({ ...common, rpId: out.text, allowCredentials: keys })
const passkeyToMake = out.object({
  ...common,
  rp: out.object({ id: out.text, name: out.text }),
  user: out.object({ id: out.text, name: out.text, displayName: out.text }),
  /** The algorithms of its key, the best first. */
  algorithms: out.list(out.number),
  excludeCredentials: keys,
})

/** Begins a passkey of one's own: what the browser is to make. The password or a fresh factor is shown again. */
export const passkeyBegin = call('passkey.begin', {
  zh: '添加通行密钥',
  en: 'Add a passkey',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/passkey/begin',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ options: passkeyToMake }),
  input: { password, ...freshFactor },
})
/** Keeps the passkey that the browser has made. It comes with recovery codes where it is the first factor of the person. */
export const passkeySubmit = call('passkey.submit', {
  zh: '保存通行密钥',
  en: 'Save the passkey',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/passkey/submit',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ codes: out.list(out.text) }),
  input: {
    name: text({ zh: '名称', en: 'Name', required: true, max: 40 }),
    passkey: text({ ...freshFactor.passkey, required: true }),
  },
})
/** What a passkey of one's own is asked, as a fresh factor of this session. */
export const passkeyAsk = call('passkey.ask', {
  zh: '用通行密钥验证',
  en: 'Use a passkey',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/passkey/ask',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ options: passkeyAsked }),
  input: {},
})
/** Removes a passkey of one's own; the last factor stays until the second factor is turned off. The password or a fresh factor is shown again. */
export const passkeyRemove = call('passkey.remove', {
  zh: '删除通行密钥',
  en: 'Delete the passkey',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/passkey/remove',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ isRemoved: out.boolean }),
  input: { id: text({ zh: '通行密钥', en: 'Passkey', required: true, max: 36, pattern: '^[0-9a-f-]{36}$' }), password, ...freshFactor },
})
