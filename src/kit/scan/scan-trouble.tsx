import { useWords } from '#src/words/words.ts'
import type { CameraTrouble } from './camera.ts'

/** The camera's problem and its solution; photo, typing and readers work on below it. `onRetry` is absent when only the browser's settings help. */
export function ScanTrouble({ trouble, onRetry }: { trouble: CameraTrouble; onRetry: (() => void) | undefined }) {
  const { word } = useWords()
  return (
    <div className="ph-scan-over" role="status">
      <p className="ph-scan-trouble">{word(`scan.trouble.${trouble}`)}</p>
      <p>{word(`scan.help.${trouble}`)}</p>
      {onRetry && trouble !== 'insecure' ? (
        <button type="button" className="ph-scan-big" onClick={onRetry}>
          {word('common.retry')}
        </button>
      ) : null}
    </div>
  )
}
