import { useParams } from 'react-router-dom'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { countWords } from '../phone-words.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { ReadyState } from './ready-state.tsx'
import { type DeptRow, type OpenCheck, useOpenCheck } from './use-count.ts'
import './count-phone.css'

const states = checkDept.fields.deptStatus.of

/** One check: how far it is, its departments, and the way to counting. */
export function CheckPhone() {
  const { word } = useWords()
  const { id } = useParams()
  const check = useOpenCheck(id)
  return (
    <PhonePage title={check?.title ?? word('check.title')} back="/check">
      {check === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : check === null ? (
        <PageState title={word('check.gone')} />
      ) : (
        <Overview check={check} />
      )}
    </PhonePage>
  )
}

function Overview({ check }: { check: OpenCheck }) {
  const { word, say, language } = useWords()
  const { done } = check.board.progress()
  const { all } = check.ready
  return (
    <>
      <section className="ph-count-top">
        <p>
          <span>{check.isBlind ? word('count.blind') : word('check.whole')}</span>
          {check.isBlind ? null : (
            <strong>
              {done} / {all}
            </strong>
          )}
        </p>
        {check.isBlind ? null : <ProgressBar done={done} all={all} />}
        <ReadyState ready={check.ready} />
        {check.endDate ? <p className="ph-quiet">{word('check.until', { date: dayText(check.endDate, language) })}</p> : null}
      </section>
      <h2 className="ph-heading">{say(countWords.depts)}</h2>
      <ul className="ph-rows" aria-label={say(countWords.depts)}>
        {check.depts.map((dept) => (
          <DeptOfCheck key={dept.id} check={check} dept={dept} />
        ))}
      </ul>
      <ActBar>
        <BigLink to={`/check/${check.id}/scan`} icon={icons.scan} label={word('count.start')} isFirst />
      </ActBar>
    </>
  )
}

function DeptOfCheck({ check, dept }: { check: OpenCheck; dept: DeptRow }) {
  const { word, say } = useWords()
  const { done, all } = check.board.progress({ deptId: dept.deptId })
  const state = states[dept.deptStatus]
  return (
    <LinkRow to={`/check/${check.id}/dept/${dept.id}`} title={dept.deptTitle} tag={<ToneTag tone={state.tone}>{say(state)}</ToneTag>}>
      {check.isBlind ? null : (
        <>
          {word('check.progress', { done, all })}
          <ProgressBar done={done} all={all} />
        </>
      )}
    </LinkRow>
  )
}
