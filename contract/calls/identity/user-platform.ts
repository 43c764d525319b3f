import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, link, text } from '../../kit/fields/field.ts'

const userTypes = {
  '1': { zh: 'WEB', en: 'Web' },
  '2': { zh: 'APP', en: 'App' },
  '3': { zh: '其他', en: 'Other' },
} as const
const userType = choice({ zh: '用户平台', en: 'Platform', required: true, of: userTypes })
const userExt = text({ zh: '拓展信息', en: 'More information', multiline: true, max: 4000 })

/** How another program knows a person; Web and nothing more where nothing was said. */
export const platformDetail = call('user.platformDetail', {
  zh: '用户平台信息',
  en: 'User platform information',
  module: 'identity',
  method: 'GET',
  path: ['/blade-user/platform-detail', '/blade-system/user/platform-detail'],
  may: 'user.list',
  answers: one({
    id: out.text,
    account: out.text,
    realName: out.text,
    userType: out.key(userTypes),
    userTypeName: out.text,
    userExt: out.nullable(out.text),
  }),
  input: { id: text({ zh: '用户', en: 'User', required: true, max: 36, pattern: '^[0-9a-fA-F-]{36}$' }) },
})
export const updatePlatform = call('user.updatePlatform', {
  zh: '修改用户平台信息',
  en: 'Edit user platform information',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/update-platform', '/blade-system/user/update-platform'],
  may: 'user.submit',
  writes: true,
  changes: ['user'],
  answers: one({ id: out.text }),
  input: { user: link({ zh: '用户', en: 'User', to: 'user', required: true }), userType, userExt },
})
