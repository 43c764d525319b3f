import type { Client, TestApp } from '#tests/harness/app-for-test.ts'
import { plainRequest } from '#tests/harness/plain-request.ts'
import { type Json, withName } from './hostile.ts'

/** One call that has to be refused. */
export interface Ask {
  readonly what: string
  readonly path: string
  readonly method?: string
  readonly body?: string | Uint8Array
  readonly headers?: Record<string, string>
  /** Statuses that are right; any refusal with a sentence when absent. */
  readonly status?: readonly number[]
}

/** One name of a body, or of a query where `base` is absent, with a value that has to be refused. */
export interface Spoilt {
  readonly path: string
  readonly base?: Readonly<Record<string, unknown>>
  readonly name: string
  readonly value: Json
  readonly status: readonly number[]
}

type Language = 'zh' | 'en'

interface Refused {
  readonly success?: boolean
  readonly msg?: string
  readonly error?: string
  readonly error_description?: string
  readonly data?: unknown
}

const chinese = /[㐀-鿿]/
/** The most problems that one refusal names. */
const mostNamed = 20
/** Nesting that is refused before any field is read. */
const isDeep = (value: Json): boolean => value.startsWith('[[[')

const alone = ({ path, base, name, value, status }: Spoilt): Ask => {
  const what = `${name} = ${value}`
  if (base) return { what, path, body: withName(base, name, value), status }
  return { what, path: `${path}?${encodeURIComponent(name)}=${encodeURIComponent(value)}`, method: 'GET', status }
}

const together = (all: readonly Spoilt[]): Ask => {
  const [{ path, base }] = all as [Spoilt]
  const what = all.map(({ name, value }) => `${name} = ${value.slice(0, 20)}`).join()
  if (!base) return { what, path: `${path}?${new URLSearchParams(all.map(({ name, value }) => [name, value]))}`, method: 'GET' }
  const names = new Set(all.map(({ name }) => name))
  const rest = Object.entries(base).filter(([name, value]) => !names.has(name) && value !== undefined)
  const said = [...rest.map(([name, value]) => [name, JSON.stringify(value)]), ...all.map(({ name, value }) => [name, value])]
  return { what, path, body: `{${said.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}` }
}

/** Portions of what can be said in one request: of one call and draft, each name once, as many as a refusal names. */
const portionsOf = (all: readonly Spoilt[]): Spoilt[][] => {
  const portions: Spoilt[][] = []
  const nth = new Map<string, number>()
  const open = new Map<string, Spoilt[]>()
  for (const one of all) {
    const of = `${one.path} ${JSON.stringify(one.base)}`
    const turn = nth.get(`${of} ${one.name}`) ?? 0
    nth.set(`${of} ${one.name}`, turn + 1)
    const place = isDeep(one.value) ? Symbol().toString() : `${of} ${turn}`
    const known = isDeep(one.value) ? undefined : open.get(place)
    const portion = known && known.length < mostNamed ? known : []
    if (portion.length === 0) portions.push(portion)
    portion.push(one)
    open.set(place, portion)
  }
  return portions
}

/** Makes calls that have to be refused, and tells which are not, in turns in Chinese and English. */
export function badAsks(app: TestApp, client: Client) {
  const send = async ({ path, method = 'POST', body, headers }: Ask, language: Language) =>
    plainRequest(`${app.url}/api${path}`, {
      method,
      headers: {
        ...client.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'accept-language': language,
        ...headers,
      },
      body,
    })

  /** What is wrong with a refusal; none when it has a sentence in the language. */
  const wrongRefusal = ({ msg, error_description, success }: Refused, language: Language): string | undefined => {
    const sentence = msg || error_description || ''
    if (success !== false || sentence === '' || /undefined|\[object|\{\w+\}/.test(sentence)) return 'no sentence'
    return chinese.test(sentence) === (language === 'zh') ? undefined : `not ${language}`
  }

  const wrongAnswer = async (ask: Ask, language: Language): Promise<string[]> => {
    const { what, path, method = 'POST', status: allowed } = ask
    const { status, text } = await send(ask, language)
    const at = `${method} ${path.slice(0, 120)} ${what.slice(0, 120)}: ${status} ${text.slice(0, 160)}`
    if (status === 200 && allowed?.includes(200)) return []
    if (status < 400 || status >= 500 || (allowed && !allowed.includes(status))) return [at]
    const wrong = wrongRefusal(JSON.parse(text) as Refused, language)
    return wrong ? [`${at} (${wrong})`] : []
  }

  /** Makes all calls, eight at a time. */
  const each = async <T>(asks: readonly T[], make: (ask: T, language: Language) => Promise<string[]>, atOnce = 8): Promise<string[]> => {
    const found: string[] = []
    let next = 0
    const worker = async () => {
      while (next < asks.length) {
        const at = next++
        found.push(...(await make(asks[at]!, at % 2 ? 'en' : 'zh')))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return found
  }

  return {
    /** Calls that are not refused as they should be. */
    wrongAnswers: (asks: readonly Ask[], atOnce?: number) => each(asks, wrongAnswer, atOnce),

    /**
     * Values that are not refused as they should be. Those of one draft are sent together: the refusal names each, in sentences of its language. What it does
     * not name is asked once more alone.
     */
    wrongValues: async (all: readonly Spoilt[]): Promise<string[]> => {
      const unnamed: Spoilt[] = []
      const wrong = await each(portionsOf(all), async (some, language) => {
        if (some.length === 1) {
          unnamed.push(...some)
          return []
        }
        const ask = together(some)
        const { status, text } = await send(ask, language)
        const at = `${ask.path.slice(0, 120)} ${ask.what.slice(0, 400)}: ${status} ${text.slice(0, 400)}`
        if (status >= 500) return [at]
        const refusal = JSON.parse(text) as Refused
        const named = status === 400 && refusal.error === 'bad_input' ? (refusal.data as { field: string }[]).map(({ field }) => field) : []
        const isNamed = ({ name }: Spoilt) => named.some((field) => field === name || field.startsWith(`${name}.`))
        unnamed.push(...some.filter((one) => !(one.status.includes(400) && isNamed(one))))
        if (named.length === 0) return []
        const sentences = language === 'zh' ? refusal.msg!.split('；') : [refusal.msg!]
        return sentences.flatMap((msg) => {
          const fault = wrongRefusal({ ...refusal, msg }, language)
          return fault ? [`${at} (${fault}: ${msg})`] : []
        })
      })
      return [...wrong, ...(await each(unnamed.map(alone), wrongAnswer))]
    },
  }
}
