import { type ReactNode, useState } from 'react'
import { deviceCounts } from '#contract/calls/asset/counts.ts'
import { boardTitles } from '#contract/calls/insight/board.ts'
import { openWarnings } from '#contract/calls/insight/home.ts'
import { neverOn, sensorBuildings, useGrades } from '#contract/calls/iot/energy.ts'
import { sensorLists } from '#contract/calls/iot/sensor.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { alarmRule } from '#contract/entities/iot/alarm-rule.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { liveStates } from '#contract/entities/iot/sensor-kinds.ts'
import { openAlarms } from '#contract/home/iot-home.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { toneOfChoice } from '#src/kit/chart/measure-chart.ts'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { boardCall, type Part, useBoardCalls } from './board-calls.ts'
import { BoardFrame } from './board-frame.tsx'
import { ageText, useNow } from './board-time.ts'
import { listOf } from './figures.ts'
import { Pager, useTurning } from './pager.tsx'
import { Bars, Hero, Leading } from './panels.tsx'
import { PartPanel } from './part-panels.tsx'

const family = '/eam/sec-view/'
/** Rows that the panels have room for. */
const [most, mostSensors, mostRows] = [6, 9, 4]
const [ofSensors, ofDevices] = ['sensorConfig.list', 'device.list']
const tones: Readonly<Record<'good' | 'fair' | 'low', Tone>> = { good: 'good', fair: 'warn', low: 'bad' }

/** The wall board of the sensors: what reports, what does not, how devices are used, and where they stand. */
export function MonitorBoard(): ReactNode {
  const { word, say, language } = useWords()
  const now = useNow()
  const [pages, setPages] = useState(1)
  const turning = useTurning(pages)
  const { parts, state } = useBoardCalls('monitor', {
    kinds: boardCall(sensorLists.total, family),
    idle: boardCall(neverOn, family),
    grades: boardCall(useGrades, family),
    important: boardCall(deviceCounts.importantCount, family),
    states: boardCall(deviceCounts.statusCount, family),
    bound: boardCall(sensorLists.boundDevices, family, { current: turning.current, size: mostSensors }),
    buildings: boardCall(sensorBuildings, family),
    counts: boardCall(sensorLists.counts, '/iot/'),
    warnings: boardCall(openWarnings, '/data-view/'),
  })
  const bound = parts.bound.data
  if (bound && bound.pages !== pages) setPages(bound.pages)
  const number = (value: number | undefined): string => (value === undefined ? '—' : numberText(value, language))
  const inState = (key: keyof typeof liveStates): number | undefined =>
    parts.counts.data && (parts.counts.data.find((one) => one.key === key)?.count ?? 0)
  const isBare = parts.counts.data?.every(({ count }) => count === 0) === true
  const none = isBare ? word('board.noSensors') : undefined
  const beside = none ?? word('board.asReported')
  const live = (key: keyof typeof liveStates, tone: Tone): ReactNode => (
    <Hero
      label={word(key === 'online' ? 'board.online' : 'board.offline')}
      value={number(inState(key))}
      unit={word('board.unit.sensors')}
      beside={beside}
      tone={inState(key) ? tone : 'plain'}
      to={listOf('/iot/sensor-config', { liveState: key })}
      right={ofSensors}
    />
  )
  const grades = (parts.grades.data ?? []).flatMap(({ classifyId, name, rate, grade }) =>
    rate === null
      ? []
      : [
          {
            key: classifyId ?? '',
            label: name ?? word('board.noClass'),
            value: rate,
            text: `${numberText(rate, language)}%`,
            tone: grade ? tones[grade] : undefined,
          },
        ],
  )
  const alarms = parts.warnings.data?.find(({ code }) => code === openAlarms.name)
  const target = parts.grades.data?.[0]?.target
  return (
    <BoardFrame title={say(boardTitles.monitor)} {...state}>
      <div className="eam-board-monitor">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.bound')}
            value={number(bound?.total)}
            unit={word('board.unit.sensors')}
            beside={none ?? word('board.onDevices')}
            to={listOf('/iot/sensor-config', { bindState: 'bound' })}
            right={ofSensors}
          />
          {live('online', 'good')}
          {live('offline', 'bad')}
          {alarms && (
            <Hero
              label={alarms.name}
              value={number(alarms.count)}
              unit={word('board.unit.rows')}
              beside={none ?? say(alarmRule)}
              tone={alarms.count > 0 ? 'bad' : 'plain'}
              to={listOf(alarms.page, alarms.filter)}
              right={`${sensorAlarm.name}.list`}
            />
          )}
          <Hero
            label={say(neverOn)}
            value={number(parts.idle.data?.length)}
            unit={word('board.unit.devices')}
            beside={none ?? word('board.last30')}
            tone={parts.idle.data?.length ? 'warn' : 'plain'}
            right={neverOn.may}
          />
        </div>
        <PartPanel
          area="bound"
          title={say(sensorLists.boundDevices)}
          note={<Pager {...turning} pages={pages} />}
          part={parts.bound}
          isEmpty={!bound?.records.length}
          none={none}
        >
          <ul className="eam-board-rows">
            {bound?.records.map(({ id, deviceId, sensorCode, liveState, lastSeen, ...row }) => (
              <li key={id}>
                <span>
                  <b>
                    <Leading to={`/eam/device/${deviceId}`} right={ofDevices}>
                      {'deviceName' in row ? String(row.deviceName) : sensorCode}
                    </Leading>
                  </b>
                  <small>{['sensorKindValue' in row && row.sensorKindValue, sensorCode].filter(Boolean).join(' · ')}</small>
                </span>
                <em data-tone={liveState && liveStates[liveState].tone}>
                  {liveState && say(liveStates[liveState])}
                  <small>{lastSeen ? word('board.ago', { age: ageText(now - Date.parse(lastSeen), language) }) : '—'}</small>
                </em>
              </li>
            ))}
          </ul>
        </PartPanel>
        <LiveTable
          area="kinds"
          title={say(sensorLists.total)}
          part={parts.kinds}
          none={none}
          rows={(parts.kinds.data ?? [])
            .filter(({ count }) => count > 0)
            .map(({ key, name, ...row }) => ({ key: key ?? '', name: name ?? '—', ...row }))}
        />
        <PartPanel area="idle" title={say(neverOn)} part={parts.idle} isEmpty={!parts.idle.data?.length} none={none ?? word('board.allOn')}>
          <ul className="eam-board-rows">
            {parts.idle.data?.slice(0, mostRows).map(({ deviceId, deviceName, useDeptName, sensorCode, lastOnDay }) => (
              <li key={`${deviceId} ${sensorCode}`}>
                <span>
                  <b>
                    <Leading to={`/eam/device/${deviceId}`} right={ofDevices}>
                      {deviceName}
                    </Leading>
                  </b>
                  <small>{[useDeptName, sensorCode].filter(Boolean).join(' · ')}</small>
                </span>
                <em>{lastOnDay ? dayText(lastOnDay, language) : word('board.neverOn')}</em>
              </li>
            ))}
          </ul>
        </PartPanel>
        <PartPanel
          area="grades"
          title={say(useGrades)}
          note={target !== undefined && word('board.target', { rate: target })}
          part={parts.grades}
          isEmpty={grades.length === 0}
          none={none}
        >
          <Bars bars={grades} right={useGrades.may} most={most} />
        </PartPanel>
        <CountBars
          area="important"
          of="importantClassification"
          title={say(device.fields.importantClassification)}
          part={parts.important}
        />
        <CountBars area="states" of="eamStatus" title={say(device.fields.eamStatus)} part={parts.states} />
        <LiveTable
          area="buildings"
          title={say(sensorBuildings)}
          part={parts.buildings}
          none={none}
          rows={(parts.buildings.data ?? []).map(({ id, name, ...row }) => ({
            key: id ?? '',
            name: name ?? word('board.noBuilding'),
            ...row,
          }))}
        />
      </div>
    </BoardFrame>
  )
}

