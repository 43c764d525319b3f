import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { floorPlan } from '#contract/entities/place/floor-plan.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const [width, height] = [1600, 900]
const wall = 40
/** Rooms stand in two rows along a corridor. */
const corridor = { top: 390, bottom: 510 } as const

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where each room of a floor is, the upper row first, in pixels of the picture. */
function roomBoxes(count: number): Box[] {
  const upper = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, at) => {
    const isUpper = at < upper
    const [place, perRow] = isUpper ? [at, upper] : [at - upper, count - upper]
    const step = (width - 2 * wall) / perRow
    return {
      left: Math.round(wall + place * step),
      right: Math.round(wall + (place + 1) * step),
      top: isUpper ? wall : corridor.bottom,
      bottom: isUpper ? corridor.top : height - wall,
    }
  })
}

const outlineOf = ({ left, top, right, bottom }: Box): string =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
    .map(([x, y]) => `${(x! / width).toFixed(4)},${(y! / height).toFixed(4)}`)
    .join(' ')

/** The drawing of a floor: walls, a window and a door for each room, and the corridor between them. Names are no part of it: pages write them over it. */
function drawing(boxes: readonly Box[]): string {
  const rooms = boxes.map(
    ({ left, top, right, bottom }) =>
      `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#fff" stroke="#434343" stroke-width="6"/>`,
  )
  const openings = boxes.map(({ left, top, right, bottom }) => {
    const isUpper = bottom === corridor.top
    const [middle, outside, inside] = [(left + right) / 2, isUpper ? top : bottom, isUpper ? bottom : top]
    const swing = isUpper ? inside - 56 : inside + 56
    return `<path d="M${middle - 50} ${outside}H${middle + 50}" stroke="#fff" stroke-width="8"/>
      <path d="M${left + 24} ${inside}h56" stroke="#fff" stroke-width="8"/>
      <path d="M${left + 24} ${inside}V${swing}A56 56 0 0 ${isUpper ? 1 : 0} ${left + 80} ${inside}" fill="none" stroke="#8c8c8c" stroke-width="3"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
    <rect x="${wall}" y="${corridor.top}" width="${width - 2 * wall}" height="${corridor.bottom - corridor.top}" fill="#f5f5f5"/>${rooms.join('')}
    <rect x="${wall}" y="${wall}" width="${width - 2 * wall}" height="${height - 2 * wall}" fill="none" stroke="#262626" stroke-width="12"/>${openings.join('')}</svg>`
}

/** A plan of one floor of the wards with all its rooms drawn. None where the contents of files are not kept. */
export async function demoPlans(tx: Transaction, ground: DemoGround): Promise<void> {
  if (!ground.putContent) return
  const { rows } = await tx.run({
    text: `select f.id as floor_id, r.id from location f join location r on r.tenant_id = f.tenant_id and r.parent_id = f.id
      where f.tenant_id = $1 and f.full_name = '住院楼 3层' order by r.sort`,
    values: [tx.tenantId],
  })
  if (rows.length === 0) return
  const boxes = roomBoxes(rows.length)
  // Loaded by the one process that makes the demo: the library takes 20 MB.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(drawing(boxes)))
    .png({ palette: true })
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await ground.putContent(tx.tenantId, sha256, bytes)
  const file = v7()
  tx.later({
    text: 'insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $7)',
    values: [tx.tenantId, file, '住院楼3层.png', 'image/png', bytes.length, sha256, ground.users.get('manager')],
  })
  await demoActs(tx, ground).add('manager', floorPlan, {
    floorId: rows[0]!.floor_id,
    picture: [file],
    rooms: rows.map((room, at) => ({ roomId: room.id, outline: outlineOf(boxes[at]!) })),
  })
}
