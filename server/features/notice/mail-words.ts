import { resetCode } from '#contract/calls/identity/forgotten.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { type Language, saySeeded } from '#contract/kit/words.ts'
import type { Letter } from '#server/kit/outbound/mail.ts'
import { type DigestLine, mostLines } from './mail-queue.ts'

type Written = Omit<Letter, 'to'>

/** Whom a letter is for, and where the program is. */
interface About {
  readonly language: Language
  readonly name: string
  readonly publicUrl: string | undefined
}

/** Characters of a subject line; programs cut longer ones. */
const longestSubject = 120

const words = {
  sender: { zh: '医械管家', en: 'Wardkeeper' },
  greeting: { zh: (name: string) => `${name}，您好：`, en: (name: string) => `Hello ${name},` },
  open: { zh: '登录系统查看：', en: 'Sign in to see it:' },
  digest: { zh: (n: string) => `您有 ${n} 条未读消息`, en: (n: string) => `Unread notices: ${n}` },
  more: { zh: '……其余请登录系统查看。', en: '… The rest is in the system.' },
  foot: {
    zh: '本邮件由系统自动发送，请勿回复。可在“个人信息”中更改邮件提醒。',
    en: 'This e-mail was sent automatically. Please do not reply. You can change your e-mail settings in your profile.',
  },
  test: { zh: '测试邮件', en: 'Test e-mail' },
  tested: { zh: '邮件服务器设置正确，可以启用该消息通道。', en: 'The mail server works. You can activate this channel.' },
  code: { zh: '重置密码验证码', en: 'Code for a new password' },
  codeIs: {
    zh: (code: string) => `您的验证码是 ${code}，${resetCode.minutes} 分钟内有效，只能使用一次。`,
    en: (code: string) => `Your code is ${code}. It is valid once, for ${resetCode.minutes} minutes.`,
  },
  notAsked: {
    zh: '如果不是您本人操作，请忽略本邮件，并告知系统管理员。不要把验证码告诉任何人。',
    en: 'If you did not ask for it, ignore this e-mail and tell your administrator. Never pass the code on.',
  },
} as const

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

const isLink = (line: string): boolean => /^https?:\/\//.test(line)

/** A letter of paragraphs, as text and as HTML; a paragraph is one line or several. Only the address of the program is a link. */
function letter(language: Language, subject: string, paragraphs: readonly (readonly string[])[], publicUrl: string | undefined): Written {
  const line = (text: string): string =>
    text === publicUrl && isLink(text) ? `<a href="${escaped(text)}">${escaped(text)}</a>` : escaped(text)
  return {
    sender: words.sender[language],
    subject: cutText(subject, longestSubject),
    text: `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs.map((lines) => `<p>${lines.map(line).join('<br>')}</p>`).join('')}</body></html>`,
  }
}

/** What a letter ends with: where the program is, and that answers are not read. */
const ending = ({ language, publicUrl }: Pick<About, 'language' | 'publicUrl'>): (readonly string[])[] => [
  ...(publicUrl ? [[words.open[language], publicUrl]] : []),
  [words.foot[language]],
]

export const kindOf = (kind: string, language: Language): string => noticeKinds[kind]?.[language] ?? words.sender[language]

/** The letter about one notice. */
export function noticeLetter(about: About, { noticeKind, subject, detail }: DigestLine): Written {
  const { language, name, publicUrl } = about
  const kind = kindOf(noticeKind, language)
  const said = saySeeded(noticeKinds[noticeKind]?.seeded, detail, language)
  const body = [[words.greeting[language](name)], [kind, subject, said].filter(Boolean), ...ending(about)]
  return letter(language, `${kind}：${subject}`.replace('：', language === 'zh' ? '：' : ': '), body, publicUrl)
}

/** The letter of a day. */
export function digestLetter(about: About, lines: readonly DigestLine[]): Written {
  const { language, name, publicUrl } = about
  const shown = lines.slice(0, mostLines)
  const isMore = lines.length > shown.length
  const title = words.digest[language](isMore ? `${mostLines}+` : String(shown.length))
  const each = shown.map(({ noticeKind, subject, detail }) => {
    const said = saySeeded(noticeKinds[noticeKind]?.seeded, detail, language)
    return [kindOf(noticeKind, language), [subject, said].filter(Boolean).join(' · ')]
  })
  const body = [[words.greeting[language](name)], [title], ...each, ...(isMore ? [[words.more[language]]] : []), ...ending(about)]
  return letter(language, title, body, publicUrl)
}

/** The letter that shows that a server works. */
export const testLetter = (language: Language): Written => letter(language, words.test[language], [[words.tested[language]]], undefined)

/** The letter with a code for a new password; without a link, so that people learn to trust none in such a letter. */
export const codeLetter = (language: Language, name: string, code: string): Written =>
  letter(
    language,
    words.code[language],
    [[words.greeting[language](name)], [words.codeIs[language](code)], [words.notAsked[language]]],
    undefined,
  )
