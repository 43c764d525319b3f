import { type Entity, idQuery, urlsOf } from '#contract/kit/entity/entity.ts'
import { request } from './client.ts'
import type { DetailRow, Option } from './hooks.ts'

/** Reads one row with all fields from the server. Throws ApiError. */
export const readDetail = <E extends Entity>(of: E, id: string, signal?: AbortSignal): Promise<DetailRow<E>> =>
  request<DetailRow<E>>(urlsOf(of, 'detail')[0]!, { query: idQuery(of, id), signal })

/** Rows as id and name, found by keyword or by ids. Throws ApiError. */
export const readOptions = (
  of: Entity,
  query: { readonly keyword?: string; readonly ids?: string },
  signal?: AbortSignal,
): Promise<Option[]> => request<Option[]>(urlsOf(of, 'select')[0]!, { query, signal })
