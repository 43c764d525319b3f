import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Part } from '#contract/ask/meaning.ts'
import { longestSentence } from '#contract/ask/writing.ts'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { fetchPage, optionsQuery } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'
import { useSession } from '#src/data/session.ts'
import { readView, settingsQuery } from '#src/data/view.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useWords } from '#src/words/words.ts'
import type * as GrammarModule from '../ask/grammar.ts'

type Grammar = GrammarModule.Grammar
type Lookup = GrammarModule.Lookup

/** One way in which a sentence is understood. */
export interface AskedReading {
  readonly title: string
  readonly parts: readonly (Part & { readonly label: string })[]
  /** What was not understood, joined; empty while names are looked up. */
  readonly unknown: string
  /** Where it is answered; undefined where nothing says what is asked. */
  readonly path: string | undefined
}

export interface Asked {
  readonly readings: readonly AskedReading[]
  /** Words or names are still being looked up. */
  readonly isBusy: boolean
  readonly isTooLong: boolean
  readonly error: Error | null
}

/** Delay after the last key before names are looked up, milliseconds. */
const restMs = 250

let loaded: typeof GrammarModule | undefined

/** The grammar of the person, loaded with the first field that is shown; not busy without one where it could not be loaded. */
function useGrammar(): { readonly grammar: Grammar | undefined; readonly isLoading: boolean } {
  const rights = useSession((state) => state.person?.rights)
  const [module, setModule] = useState(loaded)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (module) return
    let isOn = true
    import('../ask/grammar.ts').then(
      (found) => {
        loaded = found
        if (isOn) setModule(found)
      },
      () => isOn && setFailed(true),
    )
    return () => {
      isOn = false
    }
  }, [module])
  const grammar = useMemo(() => (module && rights ? new module.Grammar(rights) : undefined), [module, rights])
  return { grammar, isLoading: !module && !isFailed }
}

/** The calls that look names up, cached as those of pickers are. */
function useLookup(): Lookup {
  const client = useQueryClient()
  const rights = useSession((state) => state.person?.rights)
  return useMemo(() => {
    const may = (of: Entity): boolean => rights?.includes(rightOf(of, 'list')) ?? false
    return {
      options: async (name, text) => {
        const of = entityNamed(name)
        return may(of) ? client.fetchQuery({ ...optionsQuery(of, text), staleTime: 60_000 }) : []
      },
      isFound: async (name, keyword) => {
        const of = entityNamed(name)
        if (!may(of)) return false
        const query = { keyword, current: 1, size: 1, columns: of.title }
        const { total } = await client.fetchQuery({
          queryKey: ['entity', of.name, 'list', query, language()],
          queryFn: ({ signal }) => fetchPage(of, query, signal),
          staleTime: 60_000,
        })
        return total > 0
      },
    }
  }, [client, rights])
}

/** What a typed sentence asks of the register, as far as it is known. The tenant's fields and the names are looked up once typing rests. */
export function useAsked(typed: string): Asked {
  const { say, language } = useWords()
  const { grammar, isLoading } = useGrammar()
  const lookup = useLookup()
  const isTooLong = typed.length > longestSentence
  const rested = useDebounced(typed, restMs)
  const text = isTooLong ? '' : typed
  const first = useMemo(() => (text === '' ? undefined : grammar?.about(text, undefined)), [grammar, text])
  const entity = first?.entity
  const settings = useQuery({ ...settingsQuery(entity ?? entityNamed('device')), enabled: entity !== undefined })
  const view = useMemo(() => (entity && settings.data ? readView(entity, settings.data) : undefined), [entity, settings.data])
  const about = useMemo(() => (first && view ? grammar?.about(text, view) : undefined), [grammar, text, first, view])
  const texts = about?.texts ?? []
  const kinds = about?.kinds ?? []
  const names = useQuery({
    queryKey: ['entity', 'device', 'asked', texts, kinds, language],
    queryFn: () => grammar!.find(texts, kinds, lookup),
    enabled: grammar !== undefined && texts.length > 0 && rested === typed,
    staleTime: 60_000,
  })
  const isLooking = first !== undefined && (view ? texts.length > 0 && !names.data && !names.error : !settings.error)
  const readings = useMemo((): AskedReading[] => {
    if (text === '' || !grammar) return []
    return grammar.read(text, view, (texts.length > 0 && names.data) || new Map()).map(({ question, parts, unknown }) => {
      const labelled = parts.map((part) => ({ ...part, label: say(part.words) }))
      const labels = labelled.map(({ label }) => label)
      const about =
        question &&
        say(
          question.subject.kind === 'measure'
            ? question.subject.of
            : { zh: question.subject.of.zh, en: question.subject.of.many ?? `${question.subject.of.en}s` },
        )
      const isNamed = about === undefined || labels.some((label) => label.startsWith(about))
      return {
        title: (isNamed ? labels : [about, ...labels]).map((label, at) => (at === 0 ? label : inSentence(label))).join(' · '),
        parts: labelled,
        unknown: isLooking ? '' : unknown.map((token) => token.text).join(language === 'zh' ? '、' : ', '),
        path: question && grammar.address(question),
      }
    })
  }, [grammar, text, view, texts.length, names.data, isLooking, say, language])
  return { readings, isBusy: text !== '' && (isLoading || isLooking), isTooLong, error: settings.error ?? names.error }
}

/** The sentence without a part. */
export function withoutPart(typed: string, { spans }: Part): string {
  const kept = [...spans]
    .sort(([one], [other]) => other - one)
    .reduce((text, [from, end]) => `${text.slice(0, from)} ${text.slice(end)}`, typed)
  return kept.replace(/ {2,}/g, ' ').trim()
}
