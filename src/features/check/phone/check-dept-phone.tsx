import { Button } from 'antd-mobile'
import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { useRight } from '#src/data/session.ts'
import { keep } from '#src/data/stored.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ActionRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { countWords } from '../phone-words.ts'
import { ProgressBar } from '../progress-bar.tsx'
import type { Result } from './count-model.ts'
import { type DeptRow, type OpenCheck, useOpenCheck } from './use-count.ts'
import './count-phone.css'

const FinishSheet = later(() => import('./finish-sheet.tsx').then((part) => part.FinishSheet))

const states = checkDept.fields.deptStatus.of
const shown = Object.keys(checkResults) as Result[]

/** The part of a check that one department answers for: its figures, its rooms, and its submission. */
export function CheckDeptPhone() {
  const { word } = useWords()
  const { id, dept: deptRow } = useParams()
  const check = useOpenCheck(id)
  const dept = check?.depts.find((one) => one.id === deptRow)
  return (
    <PhonePage title={dept?.deptTitle ?? word('check.title')} back={`/check/${id}`}>
      {check === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : check && dept ? (
        <Dept check={check} dept={dept} />
      ) : (
        <PageState title={word('check.gone')} />
      )}
    </PhonePage>
  )
}

function Dept({ check, dept }: { check: OpenCheck; dept: DeptRow }) {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const mayCount = useRight(checkDeptFlow.steps.finish.may)
  const [isEnding, setEnding] = useState(false)
  const { board, isBlind } = check
  const part = { deptId: dept.deptId }
  const { done, all } = board.progress(part)
  const results = board.results(part)
  const rooms = board.rooms(part)
  const state = states[dept.deptStatus]
  const isCounting = dept.deptStatus === 'counting'

  const countIn = (roomId: string): void => {
    keep(`phoneRoom-${check.id}`, roomId, true)
    void navigate(`/check/${check.id}/scan`)
  }

  return (
    <>
      <section className="ph-count-top">
        <p>
          <ToneTag tone={state.tone}>{say(state)}</ToneTag>
          {isBlind ? null : (
            <strong>
              {done} / {all}
            </strong>
          )}
        </p>
        {isBlind ? (
          <p className="ph-quiet">{word('count.blind')}</p>
        ) : (
          <>
            <ProgressBar done={done} all={all} />
            <p className="ph-count-results">
              {shown.map((result) =>
                results[result] ? (
                  <ToneTag key={result} tone={checkResults[result].tone}>{`${say(checkResults[result])} ${results[result]}`}</ToneTag>
                ) : null,
              )}
            </p>
          </>
        )}
        {isCounting ? null : <p className="ph-alert ph-alert-calm">{say(countWords.finishedState)}</p>}
      </section>
      {isBlind || rooms.length === 0 ? null : (
        <>
          <h2 className="ph-heading">{say(countWords.rooms)}</h2>
          <LongList label={say(countWords.rooms)} items={rooms} keyOf={(room) => room.id}>
            {(room) => (
              <ActionRow
                arrow
                title={room.name ?? say(countWords.noRoom)}
                onPress={() => countIn(room.id)}
                side={
                  <strong className="ph-count-figure">
                    {room.progress.done} / {room.progress.all}
                  </strong>
                }
              />
            )}
          </LongList>
        </>
      )}
      <ActBar>
        <BigLink to={`/check/${check.id}/scan`} icon={icons.scan} label={word('count.start')} isFirst={isCounting} />
        {isCounting && mayCount ? (
          <Button color="primary" fill="outline" onClick={() => setEnding(true)}>
            {word('count.finish')}
          </Button>
        ) : null}
      </ActBar>
      {isEnding ? (
        <Suspense>
          <FinishSheet check={check} dept={dept} onClose={() => setEnding(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
