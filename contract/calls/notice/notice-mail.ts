import { mailLanguages, mailWays } from '../../entities/notice/mail-ways.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, items, text } from '../../kit/fields/field.ts'

const language = choice({ zh: '邮件语言', en: 'Language of e-mails', of: mailLanguages })
const way = choice({ zh: '邮件提醒', en: 'E-mail', required: true, of: mailWays })

/** Which notices come to oneself by e-mail. `isActive`: the organisation sends e-mails; `digestHour`: of the day in its own time. */
export const mailChoices = call('notice.mailChoices', {
  zh: '邮件提醒设置',
  en: 'E-mail settings',
  module: 'notice',
  method: 'GET',
  path: '/osm/notice/mail-choices',
  may: 'session',
  answers: one({
    isActive: out.boolean,
    email: out.nullable(out.text),
    digestHour: out.number,
    language: out.key(mailLanguages),
    ways: out.map(out.key(mailWays)),
  }),
  input: {},
})
/** Chooses for some kinds of notices; the others stay as they are. */
export const chooseMail = call('notice.chooseMail', {
  zh: '保存邮件提醒设置',
  en: 'Save e-mail settings',
  module: 'notice',
  method: 'POST',
  path: '/osm/notice/choose-mail',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ saved: out.boolean }),
  input: {
    language,
    choices: items({
      zh: '消息类型',
      en: 'Notice types',
      max: 200,
      fields: { kind: text({ zh: '类型', en: 'Type', required: true, max: 60 }), way },
    }),
  },
})
