import { useWords } from '#src/words/words.ts'
import type { CameraTrouble } from './camera.ts'

/** A camera problem and its solution; other ways to scan keep working. `onRetry` is absent when only browser settings help. */
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
