import { Button } from 'antd-mobile'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { deviceByCode } from '#contract/calls/asset/asset.ts'
import { provisionSensor, sensorByCode } from '#contract/calls/iot/sensor.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { sensorKinds } from '#contract/entities/iot/sensor-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { invoke } from '#src/data/client.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { findDevice, warmDevices } from '#src/features/asset/public/devices.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useNewest } from '#src/kit/phone/use-newest.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { NewSensorSheet } from './new-sensor-sheet.tsx'
import { said, sensorWords as words } from './sensor-words.ts'

type Sensor = NonNullable<AnswerOf<typeof sensorByCode>['sensor']>
interface Target {
  readonly id: string
  readonly deviceName: string
}

/** Binds sensors by two scans each: the sensor, then its device. It needs a network. */
export function BindPhone(): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  return (
    <PhonePage title={say(words.bind)} back="/me">
      {online ? (
        <PhoneQueries>
          <TwoScans />
        </PhoneQueries>
      ) : (
        <PageState title={say(words.offline)} help={say(words.offlineHelp)} />
      )}
    </PhonePage>
  )
}

function TwoScans(): ReactNode {
  const { say, word } = useWords()
  const [params] = useSearchParams()
  const given = params.get('code')
  const mayRegister = useRight('sensorConfig.submit')
  const [sensor, setSensor] = useState<Sensor>()
  const [unknown, setUnknown] = useState('')
  const [isRegistering, setRegistering] = useState(false)
  const [target, setTarget] = useState<Target>()
  const [done, setDone] = useState<{ readonly text: string; readonly id: string }>()
  const [problem, setProblem] = useState('')
  const bind = useAction(provisionSensor)
  const begin = useNewest()
  useEffect(warmDevices, [])

  const tell = (text: string): void => {
    soundOf('warn')
    setProblem(text)
  }

  const lookSensor = async (text: string, isNewest: () => boolean): Promise<void> => {
    const { sensor: found, code, isHidden } = await invoke(sensorByCode, { query: { code: text } })
    const read = readCode(text)
    // A label of ours is no sensor, also where this phone does not hold its device: the server knows it, or says that it is of none.
    const card =
      found || isHidden
        ? undefined
        : ((await findDevice(read.code)) ?? (read.token ? await invoke(deviceByCode, { query: { rfidCode: read.code } }) : undefined))
    if (!isNewest()) return
    setDone(undefined)
    if (found) {
      soundOf('good')
      setSensor(found)
    } else if (isHidden) tell(said(say(words.hidden), { code }))
    else if (card) tell(said(say(words.deviceFirst), { device: card.deviceName }))
    else {
      soundOf('warn')
      setUnknown(code)
    }
  }

  /** A refusal may come of another person who bound or unbound the sensor since it was scanned: shows where it hangs now, and asks before it leaves that device. */
  const lookAgain = async (of: Sensor, to: Target): Promise<void> => {
    const { sensor: now, isHidden } = await invoke(sensorByCode, { query: { code: of.sensorCode } })
    setSensor(now ?? undefined)
    if (isHidden) throw new Error(said(say(words.hidden), { code: of.sensorCode }))
    if (now?.deviceId && now.deviceId !== of.deviceId && now.deviceId !== to.id) setTarget(to)
  }

  const put = async (of: Sensor, to: Target, isMove = false): Promise<void> => {
    const fromId = isMove ? of.deviceId : null
    const answer = await bind.mutateAsync({ body: { id: of.id, deviceId: to.id, ...(fromId ? { fromId } : {}) } }).catch(async (error) => {
      await lookAgain(of, to)
      throw error
    })
    soundOf('good')
    const values = { code: answer.sensorCode, device: answer.deviceName, from: answer.fromName }
    setDone({ text: said(say(answer.fromName ? words.moved : words.done), values), id: to.id })
    setSensor(undefined)
  }

  const lookDevice = async (of: Sensor, text: string, isNewest: () => boolean): Promise<void> => {
    const { code } = readCode(text)
    if (sameCode(code, of.sensorCode)) return tell(say(words.again))
    const card = (await findDevice(code)) ?? (await invoke(deviceByCode, { query: { rfidCode: code } }))
    if (!isNewest()) return
    if (of.deviceId && of.deviceId !== card.id) {
      soundOf('warn')
      setTarget(card)
    } else await put(of, card)
  }

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setProblem('')
    try {
      await act()
    } catch (error) {
      soundOf('bad')
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const take = (text: string): Promise<void> => {
    const isNewest = begin()
    setUnknown('')
    return attempt(() => (sensor ? lookDevice(sensor, text, isNewest) : lookSensor(text, isNewest)))
  }
  const takeGiven = useEffectEvent((code: string) => void take(code))
  useEffect(() => {
    if (given) takeGiven(given)
  }, [given])

  const move = async (): Promise<void> => {
    const to = target
    setTarget(undefined)
    if (sensor && to) await attempt(() => put(sensor, to, true))
  }

  return (
    <>
      <div className="ph-scan-read" role="status">
        {done ? (
          <section className="ph-card">
            <h2>{done.text}</h2>
            <Link className="ph-text-link" to={`/device/${done.id}`}>
              {say(words.open)}
            </Link>
          </section>
        ) : null}
        {problem ? <p className="ph-alert">{problem}</p> : null}
        {sensor ? <ChosenSensor sensor={sensor} onOther={() => setSensor(undefined)} /> : null}
        {unknown ? (
          <section className="ph-card">
            <h2>{said(say(words.unknown), { code: unknown })}</h2>
            {mayRegister ? (
              <Button block color="primary" fill="outline" onClick={() => setRegistering(true)}>
                {say(words.register)}
              </Button>
            ) : (
              <p className="ph-quiet">{say(words.askOffice)}</p>
            )}
          </section>
        ) : null}
      </div>
      <ScanView
        active={!target && !isRegistering && !bind.isPending}
        hint={say(sensor ? words.scanDevice : words.scanSensor)}
        onHit={({ text }) => void take(text)}
      />
      {isRegistering ? (
        <NewSensorSheet
          code={unknown}
          onClose={() => setRegistering(false)}
          onMade={async () => {
            setRegistering(false)
            await take(unknown)
          }}
        />
      ) : null}
      {sensor && target ? (
        <Sheet label={say(words.move)} onClose={() => setTarget(undefined)}>
          <div className="ph-form ph-sheet-scroll">
            <h2>{say(words.move)}</h2>
            <p>{said(say(words.moveAsk), { code: sensor.sensorCode, from: sensor.deviceName, device: target.deviceName })}</p>
            <ActBar>
              <Button block color="primary" size="large" onClick={() => void move()}>
                {say(words.move)}
              </Button>
              <Button block onClick={() => setTarget(undefined)}>
                {word('common.cancel')}
              </Button>
            </ActBar>
          </div>
        </Sheet>
      ) : null}
    </>
  )
}

/** The sensor of the first scan, and where it hangs now. */
function ChosenSensor({ sensor, onOther }: { readonly sensor: Sensor; readonly onOther: () => void }): ReactNode {
  const { say } = useWords()
  const where = [sensor.deviceName, sensor.deviceCode, sensor.place].filter(Boolean).join(' · ')
  return (
    <section className="ph-card">
      <h2>{said(say(words.chosen), { code: sensor.sensorCode, kind: say(sensorKinds[sensor.sensorKind]) })}</h2>
      <p className="ph-quiet">{sensor.deviceId ? said(say(words.on), { device: where }) : say(words.free)}</p>
      <Button fill="none" color="primary" onClick={onOther}>
        {say(words.other)}
      </Button>
    </section>
  )
}
