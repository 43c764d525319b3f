import { Alert, Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSet, mostMembers } from '#contract/entities/asset/sets/device-set.ts'
import { memberTrouble, othersInSet, setState } from '#contract/entities/asset/sets/set-words.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'

const path = '/eam/device-sets'

/** Sets of devices; one opens in a tab of its own, with its devices and what is done with all of them. */
export function DeviceSetPage(): ReactNode {
  const navigate = useNavigate()
  const open = (id: string): void => void navigate(`${path}/${id}`)
  return (
    <EntityPage
      of={deviceSet}
      onOpen={(row) => open(row.id)}
      onSaved={({ id }) => open(id)}
      listActions={(selected, fixed) => <Parts at="deviceSet.list" given={{ selected, fixed }} isTogether />}
    />
  )
}

/** One set: whether it is complete, its devices with their states, and the acts of chosen cards for all that can be used. */
export function DeviceSetRecordPage(): ReactNode {
  const { word } = useWords()
  const { id = '' } = useParams()
  const maySee = useRight('device.list')
  return (
    <RecordPage
      of={deviceSet}
      id={id}
      listPath={path}
      lines={[]}
      actions={(row) => <Parts at="deviceSet.record" given={{ row }} isTogether />}
      lead={(row) => maySee && <Members row={row} />}
      more={(row) => maySee && <DevicesInSet id={row.id} />}
      aside={(row) => <History of={deviceSet} id={row.id} title={word('history.title')} />}
    />
  )
}

/** The cards of a set that the person sees; undefined while they come. */
const useMembers = (id: string) =>
  useList(device, { deviceSetId: id, size: String(mostMembers), columns: 'deviceName,deviceCode,eamStatus,stopKinds,useDept,location' })

/** Before the acts on all devices of a set that can be used, to tell them from those on the set itself. */
const actsOn = (n: number) => ({ zh: `对可用的 ${n} 台设备`, en: `For the ${n} usable ${n === 1 ? 'device' : 'devices'}` })

/** Says what is missing, and offers the acts of chosen cards for the rest: an application, labels, the pool, each with its own refusals. */
function Members({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const { data, isLoading, error, refetch } = useMembers(row.id)
  if (!data) return <Outcome isLoading={isLoading} error={error} onRetry={() => void refetch()} />
  const troubled = data.records.flatMap((one) => {
    const why = memberTrouble(one)
    return why ? [{ one, why }] : []
  })
  const ready = data.records.filter((one) => !memberTrouble(one))
  const others = Number(row.memberCount ?? 0) - data.records.length
  const missing = [
    ...troubled.map(({ one, why }) => [one.deviceName, one.deviceCode, say(why)].filter(Boolean).join(' · ')),
    ...(others > 0 ? [say(othersInSet(others))] : []),
  ]
  return (
    <section className="eam-panel" aria-label={say({ zh: '套组状态', en: 'Set status' })}>
      <Alert
        type={troubled.length > 0 ? 'warning' : 'success'}
        showIcon
        title={say(setState(data.records.length, troubled.length))}
        description={missing.length > 0 && missing.map((text) => <div key={text}>{text}</div>)}
      />
      {ready.length > 0 && (
        <Suspense fallback={<Skeleton.Button active />}>
          <div className="eam-actions">
            <span className="eam-hint">{say(actsOn(ready.length))}</span>
            <Parts at="device.list" given={{ selected: ready }} isTogether />
          </div>
        </Suspense>
      )}
    </section>
  )
}

function DevicesInSet({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <RelatedList
      of={device}
      title={{ zh: '套内设备', en: 'Devices in the set' }}
      fixed={{ deviceSetId: id }}
      columns={['deviceName', 'eamStatus', 'deviceCode', 'stopKinds', 'location']}
      onOpen={(one) => void navigate(`/eam/device/${one.id}`)}
    />
  )
}