interface LiveRow {
  readonly key: string
  readonly name: string
  readonly count: number
  readonly online: number
  readonly offline: number
}

interface LiveTableProps {
  readonly area: string
  readonly title: string
  readonly part: Part
  readonly none: string | undefined
  readonly rows: readonly LiveRow[]
}

/** Sensors of a kind or in a building: how many there are, and how many report. */
function LiveTable({ rows, ...panel }: LiveTableProps): ReactNode {
  const { word, say, language } = useWords()
  return (
    <PartPanel {...panel} isEmpty={rows.length === 0}>
      <table className="eam-board-table eam-board-few">
        <thead>
          <tr>
            <td />
            <th scope="col">{word('board.allSensors')}</th>
            <th scope="col">{say(liveStates.online)}</th>
            <th scope="col">{say(liveStates.offline)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map(({ key, name, count, online, offline }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{numberText(count, language)}</td>
              <td>{numberText(online, language)}</td>
              <td data-tone={offline > 0 ? 'warn' : undefined}>{numberText(offline, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PartPanel>
  )
}

interface CountBarsProps {
  readonly area: string
  /** The field that is counted by. */
  readonly of: 'eamStatus' | 'importantClassification'
  readonly title: string
  readonly part: Part<readonly { readonly key: string | null; readonly name: string | null; readonly count: number }[]>
}

/** Devices by a choice. */
function CountBars({ of, part, ...panel }: CountBarsProps): ReactNode {
  const { word, language } = useWords()
  const bars = (part.data ?? [])
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ key, name, count }) => ({
      key: key ?? '',
      label: name ?? word('board.notSet'),
      value: count,
      text: numberText(count, language),
      tone: toneOfChoice(device.fields[of], key).tone,
      to: listOf('/eam/device', { [of]: key ?? '_none' }),
    }))
  return (
    <PartPanel {...panel} part={part} isEmpty={bars.length === 0}>
      <Bars bars={bars} right={ofDevices} most={most} />
    </PartPanel>
  )
}
