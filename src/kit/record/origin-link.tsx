import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Query } from '#src/data/client.ts'
import { useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { recordPath } from './record-paths.ts'

interface Props {
  /** The entity of the record. */
  readonly of: Entity
  /** The filter that finds the record; undefined: there is none. */
  readonly given: Query | undefined
  readonly said: string
}

/** On a record: the record of another entity that it came from. Nothing where the person may not see that one. */
export function OriginLink({ of, given, said }: Props): ReactNode {
  const maySee = useRight(`${of.name}.list`)
  const { data } = useList(of, maySee && given ? { ...given, size: 1 } : undefined)
  const [found] = data?.records ?? []
  const path = found && recordPath(of.name, found.id)
  if (!found || !path) return null
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {said} <Link to={path}>{String(found[of.title])}</Link>
        </>
      }
    />
  )
}
