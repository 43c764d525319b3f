import { Button } from 'antd-mobile'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime, shownNumber } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWedge } from '#src/kit/widgets/phone/use-wedge.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'
import { findDevice, useDevices } from '../public/devices.ts'
import './find-phone.css'

const SHOWN = 60

function DeviceRow({ row, to }: { row: PhoneDevice; to: string }) {
  const { say } = useWords()
  const state = deviceState(row.eamStatus)
  const places = [row.useDeptName, row.locationName].filter(Boolean).join(' · ')
  return (
    <LinkRow to={to} title={row.deviceName} tag={<ToneTag tone={state.tone}>{say(state)}</ToneTag>}>
      {[row.deviceModel, row.deviceCode].filter(Boolean).join(' · ')}
      {places ? <br /> : null}
      {places}
    </LinkRow>
  )
}

/** Finding a device by words or code, from what this phone holds. */
export function FindPhone() {
  const { word, language } = useWords()
  const navigate = useNavigate()
  const sync = useSync()
  const [params, setParams] = useSearchParams()
  // The address keeps the search for the way back; it updates too late to drive the field, especially while an input method composes Chinese.
  const [text, setTyped] = useState(() => params.get('q') ?? '')
  const found = useDevices(useDeferredValue(text.trim()), SHOWN)
  const [asking, setAsking] = useState(false)
  const isReport = params.get('for') === 'repair'
  const setText = (next: string): void => {
    setTyped(next)
    setParams({ ...(next ? { q: next } : {}), ...(isReport ? { for: 'repair' } : {}) }, { replace: true })
  }
  const pageOf = (id: string): string => (isReport ? `/repair/new/${id}` : `/device/${id}`)
  const open = (id: string): void => void navigate(pageOf(id))

  const openCode = async (read: string): Promise<void> => {
    const { code } = readCode(read)
    const row = await findDevice(code)
    if (row) return open(row.id)
    setText(code)
    void notice(word('find.unknown', { code }))
  }
  useWedge((code) => void openCode(code))

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const row = text.trim() ? await findDevice(readCode(text).code) : undefined
    if (row) open(row.id)
    else (document.activeElement as HTMLElement | null)?.blur()
  }

  const askServer = async (): Promise<void> => {
    setAsking(true)
    try {
      const { findOnServer } = await import('./server-device.ts')
      open((await findOnServer(readCode(text).code)).id)
    } catch (error) {
      void notice(error instanceof Error ? error.message : String(error))
    }
    setAsking(false)
  }

  return (
    <PhonePage title={word(isReport ? 'repair.report' : 'find.title')} back="/">
      <search className="ph-find">
        <form onSubmit={(event) => void submit(event)}>
          <div className="ph-field">
            {icons.search}
            <input
              type="search"
              enterKeyHint="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder={word('find.hint')}
              aria-label={word('find.label')}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
            {text ? (
              <button type="button" className="ph-icon-button" onClick={() => setText('')} aria-label={word('find.clear')}>
                {icons.clear}
              </button>
            ) : null}
          </div>
        </form>
      </search>
      {found === undefined ? (
        <PageLoading label={word('find.loading')} />
      ) : (
        <>
          {found.evicted ? (
            <p className="ph-find-facts" role="alert">
              {word('find.evicted')}
            </p>
          ) : null}
          {found.coming ? (
            <p className="ph-quiet ph-find-facts" role="status">
              {word('find.coming', { got: shownNumber(found.coming.got, language), n: shownNumber(found.coming.rows, language) })}
            </p>
          ) : found.stored > 0 ? (
            <p className="ph-quiet ph-find-facts">
              <span>{word('find.stored', { n: shownNumber(found.stored, language) })}</span>
              <span>{sync.lastPull > 0 ? word('find.age', { time: shortTime(sync.lastPull, language) }) : ''}</span>
            </p>
          ) : null}
          {found.rows.length > 0 ? (
            <ul className="ph-rows" aria-label={word('find.results')}>
              {found.rows.map((row) => (
                <DeviceRow key={row.id} row={row} to={pageOf(row.id)} />
              ))}
            </ul>
          ) : (
            <Nothing text={text.trim()} stored={found.stored} asking={asking} onAsk={() => void askServer()} />
          )}
          {found.more ? <p className="ph-quiet ph-find-facts">{word('find.moreThan')}</p> : null}
        </>
      )}
    </PhonePage>
  )
}

function Nothing({ text, stored, asking, onAsk }: { text: string; stored: number; asking: boolean; onAsk: () => void }) {
  const { word } = useWords()
  const { online, lastPull } = useSync()
  if (text === '' || stored === 0) {
    const title = lastPull > 0 ? 'find.empty' : online ? 'find.never' : 'find.neverOffline'
    return <PageState title={word(title)} help={title === 'find.empty' ? word('find.emptyHelp') : undefined} />
  }
  return (
    <PageState title={word('find.none', { text })} help={word('find.noneHelp')}>
      {online ? (
        <Button color="primary" fill="outline" loading={asking} onClick={onAsk}>
          {word('find.askServer')}
        </Button>
      ) : null}
    </PageState>
  )
}
