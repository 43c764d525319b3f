import { type Entity, urlsOf } from '#contract/kit/entity.ts'
import { request } from './client.ts'

/** Reads one row from the server, as its detail answers it. Throws ApiError. */
export const readDetail = <T>(of: Entity, id: string, signal?: AbortSignal): Promise<T> =>
  request<T>(urlsOf(of, 'detail')[0]!, { query: { id }, signal })
