import { Button } from 'antd-mobile'
import { useNavigate } from 'react-router-dom'
import { useRight, useSession } from '#src/data/session.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from '../apply-words.ts'
import { MyApplications, useApplications } from '../my-applications.tsx'
import { useWordsOf } from '../use-words.ts'
import { type PhoneUse, useUses } from './phone-use.ts'
import { UseRow } from './use-row.tsx'
import './custody-phone.css'

const byDue = (a: PhoneUse, b: PhoneUse): number => (a.returnTime ?? '9').localeCompare(b.returnTime ?? '9')

/** Devices that the person borrowed, the most urgent first, and what else waits for a hand-over on this phone. */
export function UsesPhone() {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const userId = useSession((state) => state.person?.user_id ?? '')
  const mayApply = useRight('deviceApply.submit')
  const uses = useUses()
  const applied = useApplications()
  const isMine = (use: PhoneUse): boolean =>
    use.eventType === 'borrow' && (use.receiverId === userId || use.applicantId === userId) && use.status !== 'returning'
  const parts = [
    { words: useWordsOf.mine, rows: uses?.filter(isMine).sort(byDue) ?? [] },
    {
      words: useWordsOf.others,
      rows: uses?.filter((use) => !isMine(use) && (use.status !== 'received' || use.eventType === 'borrow')).sort(byDue) ?? [],
    },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <PhonePage title={say(useWordsOf.title)} back="/me">
      {uses === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : parts.length === 0 ? (
        applied?.length ? null : (
          <PageState title={say(useWordsOf.none)} />
        )
      ) : (
        parts.map(({ words, rows }) => (
          <section key={words.en}>
            <h2 className="ph-heading">{say(words)}</h2>
            <ul className="ph-rows" aria-label={say(words)}>
              {rows.map((use) => (
                <UseRow key={use.id} use={use} />
              ))}
            </ul>
          </section>
        ))
      )}
      <MyApplications />
      <ActBar>
        {mayApply ? (
          <Button color="primary" onClick={() => void navigate('/use/borrow')}>
            {say(applyWords.borrow)}
          </Button>
        ) : null}
        <Button onClick={() => void navigate('/use/code')}>{say(useWordsOf.code)}</Button>
      </ActBar>
    </PhonePage>
  )
}
