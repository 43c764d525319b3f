import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { ApiError } from '#src/data/api-error.ts'
import { invoke, type Query } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { keepBoard, keptBoard } from './kept-board.ts'

/** Poll interval, milliseconds; live changes come sooner. */
const everyMs = 15_000
/** Seconds that an answer may take. */
const patienceS = 20

const nothing: Query = {}

/**
 * The figures of a board, polled also in the background and after a network failure; the last answer is stored under `name`. `more`:
 * parameters beside the tenant.
 */
export function useBoard<const C extends Call>(of: C, more: Query = nothing, name: string = of.name, isOn = true) {
  const { language } = useWords()
  const tenantId = useSession((state) => state.person?.tenantId)
  const first = isOn ? keptBoard<AnswerOf<C>>(name, language) : undefined
  const query = { tenantId, ...more }
  const answer = useQuery({
    queryKey: ['call', of.name, query, language],
    queryFn: ({ signal }) => invoke(of, { query, signal, timeoutS: patienceS }),
    enabled: isOn,
    initialData: first?.data,
    initialDataUpdatedAt: first?.at,
    // Stored figures are no sign that the server answers.
    refetchOnMount: 'always',
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
    networkMode: 'always',
    retry: false,
  })
  const { data, dataUpdatedAt, error } = answer
  useEffect(() => {
    if (data !== undefined) keepBoard(name, language, dataUpdatedAt, data)
  }, [name, language, data, dataUpdatedAt])
  const isCut = error instanceof ApiError && (error.error === 'network' || error.code >= 500)
  return { data, at: dataUpdatedAt, error, isCut }
}
