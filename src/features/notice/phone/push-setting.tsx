import { useEffect, useState } from 'react'
import { ApiError } from '#src/data/api-error.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { useWords } from '#src/words/words.ts'
import { endPush, type PushState, pushState, startPush } from './push.ts'
import { pushWords as words } from './push-words.ts'
import './push.css'

/** Turns notifications in this browser on and off. */
export function PushSetting() {
  const { say, language } = useWords()
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void pushState().then(setState)
  }, [])
  if (!state) return null

  const choose = async (value: 'on' | 'off'): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      setState(await (value === 'on' ? startPush(language) : endPush()))
    } catch (error) {
      const why = error instanceof ApiError ? error.message : say(words.unreachable)
      void notice(say(words.failed).replace('{why}', why))
    }
    setBusy(false)
  }

  return (
    <li className="ph-push">
      <span>
        {say(words.title)}
        <span className="ph-quiet ph-push-hint">{say(state === 'lacking' || state === 'denied' ? words[state] : words.hint)}</span>
      </span>
      {state === 'on' || state === 'off' ? (
        <ChoiceBar
          label={say(words.title)}
          value={state}
          options={[
            { value: 'on' as const, label: say(words.on) },
            { value: 'off' as const, label: say(words.off) },
          ]}
          onChange={(value) => void choose(value)}
        />
      ) : null}
    </li>
  )
}
