import { person } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { dayText } from '#src/kit/value-text.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { useReadyText } from './ready-state.tsx'
import { type OpenCheck, useOpenChecks } from './use-count.ts'
import './count-phone.css'

function CheckRow({ check }: { check: OpenCheck }) {
  const { word, language } = useWords()
  const { done } = check.board.progress()
  const { all } = check.ready
  const ready = useReadyText(check.ready)
  const mine = (): number => check.board.seenCount({}, person()?.user_id ?? '') + check.board.surplus().length
  return (
    <LinkRow to={`/check/${check.id}`} title={check.title}>
      {check.isBlind ? word('count.seenOnly', { n: mine() }) : word('check.progress', { done, all })}
      {check.endDate ? ` · ${word('check.until', { date: dayText(check.endDate, language) })}` : ''}
      {` · ${ready}`}
      {check.isBlind ? null : <ProgressBar done={done} all={all} />}
    </LinkRow>
  )
}

/** The open checks in which this person counts. */
export function ChecksPhone() {
  const { word } = useWords()
  const { online, isComing } = useSync()
  const checks = useOpenChecks()
  return (
    <PhonePage title={word('check.title')}>
      {checks === undefined || (checks.length === 0 && isComing) ? (
        <PageLoading label={word('common.loading')} rows={4} />
      ) : checks.length === 0 ? (
        <PageState title={word('check.none')} help={word(online ? 'check.noneHelp' : 'check.noneOffline')} />
      ) : (
        <ul className="ph-rows" aria-label={word('check.mine')}>
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      )}
    </PhonePage>
  )
}
