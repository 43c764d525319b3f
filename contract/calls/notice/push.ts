import { mailLanguages } from '../../entities/notice/mail-ways.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, text } from '../../kit/fields/field.ts'

/** Bytes of the key and the secret that a browser makes for its subscription (RFC 8291). */
export const browserKeyBytes = { key: 65, secret: 16 } as const

const writing = { module: 'notice', method: 'POST', may: 'session', writes: true, changes: [] } as const

/** The public key of this installation, with which a browser subscribes: an uncompressed P-256 point in base64url. */
export const pushKey = call('notice.pushKey', {
  zh: '推送公钥',
  en: 'Public key for push notifications',
  ...writing,
  path: '/osm/notice/push-key',
  answers: one({ key: out.text }),
  input: {},
})

/** Shows the notices that wait for oneself in this browser, as long as its session lasts. */
export const pushSubscribe = call('notice.pushSubscribe', {
  zh: '开启推送提醒',
  en: 'Turn on push notifications',
  ...writing,
  path: '/osm/notice/push-subscribe',
  answers: one({ saved: out.boolean }),
  input: {
    endpoint: text({ zh: '推送地址', en: 'Push endpoint', required: true, max: 1000 }),
    p256dh: text({ zh: '浏览器公钥', en: 'Browser key', required: true, max: 100 }),
    auth: text({ zh: '浏览器密钥', en: 'Browser secret', required: true, max: 40 }),
    language: choice({ zh: '推送语言', en: 'Language of notifications', required: true, of: mailLanguages }),
  },
})

/** Ends the notifications in this browser. */
export const pushUnsubscribe = call('notice.pushUnsubscribe', {
  zh: '关闭推送提醒',
  en: 'Turn off push notifications',
  ...writing,
  path: '/osm/notice/push-unsubscribe',
  answers: one({ ended: out.boolean }),
  input: {},
})
