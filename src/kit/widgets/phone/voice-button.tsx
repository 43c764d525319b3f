import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { inSentence } from '#contract/kit/words.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { notice } from '#src/kit/phone/toast.ts'
import { useWords } from '#src/words/words.ts'
import { voiceWords } from './voice-words.ts'
import './fields/phone-fields.css'

/** The used part of the browser's SpeechRecognition, for which there are no types. */
interface Listener {
  lang: string
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  abort: () => void
}
type ListenerMaker = new () => Listener

const listenerMaker = (): ListenerMaker | undefined => {
  const page = globalThis as { SpeechRecognition?: ListenerMaker; webkitSpeechRecognition?: ListenerMaker }
  return page.SpeechRecognition ?? page.webkitSpeechRecognition
}

/** Set when the speech service was unreachable. Many networks block it, so the button stays hidden until the app is reopened. */
const useUnavailable = create<{ readonly isUnavailable: boolean }>()(() => ({ isUnavailable: false }))

/** Converts speech to text; hidden without browser support and after a failure of its service. `what`: name of the field. */
export function VoiceButton({ what, onSaid }: { what: string; onSaid: (text: string) => void }) {
  const { say, language } = useWords()
  const [isOn, setOn] = useState(false)
  const running = useRef<Listener | undefined>(undefined)
  // The person may type while speaking: append the words to the current content.
  const latestOnSaid = useRef(onSaid)
  latestOnSaid.current = onSaid
  useEffect(() => () => running.current?.abort(), [])
  const { isUnavailable } = useUnavailable()
  const Maker = listenerMaker()
  if (!Maker || isUnavailable) return null

  const stop = (): void => {
    running.current?.abort()
    running.current = undefined
    setOn(false)
  }

  const start = (): void => {
    const listener = new Maker()
    listener.lang = language === 'zh' ? 'zh-CN' : 'en-US'
    listener.interimResults = false
    listener.onresult = ({ results }) => latestOnSaid.current(Array.from(results, (result) => result[0]?.transcript ?? '').join(''))
    listener.onerror = ({ error }) => {
      if (error !== 'aborted' && error !== 'no-speech') void notice(say(error === 'network' ? voiceWords.offline : voiceWords.refused))
      if (error === 'network') useUnavailable.setState({ isUnavailable: true })
    }
    listener.onend = () => setOn(false)
    running.current = listener
    setOn(true)
    listener.start()
  }

  return (
    <button
      type="button"
      className="ph-voice"
      aria-pressed={isOn}
      aria-label={say(isOn ? voiceWords.stop : voiceWords.start(inSentence(what)))}
      onClick={isOn ? stop : start}
    >
      {icons.voice}
    </button>
  )
}
