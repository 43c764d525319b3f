import { Alert, Button, Segmented, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { chooseMail, mailChoices } from '#contract/calls/notice/notice-mail.ts'
import { type MailWay, mailLanguages, mailWays } from '#contract/entities/notice/mail-ways.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import './mail-panel.css'

type Held = AnswerOf<typeof mailChoices>
type MailLanguage = keyof typeof mailLanguages

/** Which notices come to oneself by e-mail, by kind. */
export function MailPanel(): ReactNode {
  const held = useCall(mailChoices, {}, true, 0)
  if (!held.data) return <Outcome isLoading={held.isLoading} error={held.error} onRetry={() => void held.refetch()} />
  // Asked again when the page is seen again: what is chosen and not saved yet stays unless something else was saved meanwhile.
  return <Choices key={JSON.stringify(held.data)} held={held.data} onSaved={() => void held.refetch()} />
}

function Choices({ held, onSaved }: { readonly held: Held; readonly onSaved: () => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(chooseMail)
  const [language, setLanguage] = useState<MailLanguage>(held.language)
  const [changed, setChanged] = useState<Readonly<Record<string, MailWay>>>({})
  const kinds = Object.entries(noticeKinds)
  const wayOf = (kind: string): MailWay => changed[kind] ?? held.ways[kind] ?? 'none'
  const choose = (names: readonly string[], way: MailWay): void =>
    setChanged((old) => ({ ...old, ...Object.fromEntries(names.map((kind) => [kind, way])) }))
  const save = async (): Promise<void> => {
    const choices = Object.entries(changed).map(([kind, way]) => ({ kind, way }))
    if (await notice.tell(action.mutateAsync({ body: { language, choices } }), word('form.updated'))) onSaved()
  }
  const options = Object.entries(mailWays).map(([value, words]) => ({ value: value as MailWay, label: say(words) }))
  const groups = [
    { key: 'mail.waits', names: kinds.flatMap(([kind, { waits }]) => (waits ? [kind] : [])) },
    { key: 'mail.others', names: kinds.flatMap(([kind, { waits }]) => (waits ? [] : [kind])) },
  ] as const
  return (
    <div className="eam-mail">
      {!held.isActive && <Alert type="info" showIcon title={word('mail.inactive')} />}
      {held.isActive && !held.email && <Alert type="warning" showIcon title={word('mail.addressless')} />}
      <p>{word('mail.hint', { hour: held.digestHour })}</p>
      <Space wrap>
        <span>{say(chooseMail.input.language)}</span>
        <Segmented<MailLanguage>
          value={language}
          options={Object.entries(mailLanguages).map(([value, words]) => ({ value: value as MailLanguage, label: say(words) }))}
          onChange={setLanguage}
          aria-label={say(chooseMail.input.language)}
        />
      </Space>
      {groups.map(({ key, names }) => (
        <section key={key} aria-label={word(key)}>
          <header>
            <h3>{word(key)}</h3>
            <span>{word('mail.all')}</span>
            {options.map(({ value, label }) => (
              <Button key={value} size="small" onClick={() => choose(names, value)}>
                {label}
              </Button>
            ))}
          </header>
          <ul>
            {names.map((kind) => (
              <li key={kind}>
                <span>{say(noticeKinds[kind]!)}</span>
                <Segmented<MailWay>
                  size="small"
                  value={wayOf(kind)}
                  options={options}
                  onChange={(way) => choose([kind], way)}
                  aria-label={say(noticeKinds[kind]!)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Button type="primary" loading={action.isPending} onClick={() => void save()}>
        {word('common.save')}
      </Button>
    </div>
  )
}
