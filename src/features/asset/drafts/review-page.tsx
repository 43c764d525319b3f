import { Alert, App, Button, Empty, Table } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { draftTwins } from '#contract/calls/asset/device-draft.ts'
import { deviceDraft, draftFactNames, draftRegistering } from '#contract/entities/asset/drafts/device-draft.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Row, useCall, useList, useStep, useSubmit } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { faultWords } from '#src/features/asset/nameplate/plate-words.ts'
import { packMb } from '#src/kit/nameplate/fact-words.ts'
import { isMetered, isPackKept } from '#src/kit/nameplate/pack.ts'
import { PlateUnread } from '#src/kit/nameplate/plate-reader.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Photos } from '#src/kit/photos.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { DraftFacts } from './draft-facts.tsx'
import { reviewWords as words } from './review-words.ts'
import { isUnread, type MissingPhoto, useReading } from './use-reading.ts'
import './review-page.css'

const columns = [
  'draftNo',
  'location',
  'useDept',
  'photos',
  'labelCode',
  ...draftFactNames,
  'toCheck',
  'isRead',
  'pieces',
  'capturedBy',
  'capturedAt',
]
const SIZE = 50

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** What became of a draft that was to be registered. */
interface Result {
  readonly id: string
  readonly title: string
  /** Absent: registered. */
  readonly problem?: string
}

