import { Button } from 'antd-mobile'
import { useEffect, useState } from 'react'
import { applyDevices, applySets } from '#contract/calls/custody/custody.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { invoke } from '#src/data/client.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { ActionRow, Row } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from './apply-words.ts'
import { setWords } from './set-words.ts'

/** A device that may be asked for; `name` with its number, both also apart where they are known. */
export interface Wanted {
  readonly id: string
  readonly name: string
  readonly deviceName?: string
  readonly deviceCode?: string
  /** What tells it from others of its name: model, number, department, place, state. */
  readonly about?: readonly string[] | undefined
}

const titleOf = ({ name, deviceName }: Wanted): string => deviceName ?? name
const besideOf = ({ about, deviceCode }: Wanted): string | undefined => about?.join(' · ') || deviceCode

/** Devices of every department that match a text, asked for a moment after the last key; undefined while they come. */
function useFound(keyword: string, isOn: boolean): readonly Wanted[] | undefined {
  const [found, setFound] = useState<readonly Wanted[]>()
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      invoke(applyDevices, { query: { keyword }, signal: controller.signal }).then(
        setFound,
        () => controller.signal.aborted || setFound([]),
      )
    }, 250)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keyword, isOn])
  return isOn ? found : []
}

/** Sets that match a text, as devices do; none without a text. */
function useSets(keyword: string, isOn: boolean): AnswerOf<typeof applySets> {
  const [found, setFound] = useState<AnswerOf<typeof applySets>>([])
  useEffect(() => {
    setFound([])
    if (!isOn || !keyword) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      invoke(applySets, { query: { keyword }, signal: controller.signal }).then(setFound, () => {})
    }, 250)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keyword, isOn])
  return found
}

interface Props {
  readonly wanted: readonly Wanted[]
  readonly onChange: (wanted: readonly Wanted[]) => void
  readonly problem?: string | undefined
}

/** The devices of an application: those chosen, and a search for more among the devices of all departments while there is a network. */
export function BorrowDevices({ wanted, onChange, problem }: Props) {
  const { say } = useWords()
  const { online } = useSync()
  const [keyword, setKeyword] = useState<string>()
  const isOpen = keyword !== undefined || wanted.length === 0
  const found = useFound((keyword ?? '').trim(), online && isOpen)?.filter(({ id }) => !wanted.some((one) => one.id === id))
  const sets = useSets((keyword ?? '').trim(), online && isOpen)
  return (
    <section className="ph-borrow-devices">
      {wanted.length > 0 ? (
        <ul className="ph-rows" aria-label={say(applyWords.devices)}>
          {wanted.map((one) => (
            <Row
              key={one.id}
              title={titleOf(one)}
              side={
                <Button fill="none" type="button" onClick={() => onChange(wanted.filter(({ id }) => id !== one.id))}>
                  {say(applyWords.remove)}
                </Button>
              }
            >
              {besideOf(one)}
            </Row>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <>
          <span className="ph-field">
            <input
              type="search"
              aria-label={say(applyWords.search)}
              placeholder={say(applyWords.search)}
              value={keyword ?? ''}
              onChange={(event) => setKeyword(event.target.value)}
            />
          </span>
          {!online ? (
            <p className="ph-quiet">{say(applyWords.needsNetwork)}</p>
          ) : found?.length === 0 && sets.length === 0 ? (
            <p className="ph-quiet">{say(applyWords.noneFound)}</p>
          ) : (
            <ul className="ph-rows" aria-label={say(applyWords.found)}>
              {sets.slice(0, 3).map((set) => (
                <ActionRow
                  key={set.id}
                  title={set.name}
                  onPress={() => {
                    onChange([...wanted, ...set.devices.filter(({ id }) => !wanted.some((one) => one.id === id))])
                    setKeyword(undefined)
                  }}
                >
                  {[
                    say(setWords.setOf(set.devices.length)),
                    ...(set.missing.length + set.others > 0 ? [say(setWords.lacks(set.missing.length + set.others))] : []),
                    ...set.missing.map(({ name, why }) => `${name} ${why}`),
                  ].join(' · ')}
                </ActionRow>
              ))}
              {(found ?? []).slice(0, 6).map((one) => (
                <ActionRow
                  key={one.id}
                  title={titleOf(one)}
                  onPress={() => {
                    onChange([...wanted, one])
                    setKeyword(undefined)
                  }}
                >
                  {besideOf(one)}
                </ActionRow>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Button block type="button" onClick={() => setKeyword('')}>
          {say(applyWords.add)}
        </Button>
      )}
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  )
}
