import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { type OpenCheck, useOpenChecks } from './use-count.ts'

function DayCheck({ check }: { check: OpenCheck }) {
  const { word } = useWords()
  const { done } = check.board.progress()
  const { all } = check.ready
  return (
    <LinkRow to={`/check/${check.id}`} title={check.title} side={check.isBlind ? null : <strong>{Math.max(0, all - done)}</strong>}>
      {check.isBlind ? null : word('check.progress', { done, all })}
    </LinkRow>
  )
}

/** The running checks in which the person counts, with what is left, from what the phone holds. */
export function DayChecks() {
  const { word } = useWords()
  const checks = useOpenChecks() ?? []
  if (checks.length === 0) return null
  return (
    <ul className="ph-rows" aria-label={word('check.mine')}>
      {checks.map((check) => (
        <DayCheck key={check.id} check={check} />
      ))}
    </ul>
  )
}
