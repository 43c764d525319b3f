import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRight } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { sensorWords } from './sensor-words.ts'

export const bindPath = '/sensors/bind'

/** Whether the person may bind sensors, as at the desk. */
export function useMayBind(): boolean {
  const [sees, binds] = [useRight('sensorConfig.list'), useRight('sensorConfig.bind')]
  return sees && binds
}

/** Among the pages of the person: binding sensors by scanning. */
export function BindLink(): ReactNode {
  const { say } = useWords()
  return useMayBind() ? <LinkRow to={bindPath} title={say(sensorWords.bind)} /> : null
}

/** Below a code that is no device's: it may be that of a sensor. */
export function UnknownSensor({ code }: { readonly code: string }): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  return useMayBind() && online ? (
    <Link className="ph-wide-link" to={`${bindPath}?code=${encodeURIComponent(code)}`}>
      {say(sensorWords.isSensor)}
    </Link>
  ) : null
}
