import { useWords } from '#src/words/words.ts'
import './phone/count-phone.css'

/** How much of a check or a part of it is counted. */
export function ProgressBar({ done, all }: { done: number; all: number }) {
  const { word } = useWords()
  return <progress className="ph-progress" value={done} max={Math.max(1, all)} aria-label={word('check.progress', { done, all })} />
}