/** All drafts that wait, in one list: they are corrected in place, and those that are chosen become cards one by one. */
export function DraftReviewPage(): ReactNode {
  const { view, error, retry } = useView(deviceDraft)
  return view ? <Review view={view} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

function Review({ view }: { readonly view: View }): ReactNode {
  const { say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const mayRegister = useRight('device.submit')
  const list = useList(deviceDraft, {
    draftState: 'waiting',
    size: SIZE,
    current: 1,
    columns: columns.map((name) => (['location', 'useDept', 'capturedBy'].includes(name) ? `${name}Id` : name)).join(),
  })
  const rows: readonly Row[] = list.data?.records ?? []
  const ids = rows.map(({ id }) => id)
  const twins = useCall(draftTwins, { ids: ids.join() }, mayRegister && ids.length > 0).data
  const submit = useSubmit(deviceDraft)
  const step = useStep()
  const reading = useReading((draft) => submit.mutateAsync(draft))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [results, setResults] = useState<readonly Result[]>([])
  const [gone, setGone] = useState<readonly MissingPhoto[]>([])
  const [isRegistering, setRegistering] = useState(false)
  const [isReading, setReading] = useState(false)
  const isBusy = isRegistering || isReading
  const unread = rows.filter(isUnread)
  const selected = rows.filter(({ id }) => chosen.includes(id))

  // Fields are left faster than answers come: each save goes on from the version that the one before has made, and a registration from the last.
  const versions = useRef(new Map<string, number>())
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  // What a person wrote and the server refused is not in the draft: its registration says so instead of making the card without it.
  const refused = useRef(new Map<string, string>())
  const versionOf = (row: Row): number => Math.max(row.version ?? 1, versions.current.get(row.id) ?? 1)
  const change = (row: Row, said: Readonly<Record<string, unknown>>): void => {
    tail.current = tail.current.then(async () => {
      try {
        const { version } = await submit.mutateAsync({ id: row.id, version: versionOf(row), ...said })
        versions.current.set(row.id, version)
        refused.current.delete(row.id)
      } catch (thrown) {
        refused.current.set(row.id, messageOf(thrown))
        notice.failed(thrown)
        void list.refetch()
      }
    })
  }
  const readAll = async (): Promise<void> => {
    setReading(true)
    try {
      // A field that was just left is saved first: a reading adds to what the draft says then.
      await tail.current
      setGone(await reading.readAll(((await list.refetch()).data?.records ?? rows).filter(isUnread)))
    } catch (thrown) {
      if (thrown instanceof PlateUnread) notice.warn(say(faultWords[thrown.fault]))
      else notice.failed(thrown)
    }
    setReading(false)
  }
  const askAndRead = async (): Promise<void> => {
    if (!isMetered() || (await isPackKept().catch(() => false))) return void readAll()
    modal.confirm({
      title: say(words.ask).replace('{n}', String(packMb)),
      okText: say(words.load),
      cancelText: say(words.cancel),
      onOk: () => void readAll(),
    })
  }
  const register = async (): Promise<void> => {
    setRegistering(true)
    await tail.current
    const told: Result[] = []
    for (const row of selected) {
      const title = [row.draftNo, row.deviceName].filter(Boolean).join(' · ')
      const unsaved = refused.current.get(row.id)
      if (unsaved !== undefined) {
        told.push({ id: row.id, title, problem: unsaved })
        refused.current.delete(row.id)
        setResults([...told])
        continue
      }
      try {
        await step.mutateAsync({ on: draftRegistering, step: 'register', rows: [{ ...row, version: versionOf(row) }], input: {} })
        told.push({ id: row.id, title })
      } catch (thrown) {
        told.push({ id: row.id, title, problem: messageOf(thrown) })
      }
      setResults([...told])
    }
    setChosen(told.flatMap(({ id, problem }) => (problem === undefined ? [] : [id])))
    setRegistering(false)
  }

  if (!list.data) return <Outcome isLoading={!list.error} error={list.error} onRetry={() => void list.refetch()} />
  const more = list.data.total - rows.length
  return (
    <section className="eam-panel eam-review" aria-label={say(words.title)}>
      <div className="eam-review-acts">
        {mayRegister && (
          <Button type="primary" disabled={isBusy || selected.length === 0} loading={isRegistering} onClick={() => void register()}>
            {say(words.register).replace('{n}', String(selected.length))}
          </Button>
        )}
        {(unread.length > 0 || reading.state) && (
          <Button disabled={isBusy} loading={reading.state !== undefined} onClick={() => void askAndRead()}>
            {reading.state
              ? say(words.reading).replace('{done}', String(reading.state.done)).replace('{all}', String(reading.state.all))
              : say(words.read).replace('{n}', String(unread.length))}
          </Button>
        )}
        {more > 0 && <span className="eam-hint">{say(words.more).replace('{n}', String(more))}</span>}
      </div>
      {gone.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={gone.map(({ row, no }) => (
            <div key={`${row.id} ${no}`}>{say(words.gone).replace('{draft}', String(row.draftNo)).replace('{n}', String(no))}</div>
          ))}
        />
      )}
      {results.length > 0 && (
        <section aria-label={say(words.results)}>
          <ul className="eam-review-results" role="status">
            {results.map(({ id, title, problem }) => (
              <li key={id}>
                {title} <ToneTag tone={problem === undefined ? 'good' : 'bad'}>{problem ?? say(words.registered)}</ToneTag>
              </li>
            ))}
          </ul>
        </section>
      )}
      {rows.length === 0 ? (
        <Empty description={say(words.none)} />
      ) : (
        <Table
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={[...rows]}
          scroll={{ x: 980 }}
          {...(mayRegister && {
            rowSelection: {
              selectedRowKeys: [...chosen],
              onChange: (keys) => setChosen(keys.map(String)),
              getCheckboxProps: (row: Row) => ({ disabled: isBusy, 'aria-label': String(row.draftNo) }),
            },
          })}
          columns={[
            {
              title: say(words.photo),
              width: 120,
              render: (_, row) => (
                <>
                  <div>{String(row.draftNo)}</div>
                  <Photos ids={(row.photos as string[] | null) ?? []} label={say(words.photo)} />
                  {isUnread(row) && <ToneTag tone="warn">{say(words.unread)}</ToneTag>}
                </>
              ),
            },
            {
              title: say(words.place),
              width: 160,
              render: (_, row) =>
                [row.locationName, row.useDeptName, row.capturedByName]
                  .filter(Boolean)
                  .map((text) => <div key={String(text)}>{String(text)}</div>),
            },
            {
              title: say(words.facts),
              render: (_, row) => <DraftFacts row={row} fields={view.fields} isBusy={isBusy} onChange={(said) => change(row, said)} />,
            },
            {
              title: say(words.state),
              width: 200,
              render: (_, row) => <Twins of={twins?.filter(({ draftId }) => draftId === row.id)} />,
            },
          ]}
        />
      )}
    </section>
  )
}

const reasons: Readonly<Record<string, { zh: string; en: string }>> = { sn: words.bySn, udi: words.byUdi, number: words.byNumber }

interface Twin {
  readonly by: string
  readonly deviceId: string | null
  readonly twinId: string | null
  readonly name: string | null
  readonly code: string | null
}

/** The cards and drafts that may be the same device; nothing is said before the answer comes. */
function Twins({ of }: { readonly of: readonly Twin[] | undefined }): ReactNode {
  const { say } = useWords()
  if (of?.length === 0) return <span className="eam-hint">{say(words.noTwins)}</span>
  return of?.map(({ by, deviceId, twinId, name, code }) => {
    const text = [name, code].filter(Boolean).join(' ')
    return (
      <div key={deviceId ?? twinId}>
        <ToneTag tone="warn">{say(reasons[by] ?? words.byNumber)}</ToneTag>{' '}
        {deviceId ? <Link to={`/eam/device/${deviceId}`}>{text}</Link> : text}
      </div>
    )
  })
}
